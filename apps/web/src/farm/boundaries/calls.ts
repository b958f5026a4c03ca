/**
 * Boundary calls that can be queued offline, and their effect on the map until they are sent. They are parcel calls, because
 * they change the parcel's card. Area and centre are computed on the device once the tools are loaded.
 */
import type { Boundary, ListedBoundary, QueueableCall } from '@ardhi/contract';
import type { Entry, Work } from '../../outbox/entry.ts';
import { type EntryOf, isEntryOf, type Known, type OfflineCalls } from '../../outbox/offline-calls.ts';
import { removesRow, targetOf } from '../../outbox/relations.ts';
import { PARCEL_CALL } from '../land/parcel/parcel-calls.ts';
import type { ParcelLike, ParcelTools } from '../land/parcel/parcel-overlay.ts';
import { boundaryKeys } from './keys.ts';

/** A boundary shares its parcel's id, so as an outbox target it needs a prefix. */
const boundaryTarget = ({ params }: Pick<Work, 'params'>) => `boundary:${params.id}`;

const isOfBoundary = (entry: Entry) => targetOf(entry) === boundaryTarget(entry);

/** Updates the boundary summary on the parcel's card and page. */
function setOnParcel(
  parcel: ParcelLike,
  { body }: EntryOf<'PUT /land/{id}/boundary'>,
  tools?: ParcelTools,
): ParcelLike {
  const summary = tools?.boundarySummary(body.geometry);
  return summary ? { ...parcel, boundary: { ...summary, revision: parcel.boundary?.revision ?? 0 } } : parcel;
}

const removeFromParcel = (parcel: ParcelLike): ParcelLike => ({ ...parcel, boundary: null });

/** Returns null if the boundary was removed. */
export function overlayBoundary(
  boundary: Boundary | undefined,
  entries: readonly Entry[],
  landId: string,
  tools?: ParcelTools,
): Boundary | null | undefined {
  let shown: Boundary | null | undefined = boundary;
  for (const entry of entries) {
    if (entry.params.id !== landId || !isOfBoundary(entry)) continue;
    if (removesRow(entry)) shown = null;
    else if (tools && isEntryOf(entry, 'PUT /land/{id}/boundary'))
      shown = queuedBoundary(entry, landId, shown, tools);
  }
  return shown;
}

function queuedBoundary(
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
    // Only the server can compute overlaps with neighbours.
    overlaps: before?.overlaps ?? [],
    overlapsFrom: before?.overlapsFrom ?? null,
  };
}

export function overlayBoundaries(
  rows: readonly ListedBoundary[],
  entries: readonly Entry[],
  tools?: ParcelTools,
): ListedBoundary[] {
  const changed = entries.filter(isOfBoundary).map(({ params }) => params.id);
  const removedTargets = new Set(entries.filter(removesRow).map(targetOf));
  const byId = new Map(rows.map((row) => [row.landId, row]));
  const ids = new Set([...byId.keys(), ...changed.filter((id) => id !== undefined)]);
  return [...ids].flatMap((id) => {
    if (removedTargets.has(id)) return [];
    if (!changed.includes(id)) return byId.get(id) ?? [];
    const known = byId.get(id);
    const shown = overlayBoundary(
      known && { ...known, overlaps: [], overlapsFrom: null },
      entries,
      id,
      tools,
    );
    if (!shown) return [];
    const { overlaps: _, overlapsFrom: __, ...listed } = shown;
    return { ...listed, simplified: false };
  });
}

const BOUNDARY = {
  ...PARCEL_CALL,
  target: boundaryTarget,
  base: ({ client }: Known, { params }: Work) =>
    client.getQueryData<Boundary>(boundaryKeys.one(params.id ?? '')),
} as const;

export const calls = {
  'PUT /land/{id}/boundary': {
    ...BOUNDARY,
    effect: 'edit',
    label: 'land.queued.boundary.set',
    failed: 'map.error.save',
    fieldLabel: () => 'land.queued.boundary',
    merge: { ignored: ['source'] },
    apply: setOnParcel,
    row: (answer) => answer,
  },
  'DELETE /land/{id}/boundary': {
    ...BOUNDARY,
    effect: 'remove',
    label: 'land.queued.boundary.delete',
    failed: 'map.error.remove',
    apply: removeFromParcel,
  },
} satisfies OfflineCalls<Extract<QueueableCall, `${string}/boundary`>>;
