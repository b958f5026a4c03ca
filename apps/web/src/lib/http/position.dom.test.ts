import { AS_OF_HEADER, WAL_POSITION_HEADER } from '@ardhi/contract/headers';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { OUR_HEADERS } from '../../../test/server.ts';
import { storage } from '../device/storage.ts';
import { call, callAsOf, callPage } from './api.ts';
import { knownPosition, recordPosition } from './position.ts';

beforeEach(() => storage.remove('position'));

describe('database position', () => {
  it('is the highest position received within a minute', () => {
    expect(knownPosition(0)).toBeUndefined();
    recordPosition('A/FF', 0);
    recordPosition('9/FFFFFFFF', 1);
    expect(knownPosition(59_999)).toBe('A/FF');
    recordPosition('10/1', 2);
    expect(knownPosition(3)).toBe('10/1');
    expect(knownPosition(60_002)).toBeUndefined();
    recordPosition('1/1', 70_000);
    expect(knownPosition(70_001)).toBe('1/1');
    recordPosition(null, 70_002);
    expect(knownPosition(70_003)).toBe('1/1');
  });

  it('is received with a write and sent with later reads, which return asOf', async () => {
    const sentHeaders: Headers[] = [];
    const moment = '2026-11-16T04:00:00.000Z';
    vi.stubGlobal('fetch', (_url: string, { method, headers }: RequestInit) => {
      sentHeaders.push(new Headers(headers));
      const own: Record<string, string> =
        method === 'GET' ? { [AS_OF_HEADER]: moment } : { [WAL_POSITION_HEADER]: '16/B374D848' };
      return Promise.resolve(
        Response.json(method === 'GET' ? [] : {}, { headers: { ...OUR_HEADERS, ...own } }),
      );
    });
    await call('POST /auth/logout', { idempotencyKey: 'k1' });
    expect(await callPage('GET /government/lands')).toMatchObject({ rows: [], asOf: moment });
    expect(await callAsOf('GET /government/analytics')).toMatchObject({ asOf: moment });
    expect(sentHeaders.map((headers) => headers.get(WAL_POSITION_HEADER))).toEqual([
      null,
      '16/B374D848',
      '16/B374D848',
    ]);
    vi.unstubAllGlobals();
  });
});
