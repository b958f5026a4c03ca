/** Keeps the stored overlaps in sync with the boundaries and notifies the affected farmers. */

import { paths } from '@ardhi/contract/paths';
import type { Db } from '../../lib/database/db.ts';
import { countCall } from '../../lib/http/throttle.ts';
import type { WriteContext } from '../../lib/http/write-context.ts';
import { addNotice } from '../../records/notices/service.ts';
import { strips } from './geometry.ts';
import type { MeasuredBoundary } from './geometry-tasks.ts';
import type { FoundStrip, Strip } from './overlap.ts';
import {
  deleteOverlaps,
  insertOverlaps,
  listOwners,
  listPairs,
  lockBoundaries,
  type OwnerRow,
  type PairRow,
  updateStrips,
} from './overlap-queries.ts';
import { roundArea } from './own-edge.ts';
import { listNeighbourIds, listShapes } from './queries.ts';
import { assertFewCovered, type Covered, coversMany } from './rules.ts';

const PAGE = 200;
/** A boundary near more parcels than this is rejected without computing overlaps. */
const MAX_NEIGHBOURS = 5000;
/** A settled overlap that grows by more than this factor is reopened. */
const MAX_SETTLED_GROWTH = 1.05;
/** At most one notice a day to a farmer about the same neighbour, however often that neighbour saves. */
const NOTICE_LIMIT = { name: 'overlap-notices', count: 1, windowSeconds: 24 * 60 * 60 };

interface OwnedParcel {
  id: string;
  ownerId: string;
}

/** Requires `lockPlaces` for the boundary. Returns the number of parcels that it now overlaps. */
export async function refreshOverlaps(
  context: WriteContext,
  parcel: OwnedParcel,
  boundary: Pick<MeasuredBoundary, 'shape' | 'bbox'>,
): Promise<number> {
  const { db, env } = context;
  const stored = await listPairs(db, parcel.id);
  const pairs = new Map(stored.map((row) => [otherOf(row, parcel.id), row]));
  const found = await findStrips(db, {
    parcel,
    boundary,
    pairs,
    toleranceMetres: env.overlapToleranceMetres,
  });
  if (found.size === 0 && stored.length === 0) return 0;

  const withBoundary = found.size > 0 ? await lockBoundaries(db, [...found.keys()]) : new Set<string>();
  const overlapping = [...found].flatMap(([otherId, { strip, staysAgreed }]) =>
    withBoundary.has(otherId) ? [{ otherId, strip, staysAgreed, pair: pairs.get(otherId) }] : [],
  );
  const fresh = overlapping.filter(({ pair }) => !pair);
  const moved = overlapping.flatMap(({ otherId, strip, staysAgreed, pair }) =>
    pair ? [{ otherId, strip, id: pair.id, reopen: hasGrown(pair, strip), stays_agreed: staysAgreed }] : [],
  );
  await insertOverlaps(db, parcel.id, fresh);
  await updateStrips(db, moved);
  const resolved = stored.filter((row) => !found.has(otherOf(row, parcel.id)));
  await deleteOverlaps(db, resolved);
  const newOrReopened = [...fresh, ...moved.filter(({ reopen }) => reopen)];
  const owners = await emitChanges(context, parcel.id, [
    ...found.keys(),
    ...resolved.map((row) => otherOf(row, parcel.id)),
  ]);
  await notifyOwners(context, parcel.ownerId, owners, newOrReopened);
  return withBoundary.size;
}

/** Deletes the overlaps of a removed boundary and emits change events to the other owners. */
export async function removeOverlaps(context: WriteContext, parcelId: string): Promise<void> {
  const { db } = context;
  const stored = await listPairs(db, parcelId);
  await deleteOverlaps(db, stored);
  await emitChanges(
    context,
    parcelId,
    stored.map((row) => otherOf(row, parcelId)),
  );
}

interface StripSearch {
  parcel: OwnedParcel;
  boundary: Pick<MeasuredBoundary, 'shape' | 'bbox'>;
  /** Stored overlaps, by the other parcel. */
  pairs: Map<string, PairRow>;
  toleranceMetres: number;
}

async function findStrips(
  db: Db,
  { parcel, boundary: { shape, bbox }, pairs, toleranceMetres }: StripSearch,
): Promise<Map<string, FoundStrip>> {
  const found = new Map<string, FoundStrip>();
  const covered: Covered[] = [];
  const ids = await listNeighbourIds(db, parcel.ownerId, bbox, MAX_NEIGHBOURS + 1);
  if (ids.length > MAX_NEIGHBOURS) throw coversMany();
  for (let from = 0; from < ids.length; from += PAGE) {
    const neighbours = (await listShapes(db, ids.slice(from, from + PAGE))).map((neighbour) => ({
      ...neighbour,
      agreed: pairs.get(neighbour.id)?.agreed_strip ?? undefined,
    }));
    const byId = new Map(neighbours.map((neighbour) => [neighbour.id, neighbour]));
    for (const one of await strips(shape, neighbours, toleranceMetres)) {
      found.set(one.id, one);
      const { areaSquareMetres, deleted } = byId.get(one.id)!;
      if (!deleted) covered.push({ areaSquareMetres, insideSquareMetres: one.strip.areaSquareMetres });
    }
    assertFewCovered(covered);
  }
  return found;
}

const otherOf = (row: PairRow, parcelId: string) =>
  row.first_parcel_id === parcelId ? row.second_parcel_id : row.first_parcel_id;

/** The settlement did not cover the additional land. */
const hasGrown = (pair: PairRow, strip: Strip) =>
  pair.status === 'settled' && strip.areaSquareMetres > pair.area_m2 * MAX_SETTLED_GROWTH;

/** Emits change events, so that open pages refetch. */
async function emitChanges(
  { db, emit }: WriteContext,
  parcelId: string,
  concerned: string[],
): Promise<OwnerRow[]> {
  if (concerned.length === 0) return [];
  const rows = await listOwners(db, [parcelId, ...concerned]);
  const owners = rows.filter(({ id }) => id !== parcelId);
  for (const { id, owner_id } of owners) emit({ user: owner_id }, 'land', [id]);
  if (owners.length > 0) emit({ offices: rows.map(({ county }) => county) }, 'land');
  return owners;
}

/** Notifies each farmer once a day of the largest overlap on their land, without naming the neighbour. */
async function notifyOwners(
  context: WriteContext,
  ownerId: string,
  owners: OwnerRow[],
  newOrReopened: { otherId: string; strip: Strip }[],
): Promise<void> {
  const parcels = new Map(owners.map((row) => [row.id, row]));
  const largest = new Map<string, { parcel: OwnerRow; strip: Strip }>();
  for (const { otherId, strip } of newOrReopened) {
    const parcel = parcels.get(otherId);
    if (!parcel || parcel.deleted_at !== null) continue;
    const current = largest.get(parcel.owner_id);
    if (!current || current.strip.areaSquareMetres < strip.areaSquareMetres)
      largest.set(parcel.owner_id, { parcel, strip });
  }
  // Sorted, so that concurrent saves lock the throttle rows in the same order and cannot deadlock.
  for (const [userId, { parcel, strip }] of [...largest].sort(([one], [other]) => (one < other ? -1 : 1))) {
    if (await countCall(context.db, NOTICE_LIMIT, [userId, ownerId])) continue;
    const values = { land: parcel.name, area: roundArea(strip.areaSquareMetres) };
    await addNotice(context, { userId, kind: 'boundary-overlap', values, link: paths.landDetail(parcel.id) });
  }
}
