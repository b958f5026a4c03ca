/**
 * Read-your-writes on replicas: the last database position (LSN) received with a write's response or a change event.
 * Reads send it, so that a replica behind that position does not serve them.
 */
import { storage } from '../device/storage.ts';

/** In localStorage: shared by all tabs and kept across reloads. */
const KEY = 'position';
/** Replicas in use lag by a few seconds at most. */
const WORTH_SENDING_MS = 60_000;

/** Zero-pads both hexadecimal parts of an LSN (`16/B374D848`), so that strings compare in order. */
const toComparable = (position: string) =>
  position
    .split('/')
    .map((part) => part.padStart(8, '0'))
    .join('');

export function knownPosition(now = Date.now()): string | undefined {
  const [position, at] = storage.get(KEY)?.split(' ') ?? [];
  return position && Math.abs(now - Number(at)) < WORTH_SENDING_MS ? position : undefined;
}

export function recordPosition(position: string | null | undefined, now = Date.now()): void {
  if (!position) return;
  const known = knownPosition(now);
  if (!known || toComparable(position) >= toComparable(known)) storage.set(KEY, `${position} ${now}`);
}
