/** Relations between entries: target rows and dependencies. */
import type { JsonObject } from '@ardhi/contract';
import type { ChangeEventKind } from '../lib/http/events.ts';
import { type Entry, fieldsOf, type Work } from './entry.ts';
import { type MergeRules, offlineCall } from './offline-calls.ts';

/** Whether the row exists after it. */
export function createsRow({ call }: Work): boolean {
  const effect = offlineCall(call)?.effect;
  return effect === 'create' || effect === 'restore';
}

export function removesRow({ call }: Work): boolean {
  return offlineCall(call)?.effect === 'remove';
}

/** ID of the row that the call creates, changes or deletes. */
export function targetOf(work: Work): string {
  const { call, params, body } = work;
  const own = offlineCall(call)?.target?.(work);
  if (own !== undefined) return own;
  if (typeof body?._id === 'string') return body._id;
  return params.recordId ?? params.id ?? '';
}

/** IDs of all rows that must exist first. */
export function needsOf(work: Work): string[] {
  const others = offlineCall(work.call)?.needs?.(work) ?? [];
  return [...Object.values(work.params), ...others.filter((id) => typeof id === 'string')];
}

/** Rows of a kind that the call may have changed; empty means all. */
export function changedRows(kind: ChangeEventKind, work: Work): string[] {
  return offlineCall(work.call)?.kind === kind ? [...needsOf(work), targetOf(work)].filter(Boolean) : [];
}

/** Whether the later call must wait for the earlier one. */
export function dependsOn(later: Work, earlier: Work): boolean {
  const target = targetOf(earlier);
  return targetOf(later) === target || (createsRow(earlier) && needsOf(later).includes(target));
}

/** Whether the call affects this row or a row that belongs to it. */
export function concerns(work: Work, id: string): boolean {
  return targetOf(work) === id || needsOf(work).includes(id);
}

/** The entry and all later ones that depend on it, directly or transitively. */
export function withDependents(entry: Entry, entries: readonly Entry[]): Entry[] {
  const found = [entry];
  for (const later of entries) {
    if (later.seq <= entry.seq || later.state === 'sent') continue;
    if (found.some((earlier) => dependsOn(later, earlier))) found.push(later);
  }
  return found;
}

/** First entry that is queued, not skipped, and independent of all earlier unsent entries. */
export function nextToSend(
  entries: readonly Entry[],
  skipped: ReadonlySet<number> = new Set(),
): Entry | undefined {
  const before: Entry[] = [];
  for (const entry of entries) {
    if (entry.state === 'sent') continue;
    const canSend = (entry.state === 'waiting' || entry.state === 'sending') && !skipped.has(entry.seq);
    if (canSend && !before.some((earlier) => dependsOn(entry, earlier))) return entry;
    before.push(entry);
  }
  return undefined;
}

export function mergeRulesOf({ call }: Work): MergeRules | undefined {
  const known = offlineCall(call);
  return known?.effect === 'edit' ? known.merge : undefined;
}

/** The row in the response, if included. */
export function extractRow(answer: JsonObject | undefined, work: Work): JsonObject | undefined {
  if (!answer) return undefined;
  const { row: own } = offlineCall(work.call) ?? {};
  const target = targetOf(work);
  const isTarget = (one: JsonObject | null) => one?._id === target;
  const lists = Object.values(answer).filter(Array.isArray);
  const found = own ? own(answer) : [answer, ...lists.flat()].find(isTarget);
  return typeof found?.revision === 'number' ? fieldsOf(found) : undefined;
}
