/** Keeps what is stored of overlaps equal to what the boundaries say, and tells those whom a change concerns. */
import type { Shape } from '@ardhi/geo';
import type { Db } from '../lib/db.ts';
import { hint } from '../lib/hints.ts';
import { fieldProblem } from '../lib/problem.ts';
import type { Services } from '../lib/services.ts';
import { addNotice } from '../notices/service.ts';
import { strips } from './geometry.ts';
import type { Strip } from './overlap.ts';
import {
  deleteOverlaps,
  holdBoundaries,
  insertOverlap,
  listOwners,
  listPairs,
  type PairRow,
  updateStrip,
} from './overlap-queries.ts';
import { listNeighbours } from './queries.ts';
import type { MeasuredBoundary } from './work.ts';

const PAGE = 200;
/** A boundary over more parcels than this is a mistake, or somebody who wants to know where others are. */
const MOST_NEIGHBOURS = 5000;
const MOST_OVERLAPS = 200;
/** A settled strip that grows by more than this is another one. */
const GROWTH = 1.05;

interface Owned {
  id: string;
  ownerId: string;
}

/** To be called with the boundary's places locked. Returns how many other parcels it now overlaps. */
export async function refreshOverlaps(
  db: Db,
  services: Pick<Services, 'env'>,
  parcel: Owned,
  boundary: Pick<MeasuredBoundary, 'shape' | 'box'>,
): Promise<number> {
  const found = await findStrips(db, parcel.ownerId, boundary, services.env.overlapToleranceMetres);
  const known = await listPairs(db, parcel.id);
  if (found.size === 0 && known.length === 0) return 0;

  const there = found.size > 0 ? await holdBoundaries(db, [...found.keys()]) : new Set<string>();
  const news: { otherId: string; area: number }[] = [];
  for (const [otherId, strip] of found) {
    if (!there.has(otherId)) continue;
    const pair = known.find((row) => otherOf(row, parcel.id) === otherId);
    if (await store(db, parcel.id, otherId, pair, strip))
      news.push({ otherId, area: strip.areaSquareMetres });
  }
  const mended = known.filter((row) => !found.has(otherOf(row, parcel.id)));
  await deleteOverlaps(
    db,
    mended.map(({ id }) => id),
  );
  await tell(db, services, [...found.keys(), ...mended.map((row) => otherOf(row, parcel.id))], news);
  return there.size;
}

/** The boundary goes, and its overlaps with it: those who had one with it hear of it. */
export async function forgetOverlaps(
  db: Db,
  services: Pick<Services, 'env'>,
  parcelId: string,
): Promise<void> {
  const known = await listPairs(db, parcelId);
  await deleteOverlaps(
    db,
    known.map(({ id }) => id),
  );
  await tell(
    db,
    services,
    known.map((row) => otherOf(row, parcelId)),
    [],
  );
}

async function findStrips(
  db: Db,
  ownerId: string,
  { shape, box }: { shape: Shape; box: MeasuredBoundary['box'] },
  toleranceMetres: number,
): Promise<Map<string, Strip>> {
  const found = new Map<string, Strip>();
  let seen = 0;
  let afterId: string | null = null;
  for (;;) {
    const rows = await listNeighbours(db, ownerId, box, { limit: PAGE, afterId });
    const neighbours = rows.map(({ parcel_id, coordinates }) => ({ id: parcel_id, shape: coordinates }));
    for (const { id, strip } of await strips(shape, neighbours, toleranceMetres)) found.set(id, strip);
    seen += rows.length;
    if (found.size > MOST_OVERLAPS || seen > MOST_NEIGHBOURS)
      throw fieldProblem('geometry', 'issue.boundary-covers-many', { count: found.size });
    if (rows.length < PAGE) return found;
    afterId = rows.at(-1)?.parcel_id ?? null;
  }
}

const otherOf = (row: PairRow, parcelId: string) =>
  row.first_parcel_id === parcelId ? row.second_parcel_id : row.first_parcel_id;

/** Returns whether it is news: a new overlap, or a settled one that has grown. */
async function store(
  db: Db,
  parcelId: string,
  otherId: string,
  known: PairRow | undefined,
  strip: Strip,
): Promise<boolean> {
  if (!known) {
    await insertOverlap(db, parcelId < otherId ? [parcelId, otherId] : [otherId, parcelId], strip);
    return true;
  }
  const reopen = known.status === 'settled' && strip.areaSquareMetres > known.area_m2 * GROWTH;
  await updateStrip(db, known.id, strip, { reopen });
  return reopen;
}

/** Whoever looks sees it at once; the other farmers get a notice of what is new. Neither learns whose it is. */
async function tell(
  db: Db,
  services: Pick<Services, 'env'>,
  concerned: string[],
  news: { otherId: string; area: number }[],
): Promise<void> {
  const owners = await listOwners(db, concerned);
  for (const { id, owner_id } of owners) hint(db, { user: owner_id }, 'land', [id]);
  if (owners.length > 0) hint(db, { role: 'government' }, 'land');
  for (const { otherId, area } of news) {
    const other = owners.find(({ id }) => id === otherId);
    if (!other || other.deleted_at !== null) continue;
    await addNotice(db, services, {
      userId: other.owner_id,
      kind: 'boundary-overlap',
      values: { land: other.name, area: Math.max(1, Math.round(area)) },
      link: `/land/${other.id}`,
    });
  }
}
