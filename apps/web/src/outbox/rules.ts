/** What becomes of an entry beside others: what waits, what takes whose place, what stands on which revision. */
import { newId } from '../lib/device/id.ts';
import { type Entry, type Fields, fieldsOf, isUnsent, type Work } from './entry.ts';
import { merge, withChanges } from './merge.ts';
import { offlineCall } from './offline-calls.ts';
import { bringsRow, dependsOn, mergeRulesOf, removesRow, targetOf, withDependents } from './relations.ts';
import type { Change } from './store.ts';

/** So much sent work lies over older answers; after so many more every list has been asked for again. */
const MAX_SENT = 200;

export const NO_TROUBLE = { refusal: undefined, clash: undefined, trouble: undefined, faults: undefined };

/** Tried afresh, as another piece of work: with a key of its own. */
export const asUnsent = () => ({ ...NO_TROUBLE, state: 'waiting' as const, key: newId(), attempts: 0 });

export function expiredSent(entries: readonly Entry[]): Entry[] {
  const sent = entries.filter((entry) => !isUnsent(entry));
  return sent.slice(0, Math.max(0, sent.length - MAX_SENT));
}

/**
 * Rebase: an edit carries what the person changed, against what they saw. On a newer row the rest is as it is there,
 * and where both are the own changes the later one counts.
 */
function onTopOf(row: Fields, work: Work): Pick<Work, 'body' | 'base'> {
  return { body: merge(work.body ?? {}, work.base, row, mergeRulesOf(work)).body, base: row };
}

/** An edit of a row, which tells from the revision whether others changed it meanwhile. */
const isRevised = (work: Work) => work.body?.revision !== undefined && !bringsRow(work);

/** A form that was opened before the own last change went through stands on that change, not beside it. */
export function rebased<W extends Work>(work: W, entries: readonly Entry[]): W {
  if (!isRevised(work)) return work;
  let revision = work.body?.revision;
  let row: Fields | undefined;
  for (const entry of entries) {
    // Each of them right upon the one before: nobody else changed the row in between.
    if (!entry.row || targetOf(entry) !== targetOf(work) || entry.body?.revision !== revision) continue;
    row = entry.row;
    revision = row.revision;
  }
  return row ? { ...work, ...onTopOf(row, work) } : work;
}

/** The later work on the same row, now that it is known how the row is after the earlier one. */
export function rebasedBehind(entry: Entry, row: Fields, entries: readonly Entry[]): Entry[] {
  const isBehind = (later: Entry) =>
    later.seq > entry.seq &&
    isUnsent(later) &&
    later.attempts === 0 &&
    isRevised(later) &&
    targetOf(later) === targetOf(entry);
  return entries.filter(isBehind).map((later) => ({ ...later, ...onTopOf(row, later) }));
}

/** Nobody has begun to send it: it can still be changed and cancelled. */
export const isUntried = ({ state, attempts }: Entry) => state === 'waiting' && attempts === 0;

/** An edit of something that is stuck, or that nobody has tried to send yet, corrects it: the new values go in its place. */
export function correctionOf(work: Omit<Entry, 'seq'>, entries: readonly Entry[]): Change | undefined {
  const stuck = entries.findLast((entry) => isUnsent(entry) && targetOf(entry) === targetOf(work));
  if (stuck && isUntried(stuck)) return changeOf(stuck, work, entries);
  if (stuck?.state !== 'rejected' && stuck?.state !== 'conflict') return undefined;
  if (removesRow(work)) {
    const drop = withDependents(stuck, entries as Entry[]);
    // What never came to be need not be removed.
    return offlineCall(stuck.call)?.effect === 'create' ? { drop } : { drop, add: work };
  }
  if (stuck.call !== work.call && (!bringsRow(stuck) || isSeparate(work))) return undefined;
  const { body, changed } = withChanges(stuck.body ?? {}, work.body ?? {}, work.base, mergeRulesOf(work));
  const { clash } = stuck;
  if (!clash) return { put: [{ ...stuck, ...asUnsent(), body }] };
  // Of what both changed, the person has not looked at the rest yet.
  const paths = clash.paths.filter((path) => !changed.includes(path));
  if (paths.length > 0) return { put: [{ ...stuck, body, clash: { ...clash, paths } }] };
  const { current } = clash;
  return {
    put: [
      { ...stuck, ...asUnsent(), body: { ...body, revision: current.revision }, base: fieldsOf(current) },
    ],
  };
}

/** What waits untried is changed as it lies there; what never came to be need not be removed. */
function changeOf(waiting: Entry, work: Work, entries: readonly Entry[]): Change | undefined {
  const isNew = offlineCall(waiting.call)?.effect === 'create';
  if (removesRow(work)) return isNew ? { drop: withDependents(waiting, entries) } : undefined;
  // Who has seen a newer row stands on that: an edit of its own.
  const isSameEdit = waiting.call === work.call && waiting.body?.revision === work.body?.revision;
  if (removesRow(waiting) || isSeparate(work) || !(isNew || isSameEdit)) return undefined;
  const { body } = withChanges(waiting.body ?? {}, work.body ?? {}, work.base, mergeRulesOf(work));
  return { put: [{ ...waiting, body }] };
}

function isSeparate({ call }: Work): boolean {
  const known = offlineCall(call);
  return known?.effect === 'edit' && known.separate === true;
}

/** Whether it must wait behind earlier work. */
export function mustWait(work: Work, entries: readonly Entry[]): boolean {
  return entries.some((entry) => isUnsent(entry) && dependsOn(work, entry));
}
