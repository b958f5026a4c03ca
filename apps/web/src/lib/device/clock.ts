/**
 * Server time. Clocks of phones in the field are often a day off, so the offset to the server's `Date` header is stored
 * for offline use.
 */
import { dateInNairobi } from '@ardhi/contract/dates';
import { storage } from './storage.ts';

const KEY = 'clock';
/** Smaller offsets may be latency, and minutes do not matter for farm records. */
const WORTH_CORRECTING_MS = 10 * 60 * 1000;

let offsetMs: number | undefined;

function clockOffset(): number {
  offsetMs ??= Number(storage.get(KEY)) || 0;
  return offsetMs;
}

/** Called with the `Date` header of every response. */
export function syncClock(header: string | null): void {
  const server = Date.parse(header ?? '');
  if (Number.isNaN(server)) return;
  const measured = server - Date.now();
  const next = Math.abs(measured) < WORTH_CORRECTING_MS ? 0 : measured;
  if (Math.abs(next - clockOffset()) < WORTH_CORRECTING_MS && (next === 0) === (clockOffset() === 0)) return;
  offsetMs = next;
  if (next === 0) storage.remove(KEY);
  else storage.set(KEY, String(next));
}

export function now(): Date {
  return new Date(Date.now() + clockOffset());
}

/** YYYY-MM-DD in Nairobi, independent of the device's clock and time zone. */
export function today(moment: Date = now()): string {
  return dateInNairobi(moment);
}
