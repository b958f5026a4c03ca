/** Keeps what is stored of overlaps equal to what the boundaries say, and tells those whom a change concerns. */
import type { Shape } from '@ardhi/geo';
import type { Db } from '../lib/db.ts';
import { fieldProblem } from '../lib/problem.ts';
import type { WriteContext } from '../lib/write-context.ts';
import { addNotices } from '../notices/service.ts';
import { strips } from './geometry.ts';
import type { Strip } from './overlap.ts';
import {
  deleteOverlaps,
  holdBoundaries,
  insertOverlaps,
  listOwners,
  listPairs,
  type PairRow,
  updateStrips,
} from './overlap-queries.ts';
import { listNeighbourIds, listShapes } from './queries.ts';
import type { MeasuredBoundary } from './work.ts';

const PAGE = 200;
/** A boundary over more parcels than this is a mistake, or somebody who wants to know where others are. */
const MAX_NEIGHBOURS = 5000;
const MAX_OVERLAPS = 200;
/** A settled strip that grows by more than this is another one. */
const GROWTH = 1.05;

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
  await tell(context, [...found.keys(), ...resolved.map((row) => otherOf(row, parcel.id))], news);
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
    known.map((row) => otherOf(row, parcelId)),
    [],
  );
}

async function findStrips(
  db: Db,
  ownerId: string,
  { shape, bbox }: { shape: Shape; bbox: MeasuredBoundary['bbox'] },
  toleranceMetres: number,
): Promise<Map<string, Strip>> {
  const found = new Map<string, Strip>();
  const ids = await listNeighbourIds(db, ownerId, bbox, MAX_NEIGHBOURS + 1);
  const refuse = () => fieldProblem('geometry', 'issue.boundary-covers-many', { count: found.size });
  if (ids.length > MAX_NEIGHBOURS) throw refuse();
  for (let from = 0; from < ids.length; from += PAGE) {
    const neighbours = await listShapes(db, ids.slice(from, from + PAGE));
    for (const { id, strip } of await strips(shape, neighbours, toleranceMetres)) found.set(id, strip);
    if (found.size > MAX_OVERLAPS) throw refuse();
  }
  return found;
}

const otherOf = (row: PairRow, parcelId: string) =>
  row.first_parcel_id === parcelId ? row.second_parcel_id : row.first_parcel_id;

/** What was settled was not settled for so much land. */
const hasGrown = (pair: PairRow, strip: Strip) =>
  pair.status === 'settled' && strip.areaSquareMetres > pair.area_m2 * GROWTH;

/** Whoever looks sees it at once; the other farmers get a notice of what is new. Neither learns whose it is. */
async function tell(
  context: WriteContext,
  concerned: string[],
  news: { otherId: string; strip: Strip }[],
): Promise<void> {
  const { db, emit } = context;
  const owners = await listOwners(db, concerned);
  for (const { id, owner_id } of owners) emit({ user: owner_id }, 'land', [id]);
  if (owners.length > 0) emit({ role: 'government' }, 'land');
  const byId = new Map(owners.map((owner) => [owner.id, owner]));
  const notices = news.flatMap(({ otherId, strip }) => {
    const other = byId.get(otherId);
    if (!other || other.deleted_at !== null) return [];
    const values = { land: other.name, area: Math.max(1, Math.round(strip.areaSquareMetres)) };
    const link = `/land/${other.id}`;
    return [{ userId: other.owner_id, kind: 'boundary-overlap' as const, values, link }];
  });
  await addNotices(context, notices);
}
