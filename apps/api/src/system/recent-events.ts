/**
 * The latest change events. A page asks for its data before its stream is open: what changed in between is told when the
 * stream opens.
 */
import type { AddressedChangeEvent } from '../lib/database/change-events.ts';

const MAX_EVENTS = 10_000;
/** The clocks of two servers differ, and an answer is read a little before it is dated. */
export const SLACK_MS = 1_000;

export class RecentEvents {
  #events: { at: number; event: AddressedChangeEvent }[] = [];
  /** What was before this is not known. */
  #knownFrom = Date.now();

  add(event: AddressedChangeEvent): void {
    this.#events.push({ at: Date.now(), event });
    if (this.#events.length <= MAX_EVENTS) return;
    const forgotten = this.#events.splice(0, MAX_EVENTS / 2);
    this.#knownFrom = forgotten.at(-1)!.at + 1;
  }

  forget(): void {
    this.#events = [];
    this.#knownFrom = Date.now();
  }

  /** Undefined if some of them may not be known. */
  since(moment: number): AddressedChangeEvent[] | undefined {
    const from = moment - SLACK_MS;
    if (from < this.#knownFrom) return undefined;
    const first = this.#events.findLastIndex(({ at }) => at < from) + 1;
    return this.#events.slice(first).map(({ event }) => event);
  }
}
