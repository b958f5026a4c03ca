import { DAY_MS } from '@ardhi/contract/dates';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

type Clock = typeof import('./clock.ts');
let clock: Clock;
const noon = Date.UTC(2026, 10, 15, 9);

beforeEach(async () => {
  vi.resetModules();
  vi.useFakeTimers({ now: noon });
  clock = await import('./clock.ts');
});
afterEach(() => vi.useRealTimers());

it('uses the device clock while it is about right', () => {
  clock.syncClock(new Date(noon + 60_000).toUTCString());
  expect(clock.now().getTime()).toBe(noon);
  expect(clock.today()).toBe('2026-11-15');
});

it.each([-1, 1])('corrects a device clock that is %s day off, also after a restart', async (days) => {
  vi.setSystemTime(noon + days * DAY_MS);
  clock.syncClock(new Date(noon).toUTCString());
  expect(clock.today()).toBe('2026-11-15');
  vi.resetModules();
  const restarted = await import('./clock.ts');
  expect(restarted.today()).toBe('2026-11-15');
});

it('drops the correction when the device clock is fixed', () => {
  vi.setSystemTime(noon + DAY_MS);
  clock.syncClock(new Date(noon).toUTCString());
  vi.setSystemTime(noon);
  clock.syncClock(new Date(noon).toUTCString());
  expect(clock.today()).toBe('2026-11-15');
  expect(localStorage.getItem('clock')).toBeNull();
});
