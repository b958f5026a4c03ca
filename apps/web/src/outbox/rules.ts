/** Outbox rules: which entries block, replace or rebase each other. */
import type { JsonObject } from '@ardhi/contract';
import { newId } from '../lib/device/id.ts';
import { type Entry, fieldsOf, isUnsent, type Work } from './entry.ts';
import { merge, withChanges } from './merge.ts';
import { offlineCall } from './offline-calls.ts';
import { createsRow, dependsOn, mergeRulesOf, removesRow, targetOf, withDependents } from './relations.ts';
import type { Change } from './store.ts';

/** Sent entries overlay older responses; by the time this many follow, every list has been refetched. */
const MAX_SENT = 200;

export const NO_TROUBLE = { refusal: undefined, clash: undefined, trouble: undefined, faults: undefined };

/** Resets an entry to be sent as a new write with a new idempotency key. */
export const resetEntry = () => ({ ...NO_TROUBLE, state: 'waiting' as const, key: newId(), attempts: 0 });

export function expiredSent(entries: readonly Entry[]): Entry[] {
  const sent = entries.filter((entry) => !isUnsent(entry));
  return sent.slice(0, Math.max(0, sent.length - MAX_SENT));
}

/**
 * Rebases an edit on a newer row: fields that the user did not change take the newer values. If both versions are the
 * user's own, the later edit wins.
 */
function rebaseOn(row: JsonObject, work: Work): Pick<Work, 'body' | 'base'> {
  return { body: merge(work.body ?? {}, work.base, row, mergeRulesOf(work)).body, base: row };
}

/** Whether the call is an edit with a revision check. */
export const isRevised = (work: Work) => work.body?.revision !== undefined && !createsRow(work);

/** Rebases an edit from a form that was opened before the user's own last change was sent. */
export function rebased<W extends Work>(work: W, entries: readonly Entry[]): W {
  if (!isRevised(work)) return work;
  let revision = work.body?.revision;
  let row: JsonObject | undefined;
  for (const entry of entries) {
    // Consecutive revisions only: no other user changed the row in between.
    if (!entry.row || targetOf(entry) !== targetOf(work) || entry.body?.revision !== revision) continue;
    row = entry.row;
    revision = row.revision;
  }
  return row ? { ...work, ...rebaseOn(row, work) } : work;
}

/** Later entries for the same row, rebased on the row after this entry was sent. */
export function rebaseLater(entry: Entry, row: JsonObject, entries: readonly Entry[]): Entry[] {
  const isBehind = (later: Entry) =>
    later.seq > entry.seq &&
    isUnsent(later) &&
    later.attempts === 0 &&
    isRevised(later) &&
    targetOf(later) === targetOf(entry);
  return entries.filter(isBehind).map((later) => ({ ...later, ...rebaseOn(row, later) }));
}

/** Not attempted yet: it can still be changed and cancelled. */
export const isUntried = ({ state, attempts }: Entry) => state === 'waiting' && attempts === 0;

/** An edit of a stuck or not yet attempted entry corrects it: the new values replace the old ones. */
export function correctionOf(work: Omit<Entry, 'seq'>, entries: readonly Entry[]): Change | undefined {
  const stuck = entries.findLast((entry) => isUnsent(entry) && targetOf(entry) === targetOf(work));
  if (stuck && isUntried(stuck)) return editInPlace(stuck, work, entries);
  if (stuck?.state !== 'rejected' && stuck?.state !== 'conflict') return undefined;
  if (removesRow(work)) {
    const drop = withDependents(stuck, entries as Entry[]);
    // A row that was never created need not be deleted.
    return offlineCall(stuck.call)?.effect === 'create' ? { drop } : { drop, add: work };
  }
  if (stuck.call !== work.call && (!createsRow(stuck) || isSeparate(work))) return undefined;
  const { body, changed } = withChanges(stuck.body ?? {}, work.body ?? {}, work.base, mergeRulesOf(work));
  const { clash } = stuck;
  if (!clash) return { put: [{ ...stuck, ...resetEntry(), body }] };
  // Conflicts in other fields are still unresolved.
  const paths = clash.paths.filter((path) => !changed.includes(path));
  if (paths.length > 0) return { put: [{ ...stuck, body, clash: { ...clash, paths } }] };
  const { current } = clash;
  return {
    put: [
      { ...stuck, ...resetEntry(), body: { ...body, revision: current.revision }, base: fieldsOf(current) },
    ],
  };
}

/** Changes an entry without attempts in place; drops it if its row, never created, is deleted. */
function editInPlace(waiting: Entry, work: Work, entries: readonly Entry[]): Change | undefined {
  const isNew = offlineCall(waiting.call)?.effect === 'create';
  if (removesRow(work)) return isNew ? { drop: withDependents(waiting, entries) } : undefined;
  // An edit based on a newer revision stays a separate entry.
  const isSameEdit = waiting.call === work.call && waiting.body?.revision === work.body?.revision;
  if (removesRow(waiting) || isSeparate(work) || !(isNew || isSameEdit)) return undefined;
  const { body } = withChanges(waiting.body ?? {}, work.body ?? {}, work.base, mergeRulesOf(work));
  return { put: [{ ...waiting, body }] };
}

function isSeparate({ call }: Work): boolean {
  const known = offlineCall(call);
  return known?.effect === 'edit' && known.separate === true;
}

/** Whether it depends on earlier unsent entries. */
export function isBlocked(work: Work, entries: readonly Entry[]): boolean {
  return entries.some((entry) => isUnsent(entry) && dependsOn(work, entry));
}
