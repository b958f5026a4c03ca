/** What becomes of an entry beside others: what waits, what takes whose place, what stands on which revision. */
import { newId } from '../lib/id.ts';
import { type Entry, type Fields, isUnsent, type Work } from './entry.ts';
import { offlineCall } from './offline-calls.ts';
import { bringsRow, dependsOn, removesRow, targetOf, withDependents } from './relations.ts';
import type { Change } from './store.ts';

/** Sent work lies over older answers for this long at most. */
const MAX_SENT = 200;
const MAX_SENT_MS = 3 * 24 * 60 * 60 * 1000;

/** Tried afresh, as another piece of work: with a key of its own. */
export const asUnsent = () => ({
  state: 'waiting' as const,
  key: newId(),
  attempts: 0,
  refusal: undefined,
  clash: undefined,
});

/** Sent long ago, or so many after it that every list has been asked for again. */
export function expiredSent(entries: readonly Entry[], now: number): Entry[] {
  const sent = entries.filter((entry) => !isUnsent(entry));
  const many = sent.slice(0, Math.max(0, sent.length - MAX_SENT));
  return sent.filter((entry) => many.includes(entry) || Math.abs(now - (entry.sentAt ?? 0)) > MAX_SENT_MS);
}

/** Rebase: a form that was opened before the own last change went through stands on that change, not beside it. */
export function rebasedBody(work: Work, entries: readonly Entry[]): Fields | undefined {
  const { body } = work;
  if (body?.revision === undefined || bringsRow(work)) return body;
  let revision = body.revision;
  for (const entry of entries) {
    if (entry.state !== 'sent' || entry.revision === undefined) continue;
    if (targetOf(entry) === targetOf(work) && entry.body?.revision === revision) revision = entry.revision;
  }
  return { ...body, revision };
}

/** An edit of something that is stuck corrects it: the new values go in its place. */
export function correctionOf(work: Omit<Entry, 'seq'>, entries: readonly Entry[]): Change | undefined {
  const stuck = entries.findLast((entry) => isUnsent(entry) && targetOf(entry) === targetOf(work));
  if (!stuck || stuck.state === 'waiting') return undefined;
  if (removesRow(work)) {
    const drop = withDependents(stuck, entries as Entry[]);
    // What never came to be need not be removed.
    return offlineCall(stuck.call)?.effect === 'create' ? { drop } : { drop, add: work };
  }
  const { revision: _, ...fields } = work.body ?? {};
  if (stuck.call !== work.call && (!bringsRow(stuck) || isSeparate(work))) return undefined;
  const revision = stuck.clash ? { revision: stuck.clash.current.revision } : {};
  const body = { ...stuck.body, ...fields, ...revision };
  return { put: [{ ...stuck, ...asUnsent(), body, base: stuck.clash?.current ?? stuck.base }] };
}

function isSeparate({ call }: Work): boolean {
  const known = offlineCall(call);
  return known?.effect === 'edit' && known.separate === true;
}

/** Whether it must wait behind earlier work. */
export function mustWait(work: Work, entries: readonly Entry[]): boolean {
  return entries.some((entry) => isUnsent(entry) && dependsOn(work, entry));
}
