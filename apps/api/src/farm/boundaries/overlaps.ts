/** Keeps what is stored of overlaps equal to what the boundaries say, and tells those whom a change concerns. */
import type { Shape } from '@ardhi/geo';
import type { Db } from '../../lib/database/db.ts';
import { count } from '../../lib/http/throttle.ts';
import type { WriteContext } from '../../lib/http/write-context.ts';
import { addNotice } from '../../records/notices/service.ts';
import { strips } from './geometry.ts';
import type { Strip } from './overlap.ts';
import {
  deleteOverlaps,
  holdBoundaries,
  insertOverlaps,
  listOwners,
  listPairs,
  type OwnerRow,
  type PairRow,
  updateStrips,
} from './overlap-queries.ts';
import { listNeighbourIds, listShapes } from './queries.ts';
import { assertFewCovered, type Covered, coversMany } from './rules.ts';
import type { MeasuredBoundary } from './work.ts';

const PAGE = 200;
/** Near more parcels than this it is not even looked at. */
const MAX_NEIGHBOURS = 5000;
/** A settled strip that grows by more than this is another one. */
const GROWTH = 1.05;
/** To one farmer about one other, however often and wherever that one saves. */
const NOTICES = { name: 'overlap-notices', count: 1, windowSeconds: 24 * 60 * 60 };

interface Owned {
  id: string;
  ownerId: string;
}

/** To be called with the boundary's places locked. Returns how many other parcels it now overlaps. */
export async function refreshOverlaps(
  context: WriteContext,
  parcel: Owned,
  boundary: Pick<MeasuredBoundary, 'shape' | 'bbox'>,
): Promise<number> {
  const { db, env } = context;
  const found = await findStrips(db, parcel.ownerId, boundary, env.overlapToleranceMetres);
  const known = await listPairs(db, parcel.id);
  if (found.size === 0 && known.length === 0) return 0;

  const there = found.size > 0 ? await holdBoundaries(db, [...found.keys()]) : new Set<string>();
  const pairs = new Map(known.map((row) => [otherOf(row, parcel.id), row]));
  const overlapping = [...found].flatMap(([otherId, strip]) =>
    there.has(otherId) ? [{ otherId, strip, pair: pairs.get(otherId) }] : [],
  );
  const fresh = overlapping.filter(({ pair }) => !pair);
  const moved = overlapping.flatMap(({ otherId, strip, pair }) =>
    pair ? [{ otherId, strip, id: pair.id, reopen: hasGrown(pair, strip) }] : [],
  );
  await insertOverlaps(db, parcel.id, fresh);
  await updateStrips(
    db,
    moved.map(({ id, strip, reopen }) => ({ id, strip, reopen })),
  );
  const resolved = known.filter((row) => !found.has(otherOf(row, parcel.id)));
  await deleteOverlaps(
    db,
    resolved.map(({ id }) => id),
  );
  const news = [...fresh, ...moved.filter(({ reopen }) => reopen)];
  const owners = await tell(context, parcel.id, [
    ...found.keys(),
    ...resolved.map((row) => otherOf(row, parcel.id)),
  ]);
  await notify(context, parcel.ownerId, owners, news);
  return there.size;
}

/** The boundary goes, and its overlaps with it: those who had one with it hear of it. */
export async function forgetOverlaps(context: WriteContext, parcelId: string): Promise<void> {
  const { db } = context;
  const known = await listPairs(db, parcelId);
  await deleteOverlaps(
    db,
    known.map(({ id }) => id),
  );
  await tell(
    context,
    parcelId,
    known.map((row) => otherOf(row, parcelId)),
  );
}

async function findStrips(
  db: Db,
  ownerId: string,
  { shape, bbox }: { shape: Shape; bbox: MeasuredBoundary['bbox'] },
  toleranceMetres: number,
): Promise<Map<string, Strip>> {
  const found = new Map<string, Strip>();
  const covered: Covered[] = [];
  const ids = await listNeighbourIds(db, ownerId, bbox, MAX_NEIGHBOURS + 1);
  if (ids.length > MAX_NEIGHBOURS) throw coversMany();
  for (let from = 0; from < ids.length; from += PAGE) {
    const neighbours = await listShapes(db, ids.slice(from, from + PAGE));
    const byId = new Map(neighbours.map((neighbour) => [neighbour.id, neighbour]));
    for (const { id, strip } of await strips(shape, neighbours, toleranceMetres)) {
      found.set(id, strip);
      const { areaSquareMetres, deleted } = byId.get(id)!;
      if (!deleted) covered.push({ areaSquareMetres, insideSquareMetres: strip.areaSquareMetres });
    }
    assertFewCovered(covered);
  }
  return found;
}

const otherOf = (row: PairRow, parcelId: string) =>
  row.first_parcel_id === parcelId ? row.second_parcel_id : row.first_parcel_id;

/** What was settled was not settled for so much land. */
const hasGrown = (pair: PairRow, strip: Strip) =>
  pair.status === 'settled' && strip.areaSquareMetres > pair.area_m2 * GROWTH;

/** Whoever looks sees it at once. */
async function tell({ db, emit }: WriteContext, parcelId: string, concerned: string[]): Promise<OwnerRow[]> {
  if (concerned.length === 0) return [];
  const rows = await listOwners(db, [parcelId, ...concerned]);
  const owners = rows.filter(({ id }) => id !== parcelId);
  for (const { id, owner_id } of owners) emit({ user: owner_id }, 'land', [id]);
  if (owners.length > 0) emit({ offices: rows.map(({ county }) => county) }, 'land');
  return owners;
}

/** Each farmer hears of what is widest on their land, once a day, and not whose boundary it is. */
async function notify(
  context: WriteContext,
  ownerId: string,
  owners: OwnerRow[],
  news: { otherId: string; strip: Strip }[],
): Promise<void> {
  const parcels = new Map(owners.map((row) => [row.id, row]));
  const widest = new Map<string, { parcel: OwnerRow; strip: Strip }>();
  for (const { otherId, strip } of news) {
    const parcel = parcels.get(otherId);
    if (!parcel || parcel.deleted_at !== null) continue;
    const known = widest.get(parcel.owner_id);
    if (!known || known.strip.areaSquareMetres < strip.areaSquareMetres)
      widest.set(parcel.owner_id, { parcel, strip });
  }
  // In one order, so that two saves of the same farmer never wait for each other.
  for (const [userId, { parcel, strip }] of [...widest].sort(([one], [other]) => (one < other ? -1 : 1))) {
    if (await count(context.db, NOTICES, [userId, ownerId])) continue;
    const values = { land: parcel.name, area: Math.max(1, Math.round(strip.areaSquareMetres)) };
    await addNotice(context, { userId, kind: 'boundary-overlap', values, link: `/land/${parcel.id}` });
  }
}
