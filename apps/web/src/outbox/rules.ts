/** How pieces of work stand to one another: what waits for what, what takes whose place, what stands on what. */
import { newId } from '../lib/id.ts';
import {
  dependsOn,
  type Entry,
  type Fields,
  isUnsent,
  makes,
  removes,
  targetOf,
  type Work,
  withDependents,
} from './entry.ts';
import type { Change } from './store.ts';

/** Sent work lies over older answers for this long at most. */
const MAX_SENT = 200;
const KEEP_SENT_MS = 3 * 24 * 60 * 60 * 1000;

/** What is tried afresh. */
export const anew = () => ({
  state: 'waiting' as const,
  key: newId(),
  attempts: 0,
  refusal: undefined,
  clash: undefined,
});

/** Sent long ago, or so many after it that every list has been asked for again. */
export function oldNotes(entries: readonly Entry[], now: number): Entry[] {
  const sent = entries.filter((entry) => !isUnsent(entry));
  const many = sent.slice(0, Math.max(0, sent.length - MAX_SENT));
  return sent.filter((entry) => many.includes(entry) || Math.abs(now - (entry.sentAt ?? 0)) > KEEP_SENT_MS);
}

/** A form that was opened before the own last change went through stands on that change, not beside it. */
export function withOwnRevision(work: Work, entries: readonly Entry[]): Fields | undefined {
  const { body } = work;
  if (body?.revision === undefined || makes(work)) return body;
  let revision = body.revision;
  for (const entry of entries) {
    if (entry.state !== 'sent' || entry.revision === undefined) continue;
    if (targetOf(entry) === targetOf(work) && entry.body?.revision === revision) revision = entry.revision;
  }
  return { ...body, revision };
}

/** An edit of something that is stuck mends it: the new values go in its place. */
export function mended(work: Omit<Entry, 'seq'>, entries: readonly Entry[]): Change | undefined {
  const stuck = entries.findLast((entry) => isUnsent(entry) && targetOf(entry) === targetOf(work));
  if (!stuck || stuck.state === 'waiting') return undefined;
  if (removes(work)) {
    const drop = withDependents(stuck, entries as Entry[]);
    // What never came to be need not be removed.
    return makes(stuck) && stuck.call !== 'POST /land/{id}/restore' ? { drop } : { drop, add: work };
  }
  const sameCall = stuck.call === work.call;
  const { revision: _, ...fields } = work.body ?? {};
  if (!sameCall && !makes(stuck)) return undefined;
  if (!sameCall && work.call.endsWith('/harvest')) return undefined;
  const revision = stuck.clash ? { revision: stuck.clash.current.revision } : {};
  const body = { ...stuck.body, ...fields, ...revision };
  return { put: [{ ...stuck, ...anew(), body, base: stuck.clash?.current ?? stuck.base }] };
}

/** Whether it must wait behind earlier work. */
export function mustWait(work: Work, entries: readonly Entry[]): boolean {
  return entries.some((entry) => isUnsent(entry) && dependsOn(work, entry));
}
