import { DAY_MS } from '@ardhi/contract/dates';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

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
  clock.syncClock(new Date(noon - 60_000).toUTCString());
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

describe('a clock that changes while the phone is offline', () => {
  const YEAR_MS = 365 * DAY_MS;
  const restart = async (device: number) => {
    vi.setSystemTime(device);
    vi.resetModules();
    clock = await import('./clock.ts');
  };

  it('is never earlier than the last response', async () => {
    clock.syncClock(new Date(noon).toUTCString());
    await restart(Date.UTC(2015, 0, 1));
    expect(clock.today()).toBe('2026-11-15');
    expect((await import('./clock-check.ts')).isClockWrong()).toBe(true);
  });

  it('is used again when it is corrected from years behind', async () => {
    vi.setSystemTime(Date.UTC(2015, 0, 1));
    clock.syncClock(new Date(noon).toUTCString());
    expect(clock.today()).toBe('2026-11-15');
    await restart(noon + DAY_MS);
    expect(clock.today()).toBe('2026-11-16');
    expect((await import('./clock-check.ts')).isClockWrong()).toBe(false);
  });

  it('is used again when it is corrected from years ahead', async () => {
    vi.setSystemTime(noon + 9 * YEAR_MS);
    clock.syncClock(new Date(noon).toUTCString());
    await restart(noon + DAY_MS);
    expect(clock.today()).toBe('2026-11-16');
  });

  it('keeps the correction of a clock that is a day behind, also after two days', async () => {
    vi.setSystemTime(noon - DAY_MS);
    clock.syncClock(new Date(noon).toUTCString());
    await restart(noon + DAY_MS);
    expect(clock.today()).toBe('2026-11-17');
  });

  it('follows the server when the server was wrong', () => {
    clock.syncClock(new Date(noon + YEAR_MS).toUTCString());
    clock.syncClock(new Date(noon).toUTCString());
    expect(clock.today()).toBe('2026-11-15');
  });
});
