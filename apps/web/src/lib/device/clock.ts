/**
 * The time as the server has it. Phones in the field are often a day off; every answer carries the right time, and the
 * difference is remembered for the hours without a network.
 */
import { dateInNairobi } from '@ardhi/contract/dates';
import { storage } from './storage.ts';

const KEY = 'clock';
/** Below this an answer was only slow, and minutes do not matter to a farm's records. */
const WORTH_CORRECTING_MS = 10 * 60 * 1000;

let ahead: number | undefined;

function difference(): number {
  ahead ??= Number(storage.get(KEY)) || 0;
  return ahead;
}

/** The `Date` header of an answer. */
export function hearTime(header: string | null): void {
  const server = Date.parse(header ?? '');
  if (Number.isNaN(server)) return;
  const found = server - Date.now();
  const next = Math.abs(found) < WORTH_CORRECTING_MS ? 0 : found;
  if (Math.abs(next - difference()) < WORTH_CORRECTING_MS && (next === 0) === (difference() === 0)) return;
  ahead = next;
  if (next === 0) storage.remove(KEY);
  else storage.set(KEY, String(next));
}

export function now(): Date {
  return new Date(Date.now() + difference());
}

/** YYYY-MM-DD in Nairobi, whatever clock the phone is set to. */
export function today(moment: Date = now()): string {
  return dateInNairobi(moment);
}
