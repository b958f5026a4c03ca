/**
 * When the server first answered this session on this page, by the server's clock. The stream of change events is open
 * only later: what changed in between is told to it.
 */
import { storage } from './storage.ts';

let first: { token: string; date: string } | undefined;
let last: string | undefined;

/** The `Date` header of an answer. */
export function hearAnswer(token: string | null, date: string | null): void {
  if (!date) return;
  last = date;
  if (token && first?.token !== token) first = { token, date };
}

/** Of a session without an answer it is when it began: the last answer was the one to the sign-in. */
export function firstAnswerAt(): string | undefined {
  const date = first?.token === storage.get('token') ? first?.date : last;
  return date && new Date(date).toISOString();
}
