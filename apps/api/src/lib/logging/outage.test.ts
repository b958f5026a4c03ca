import type { FastifyBaseLogger } from 'fastify';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Outage } from './outage.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function newLog() {
  const lines: unknown[] = [];
  const write = (fields: object, text: string) => lines.push({ ...fields, text });
  return { lines, log: { error: write, warn: write } as unknown as FastifyBaseLogger };
}

it('logs an outage once at its start and once at its end', () => {
  const { lines, log } = newLog();
  const away = new Outage('the database is unreachable', 'the database is reachable again');
  const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  for (let second = 0; second < 30; second += 1) {
    away.report(log, refused);
    vi.advanceTimersByTime(1000);
  }
  expect(lines).toEqual([
    { code: 'ECONNREFUSED', reason: 'connect ECONNREFUSED', text: 'the database is unreachable' },
  ]);
  vi.advanceTimersByTime(10_000);
  expect(lines[1]).toEqual({ seconds: 29, noticed: 30, text: 'the database is reachable again' });
  away.report(log, Object.assign(new Error('a row: Amina'), { code: '57P01', severity: 'FATAL' }));
  expect(lines[2]).toEqual({ code: '57P01', reason: undefined, text: 'the database is unreachable' });
});

it('stays open while it is held, also if no call fails', () => {
  const { lines, log } = newLog();
  const full = new Outage('full', 'free');
  full.hold(log, { freeBytes: 1 });
  full.report(log, Object.assign(new Error('no space'), { code: '53100', severity: 'ERROR' }));
  full.notice();
  vi.advanceTimersByTime(60_000);
  full.hold(log, { freeBytes: 2 });
  expect(full.isOpen).toBe(true);
  full.end();
  expect(full.isOpen).toBe(false);
  full.end();
  expect(lines).toEqual([
    { freeBytes: 1, text: 'full' },
    { seconds: 60, noticed: 2, text: 'free' },
  ]);
});
