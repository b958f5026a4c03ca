/**
 * Server time. Clocks of phones in the field are often a day off and fall back by years when the battery is removed. The
 * offset to the server's `Date` header and the time of the last response are stored for offline use.
 */
import { DAY_MS, dateInNairobi } from '@ardhi/contract/dates';
import { storage } from './storage.ts';

const KEY = 'clock';
const LAST_RESPONSE = 'clock-response';
/** Smaller offsets may be latency, and minutes do not matter for farm records. */
const WORTH_CORRECTING_MS = 10 * 60 * 1000;
/** The stored time of the last response may be this much older, so that not every response writes to storage. */
const PRECISION_MS = 60_000;
/** No phone is without a response for that long: a device this much behind that has caught up was corrected. */
const MAX_OFFLINE_MS = 60 * DAY_MS;

let offsetMs: number | undefined;
let lastResponseMs: number | undefined;

function clockOffset(): number {
  offsetMs ??= Number(storage.get(KEY)) || 0;
  return offsetMs;
}

function lastResponse(): number {
  lastResponseMs ??= Number(storage.get(LAST_RESPONSE)) || 0;
  return lastResponseMs;
}

/** Called with the `Date` header of every response of our server. */
export function syncClock(header: string | null): void {
  const server = Date.parse(header ?? '');
  if (Number.isNaN(server)) return;
  const measured = server - Date.now();
  if (Math.abs(server - lastResponse()) >= PRECISION_MS) {
    lastResponseMs = server;
    storage.set(LAST_RESPONSE, String(server));
  }
  const next = Math.abs(measured) < WORTH_CORRECTING_MS ? 0 : measured;
  if (Math.abs(next - clockOffset()) < WORTH_CORRECTING_MS && (next === 0) === (clockOffset() === 0)) return;
  offsetMs = next;
  if (next === 0) storage.remove(KEY);
  else storage.set(KEY, String(next));
}

/** Whether the device's clock was changed since its offset was measured, which makes the offset wrong. */
function wasChanged(device: number): boolean {
  const measuredAt = lastResponse() - clockOffset();
  const wentBack = device < measuredAt - 2 * WORTH_CORRECTING_MS;
  return wentBack || (clockOffset() > MAX_OFFLINE_MS && device >= lastResponse());
}

/** Never earlier than the last response of our server. */
export function now(): Date {
  const device = Date.now();
  return new Date(Math.max(wasChanged(device) ? device : device + clockOffset(), lastResponse()));
}

/** YYYY-MM-DD in Nairobi, independent of the device's clock and time zone. */
export function today(moment: Date = now()): string {
  return dateInNairobi(moment);
}
