/** Boundaries as they show before they are sent. Area and centre are worked out on the device, once its tools are loaded. */
import type { Boundary, ListedBoundary } from '@ardhi/contract';
import type { Entry, Work } from '../../outbox/entry.ts';
import type { EntryOf } from '../../outbox/offline-calls.ts';
import { removesRow, targetOf } from '../../outbox/relations.ts';
import type { ParcelLike, ParcelTools } from '../land/parcel/parcel-overlay.ts';

/** A boundary bears its parcel's id: as a row of its own it needs another. */
export const boundaryTarget = ({ params }: Pick<Work, 'params'>) => `boundary:${params.id}`;

const isOfBoundary = (entry: Entry) => targetOf(entry) === boundaryTarget(entry);

/** On the parcel: what its card and its page say of it. */
export function setOnParcel(
  parcel: ParcelLike,
  { body }: EntryOf<'PUT /land/{id}/boundary'>,
  tools?: ParcelTools,
): ParcelLike {
  const summary = tools?.boundarySummary(body.geometry);
  return summary ? { ...parcel, boundary: { ...summary, revision: parcel.boundary?.revision ?? 0 } } : parcel;
}

export const removeFromParcel = (parcel: ParcelLike): ParcelLike => ({ ...parcel, boundary: null });

/** Null: it was taken away. */
export function overBoundary(
  boundary: Boundary | undefined,
  entries: readonly Entry[],
  landId: string,
  tools?: ParcelTools,
): Boundary | null | undefined {
  let shown: Boundary | null | undefined = boundary;
  for (const entry of entries) {
    if (entry.params.id !== landId || !isOfBoundary(entry)) continue;
    if (removesRow(entry)) shown = null;
    else if (tools) shown = drawn(entry as EntryOf<'PUT /land/{id}/boundary'>, landId, shown, tools);
  }
  return shown;
}

function drawn(
  { body: { geometry, source }, madeAt }: EntryOf<'PUT /land/{id}/boundary'>,
  landId: string,
  before: Boundary | null | undefined,
  tools: ParcelTools,
): Boundary {
  return {
    ...tools.boundarySummary(geometry),
    landId,
    geometry,
    source: source ?? 'drawn',
    revision: before?.revision ?? 0,
    updatedAt: new Date(madeAt).toISOString(),
    // Only the server knows the neighbours.
    overlaps: before?.overlaps ?? [],
  };
}

export function overBoundaries(
  rows: readonly ListedBoundary[],
  entries: readonly Entry[],
  tools?: ParcelTools,
): ListedBoundary[] {
  const changed = entries.filter(isOfBoundary).map(({ params }) => params.id);
  const gone = new Set(entries.filter(removesRow).map(targetOf));
  const byId = new Map(rows.map((row) => [row.landId, row]));
  const ids = new Set([...byId.keys(), ...changed.filter((id) => id !== undefined)]);
  return [...ids].flatMap((id) => {
    if (gone.has(id)) return [];
    if (!changed.includes(id)) return byId.get(id) ?? [];
    const known = byId.get(id);
    const shown = overBoundary(known && { ...known, overlaps: [] }, entries, id, tools);
    if (!shown) return [];
    const { overlaps: _, ...listed } = shown;
    return { ...listed, simplified: false };
  });
}
