/**
 * A logical clock: which answers hold which writes. It counts the writes that the server has acknowledged; an answer
 * holds a write if its request began after that. What a phone takes for the time decides nothing.
 */
import { storage } from './storage.ts';

const KEY = 'acknowledged';
/** Whatever was stored before there was this count lies before it. */
export const FIRST_TICK = 1;

const begun = new WeakMap<object, number>();

export const logicalClock = {
  /** Read at once, also before any database is open, and the same in every tab. */
  now: (): number => Math.max(FIRST_TICK, Number(storage.get(KEY)) || 0),

  advanceTo(tick: number): void {
    if (tick > logicalClock.now()) storage.set(KEY, String(tick));
  },

  /** Notes when the request of an answer began. */
  stamp<T>(answer: T, tick: number): T {
    if (typeof answer === 'object' && answer !== null) begun.set(answer, tick);
    return answer;
  },

  /** When the request of an answer began; of one that nobody noted, before everything. */
  of: (answer: unknown): number => (typeof answer === 'object' && answer !== null && begun.get(answer)) || 0,
};
