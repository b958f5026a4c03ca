import { expect, it } from 'vitest';
import { expiredBackups } from './retention.ts';

const DAY_MS = 24 * 60 * 60_000;
const KEEP = { days: 7, weeks: 4, months: 6 };

const nightly = (from: string, nights: number) =>
  Array.from({ length: nights }, (_, night) => ({
    createdAt: new Date(Date.parse(from) + night * DAY_MS),
  }));

/** Runs the retention after each backup, as every night does. */
function keptAfter(all: { createdAt: Date }[], keep = KEEP): string[] {
  let present: { createdAt: Date }[] = [];
  for (const backup of all) {
    present.push(backup);
    const expired = new Set(expiredBackups(present, keep));
    present = present.filter((each) => !expired.has(each));
  }
  return present.map(({ createdAt }) => createdAt.toISOString().slice(0, 10));
}

it('keeps the last days, the last night of each week, and the last night of each month', () => {
  expect(keptAfter(nightly('2026-01-01T22:30:00Z', 322))).toEqual([
    '2026-06-30',
    '2026-07-31',
    '2026-08-31',
    '2026-09-30',
    '2026-10-31',
    // Sundays.
    '2026-11-01',
    '2026-11-08',
    '2026-11-12',
    '2026-11-13',
    '2026-11-14',
    '2026-11-15',
    '2026-11-16',
    '2026-11-17',
    '2026-11-18',
  ]);
});

it('keeps the newest of several backups of a day', () => {
  const [morning, evening] = ['2026-11-18T06:00:00Z', '2026-11-18T20:00:00Z'].map((at) => ({
    createdAt: new Date(at),
  }));
  expect(expiredBackups([evening!, morning!], KEEP)).toEqual([morning]);
});

it('deletes nothing because of time alone: the last backups stay however old they are', () => {
  const old = nightly('2019-03-01T22:30:00Z', 3);
  expect(expiredBackups(old, { days: 3, weeks: 0, months: 0 })).toEqual([]);
  expect(
    keptAfter([...old, ...nightly('2026-11-18T22:30:00Z', 1)], { days: 3, weeks: 0, months: 0 }),
  ).toEqual(['2019-03-02', '2019-03-03', '2026-11-18']);
});
