import type { FastifyBaseLogger } from 'fastify';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { reportOutage } from './outage.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('logs an outage once at its start and once at its end', () => {
  const lines: unknown[] = [];
  const write = (fields: object, text: string) => lines.push({ ...fields, text });
  const log = { error: write, warn: write } as unknown as FastifyBaseLogger;
  const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  for (let second = 0; second < 30; second += 1) {
    reportOutage(log, refused);
    vi.advanceTimersByTime(1000);
  }
  expect(lines).toEqual([
    { code: 'ECONNREFUSED', reason: 'connect ECONNREFUSED', text: 'the database is unreachable' },
  ]);
  vi.advanceTimersByTime(10_000);
  expect(lines[1]).toEqual({ seconds: 29, noticed: 30, text: 'the database is reachable again' });
  reportOutage(log, Object.assign(new Error('a row: Amina'), { code: '57P01', severity: 'FATAL' }));
  expect(lines[2]).toEqual({ code: '57P01', reason: undefined, text: 'the database is unreachable' });
});
