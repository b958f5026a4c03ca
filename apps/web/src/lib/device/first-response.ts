/**
 * Server time of the session's first response on this page. The event stream opens later; the server replays changes
 * made since then.
 */
import { storage } from './storage.ts';

let first: { token: string; date: string } | undefined;
let last: string | undefined;

/** Called with the `Date` header of every response. */
export function recordResponse(token: string | null, date: string | null): void {
  if (!date) return;
  last = date;
  if (token && first?.token !== token) first = { token, date };
}

/** For a session without a response yet: the time of the last response, which was the sign-in. */
export function firstResponseAt(): string | undefined {
  const date = first?.token === storage.get('token') ? first?.date : last;
  return date && new Date(date).toISOString();
}
