/**
 * Applies queued entries on top of rows. The effect of each entry is defined in its domain's table under the same call,
 * so the casts to the row's type are safe.
 */
import type { Entry } from './entry.ts';
import { offlineCall } from './offline-calls.ts';
import { targetOf } from './relations.ts';

/** Null: deleted. Undefined: unknown. */
export function overlayRow<Row extends object>(
  row: Row | undefined,
  entries: readonly Entry[],
  id: string,
  tools?: object,
): Row | null | undefined {
  let shown: Row | null | undefined = row;
  let removed: Row | undefined;
  for (const entry of entries) {
    const call = offlineCall(entry.call);
    const isOwn = targetOf(entry) === id;
    if (isOwn && call?.effect === 'remove') {
      removed = shown ?? removed;
      shown = shown && null;
    } else if (isOwn && call?.effect === 'restore') shown ??= removed;
    else if (isOwn && call?.draft) shown ??= call.draft(entry, tools) as Row;
    else if (entry.params.id === id && shown && call?.apply) shown = call.apply(shown, entry, tools) as Row;
  }
  return shown;
}

export interface ListOptions {
  tools?: object;
  /** Puts rows created on this device first. */
  newestFirst?: boolean;
}

export function overlayList<Row extends { _id: string }>(
  rows: readonly Row[],
  entries: readonly Entry[],
  { tools, newestFirst = false }: ListOptions = {},
): Row[] {
  const byId = new Map(rows.map((row) => [row._id, row]));
  const created = entries
    .filter((entry) => offlineCall(entry.call)?.draft && !byId.has(targetOf(entry)))
    .map(targetOf);
  const ids = newestFirst ? [...created.reverse(), ...byId.keys()] : [...byId.keys(), ...created];
  return ids.flatMap((id) => overlayRow(byId.get(id), entries, id, tools) ?? []);
}
