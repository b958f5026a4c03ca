/**
 * How far the server's database is known to be: what came last with the answer to a write, or with a change event. Reads
 * take it along, so that no replica answers them that knows less.
 */
import { storage } from '../device/storage.ts';

/** In all tabs, and after the page was loaded anew. */
const KEY = 'position';
/** No replica that is read is older than some seconds. */
const WORTH_SENDING_MS = 60_000;

/** Two numbers in hexadecimal, `16/B374D848`: as long as each other, they are in order. */
const inOrder = (position: string) =>
  position
    .split('/')
    .map((part) => part.padStart(8, '0'))
    .join('');

export function knownPosition(now = Date.now()): string | undefined {
  const [position, at] = storage.get(KEY)?.split(' ') ?? [];
  return position && Math.abs(now - Number(at)) < WORTH_SENDING_MS ? position : undefined;
}

export function hearPosition(position: string | null | undefined, now = Date.now()): void {
  if (!position) return;
  const known = knownPosition(now);
  if (!known || inOrder(position) >= inOrder(known)) storage.set(KEY, `${position} ${now}`);
}
