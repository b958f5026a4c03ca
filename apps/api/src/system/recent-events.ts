/**
 * Buffer of the latest change events. A page requests its data before its stream is open; changes in between are replayed
 * when the stream opens.
 */
import type { AddressedChangeEvent } from '../lib/database/change-events.ts';

const MAX_EVENTS = 10_000;
/** Covers clock differences between servers and the time between the read and the date header of a response. */
export const SLACK_MS = 1_000;

export class RecentEvents {
  #events: { at: number; event: AddressedChangeEvent }[] = [];
  /** Earlier events are not available. */
  #knownFrom = Date.now();

  add(event: AddressedChangeEvent): void {
    this.#events.push({ at: Date.now(), event });
    if (this.#events.length <= MAX_EVENTS) return;
    const evicted = this.#events.splice(0, MAX_EVENTS / 2);
    this.#knownFrom = evicted.at(-1)!.at + 1;
  }

  forget(): void {
    this.#events = [];
    this.#knownFrom = Date.now();
  }

  /** Undefined if some events may be missing. */
  since(moment: number): AddressedChangeEvent[] | undefined {
    const from = moment - SLACK_MS;
    if (from < this.#knownFrom) return undefined;
    const first = this.#events.findLastIndex(({ at }) => at < from) + 1;
    return this.#events.slice(first).map(({ event }) => event);
  }
}
