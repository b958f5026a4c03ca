/**
 * Logical clock that counts acknowledged writes. A response includes a write if its request began after the write was
 * acknowledged. Independent of the device's clock.
 */
import { storage } from './storage.ts';

const KEY = 'acknowledged';
/** Data stored before this clock existed has tick 0. */
export const FIRST_TICK = 1;

const requestTicks = new WeakMap<object, number>();

export const logicalClock = {
  /** Synchronous (localStorage), so it is available before IndexedDB is open, and shared by all tabs. */
  now: (): number => Math.max(FIRST_TICK, Number(storage.get(KEY)) || 0),

  advanceTo(tick: number): void {
    if (tick > logicalClock.now()) storage.set(KEY, String(tick));
  },

  /** Records the tick at which the response's request began. */
  stamp<T>(answer: T, tick: number): T {
    if (typeof answer === 'object' && answer !== null) requestTicks.set(answer, tick);
    return answer;
  },

  /** Tick at which the response's request began; 0 if not recorded. */
  of: (answer: unknown): number =>
    (typeof answer === 'object' && answer !== null && requestTicks.get(answer)) || 0,
};
