/** Overlap queries. Overlaps of a deleted parcel stay stored but hidden, because the parcel may be restored. */
import type { OverlapStatus, Region } from '@ardhi/contract';
import { MAX_PAGE_SIZE } from '@ardhi/contract/limits';
import { bboxOf, type Shape } from '@ardhi/geo';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../lib/database/db.ts';
import { newId } from '../../lib/database/id.ts';
import { countyWithin, type Scope, within } from '../../lib/http/scope.ts';
import type { Strip } from './overlap.ts';

export interface OverlapRow {
  id: string;
  parcel_id: string;
  /** Null if it would reveal the shape of the other parcel. */
  coordinates: Shape | null;
  area_m2: number;
  status: OverlapStatus;
  note: string | null;
  thread_id: string | null;
  created_at: string;
  updated_at: string;
}

/** If a farmer's boundaries cover more than this share of another parcel, the strips would reveal its shape. */
const MAX_VISIBLE_SHARE = 0.8;

/** Sums over all parcels of the owner: two that each cover half reveal as much as one. */
const coveredBy = (ownerId: RawBuilder<unknown>) => sql`(
  select sum(strip.area_m2)
  from (
    select second_parcel_id as own_id, area_m2 from boundary_overlaps where first_parcel_id = other.id
    union all
    select first_parcel_id, area_m2 from boundary_overlaps where second_parcel_id = other.id
  ) as strip
  join parcels as own on own.id = strip.own_id
  where own.owner_id = ${ownerId} and own.deleted_at is null)`;

/** An overlap of `mine` with `other`, as the owner of `mine` sees it. */
const ownColumns = (mine: RawBuilder<unknown>, ownerId: RawBuilder<unknown>) => sql`
  overlap.id, ${mine} as parcel_id, overlap.area_m2, overlap.status, overlap.note,
  overlap.thread_id, overlap.created_at, overlap.updated_at,
  case when ${coveredBy(ownerId)} <= ${sql.lit(MAX_VISIBLE_SHARE)} * other.boundary_area_m2 then overlap.coordinates end as coordinates`;

/** Largest first. */
export async function listParcelOverlaps(db: Db, parcelId: string): Promise<OverlapRow[]> {
  const { rows } = await sql<OverlapRow>`
    select ${ownColumns(sql`mine.id`, sql`mine.owner_id`)}
    from boundary_overlaps as overlap
    join parcels as mine on mine.id = ${parcelId}
    join parcels as other on other.id = case when overlap.first_parcel_id = ${parcelId}
      then overlap.second_parcel_id else overlap.first_parcel_id end
    where (overlap.first_parcel_id = ${parcelId} or overlap.second_parcel_id = ${parcelId})
      and other.deleted_at is null
    order by overlap.area_m2 desc, overlap.id
    limit ${sql.lit(MAX_PAGE_SIZE)}
  `.execute(db);
  return rows;
}

/** Overlaps of all parcels of a farmer, newest first, one more than `limit`. */
export async function listOwnOverlaps(
  db: Db,
  ownerId: string,
  { status, limit, after }: { status?: OverlapStatus; limit: number; after: string[] | null },
): Promise<OverlapRow[]> {
  const filter = sql.join(
    [
      ...(status ? [sql`and overlap.status = ${status}`] : []),
      ...(after
        ? [sql`and (overlap.created_at, overlap.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`]
        : []),
      sql``,
    ],
    sql` `,
  );
  const { rows } = await sql<OverlapRow>`
    with mine as (
      select overlap.*, parcels.id as mine, second_parcel_id as other
      from parcels join boundary_overlaps as overlap on overlap.first_parcel_id = parcels.id
      where parcels.owner_id = ${ownerId} and parcels.deleted_at is null
      union all
      select overlap.*, parcels.id as mine, first_parcel_id as other
      from parcels join boundary_overlaps as overlap on overlap.second_parcel_id = parcels.id
      where parcels.owner_id = ${ownerId} and parcels.deleted_at is null
    )
    select ${ownColumns(sql`overlap.mine`, sql`${ownerId}`)}
    from mine as overlap join parcels as other on other.id = overlap.other
    where other.deleted_at is null ${filter}
    order by overlap.created_at desc, overlap.id desc
    limit ${limit + 1}
  `.execute(db);
  return rows;
}

export interface PairRow {
  id: string;
  first_parcel_id: string;
  second_parcel_id: string;
  area_m2: number;
  status: OverlapStatus;
}

/** Stored overlaps of a parcel, including those with deleted parcels, to compare with newly computed ones. */
export function listPairs(db: Db, parcelId: string): Promise<PairRow[]> {
  return db
    .selectFrom('boundary_overlaps')
    .select(['id', 'first_parcel_id', 'second_parcel_id', 'area_m2', 'status'])
    .where((where) =>
      where.or([where('first_parcel_id', '=', parcelId), where('second_parcel_id', '=', parcelId)]),
    )
    .execute() as Promise<PairRow[]>;
}

/** Returns the parcels that still have a boundary, and locks these boundaries against deletion. */
export async function lockBoundaries(db: Db, parcelIds: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('boundaries')
    .select('parcel_id')
    .where('parcel_id', 'in', parcelIds)
    .forKeyShare()
    .execute();
  return new Set(rows.map(({ parcel_id }) => parcel_id));
}

/** All strips as rows of a single statement. */
const rowsOf = (strips: ({ strip: Strip } & Record<string, unknown>)[], columns: string) => sql`
  json_to_recordset(${JSON.stringify(
    strips.map(({ strip: { shape, areaSquareMetres }, ...own }) => ({
      ...own,
      ...bboxOf(shape),
      coordinates: shape,
      area_m2: areaSquareMetres,
    })),
  )}::json) as strip(${sql.raw(columns)}, coordinates json, area_m2 float8,
    west float8, south float8, east float8, north float8)`;

const stripExtent = sql.raw('box(point(strip.west, strip.south), point(strip.east, strip.north))');

export async function insertOverlaps(
  db: Db,
  parcelId: string,
  strips: { otherId: string; strip: Strip }[],
): Promise<void> {
  if (strips.length === 0) return;
  const rows = strips.map(({ otherId, strip }) => ({ id: newId(), other_id: otherId, strip }));
  await sql`
    insert into boundary_overlaps (id, first_parcel_id, second_parcel_id, coordinates, extent, area_m2)
    select id, least(other_id, ${parcelId}::uuid), greatest(other_id, ${parcelId}::uuid), coordinates, ${stripExtent}, area_m2
    from ${rowsOf(rows, 'id uuid, other_id uuid')}
  `.execute(db);
}

export async function updateStrips(
  db: Db,
  strips: { id: string; strip: Strip; reopen: boolean }[],
): Promise<void> {
  if (strips.length === 0) return;
  await sql`
    update boundary_overlaps as overlap set
      coordinates = strip.coordinates, extent = ${stripExtent}, area_m2 = strip.area_m2, updated_at = now(),
      status = case when strip.reopen then 'open' else overlap.status end,
      settled_at = case when strip.reopen then null else overlap.settled_at end,
      settled_by = case when strip.reopen then null else overlap.settled_by end
    from ${rowsOf(strips, 'id uuid, reopen boolean')}
    where overlap.id = strip.id
  `.execute(db);
}

export async function deleteOverlaps(db: Db, overlapIds: string[]): Promise<void> {
  if (overlapIds.length === 0) return;
  await db.deleteFrom('boundary_overlaps').where('id', 'in', overlapIds).execute();
}

export interface OwnerRow {
  id: string;
  owner_id: string;
  name: string;
  county: string | null;
  deleted_at: string | null;
}

export function listOwners(db: Db, parcelIds: string[]): Promise<OwnerRow[]> {
  if (parcelIds.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('parcels')
    .select(['id', 'owner_id', 'name', 'county', 'deleted_at'])
    .where('id', 'in', parcelIds)
    .execute();
}

export interface OfficialRow extends Omit<OverlapRow, 'parcel_id' | 'coordinates'> {
  coordinates: Shape;
  first_parcel_id: string;
  second_parcel_id: string;
  first_county: string | null;
  second_county: string | null;
  first_farmer_id: string;
  second_farmer_id: string;
  first_farmer: string;
  second_farmer: string;
  first_name: string;
  second_name: string;
  first_outline: Shape;
  second_outline: Shape;
  settled_by_name: string | null;
  settled_at: string | null;
  revision: number;
}

const officialOverlaps = sql`
  select overlap.id, overlap.coordinates, overlap.area_m2, overlap.status, overlap.note, overlap.thread_id,
    overlap.created_at, overlap.updated_at, overlap.settled_at, overlap.revision,
    overlap.first_parcel_id, overlap.second_parcel_id,
    first.county as first_county, second.county as second_county,
    first.name as first_name, second.name as second_name,
    coalesce(first_boundary.outline, first_boundary.coordinates) as first_outline,
    coalesce(second_boundary.outline, second_boundary.coordinates) as second_outline,
    first.owner_id as first_farmer_id, second.owner_id as second_farmer_id,
    first_owner.name as first_farmer, second_owner.name as second_farmer,
    official.name as settled_by_name
  from boundary_overlaps as overlap
  join parcels as first on first.id = overlap.first_parcel_id and first.deleted_at is null
  join parcels as second on second.id = overlap.second_parcel_id and second.deleted_at is null
  join boundaries as first_boundary on first_boundary.parcel_id = first.id
  join boundaries as second_boundary on second_boundary.parcel_id = second.id
  join users as first_owner on first_owner.id = first.owner_id
  join users as second_owner on second_owner.id = second.owner_id
  left join users as official on official.id = overlap.settled_by`;

export interface OverlapFilter {
  status?: OverlapStatus;
  county?: string;
  region?: Region;
  landId?: string;
  farmerId?: string;
}

/**
 * Overlaps of the requested parcels within the official's area: a parcel elsewhere must not be revealed as the other
 * side. Starts from the few parcels, because scanning every overlap is slower.
 */
const ofParcels = (scope: Scope, condition: RawBuilder<unknown>) => sql`overlap.id in (
  select strip.id from parcels join boundary_overlaps as strip on strip.first_parcel_id = parcels.id
  where ${condition} and ${within(scope, sql`parcels.county`)}
  union
  select strip.id from parcels join boundary_overlaps as strip on strip.second_parcel_id = parcels.id
  where ${condition} and ${within(scope, sql`parcels.county`)})`;

/** Newest first, one more than `limit`. */
export async function listOverlaps(
  db: Db,
  scope: Scope,
  { status, county: requested, region, landId, farmerId }: OverlapFilter,
  { limit, after }: { limit: number; after: string[] | null },
): Promise<OfficialRow[]> {
  const county = countyWithin(scope, requested);
  const conditions = [
    sql`true`,
    ...(status ? [sql`overlap.status = ${status}`] : []),
    ...(county ? [sql`(first.county = ${county} or second.county = ${county})`] : []),
    ...(region ? [sql`(first.region = ${region} or second.region = ${region})`] : []),
    ...(landId ? [ofParcels(scope, sql`parcels.id = ${landId}`)] : []),
    ...(farmerId ? [ofParcels(scope, sql`parcels.owner_id = ${farmerId}`)] : []),
    ...(after ? [sql`(overlap.created_at, overlap.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`] : []),
  ];
  const { rows } = await sql<OfficialRow>`
    ${officialOverlaps}
    where ${sql.join(conditions, sql` and `)}
    order by overlap.created_at desc, overlap.id desc
    limit ${limit + 1}
  `.execute(db);
  return rows;
}

export async function findOverlap(db: Db, overlapId: string): Promise<OfficialRow | undefined> {
  const { rows } = await sql<OfficialRow>`${officialOverlaps} where overlap.id = ${overlapId}`.execute(db);
  return rows[0];
}

/** Serialises decisions on an overlap and the first message about it. */
export async function lockOverlap(db: Db, overlapId: string): Promise<OfficialRow | undefined> {
  const { rows } = await sql<OfficialRow>`
    ${officialOverlaps} where overlap.id = ${overlapId} for update of overlap
  `.execute(db);
  return rows[0];
}

export async function decideOverlap(
  db: Db,
  overlapId: string,
  decision: { status: OverlapStatus; note: string | null; officialId: string },
): Promise<void> {
  const isSettled = decision.status === 'settled';
  await db
    .updateTable('boundary_overlaps')
    .set({
      status: decision.status,
      note: decision.note,
      settled_by: isSettled ? decision.officialId : null,
      settled_at: isSettled ? sql<string>`now()` : null,
      updated_at: sql<string>`now()`,
      revision: sql<number>`revision + 1`,
    })
    .where('id', '=', overlapId)
    .execute();
}

export async function setThread(db: Db, overlapId: string, threadId: string): Promise<void> {
  await db
    .updateTable('boundary_overlaps')
    .set({ thread_id: threadId })
    .where('id', '=', overlapId)
    .execute();
}
