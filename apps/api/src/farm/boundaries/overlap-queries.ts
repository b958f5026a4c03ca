/** Overlap queries. Overlaps of a deleted parcel stay stored but hidden, because the parcel may be restored. */
import type { boundaries, OfficialOverlap, OverlapStatus, QueryOf } from '@ardhi/contract';
import { MAX_PAGE_SIZE } from '@ardhi/contract/limits';
import { bboxOf, type Shape } from '@ardhi/geo';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../lib/database/db.ts';
import { newId } from '../../lib/database/id.ts';
import {
  firstRow,
  isAfter,
  nextRevision,
  now,
  type PageRequest,
  rowsOf,
  updateRow,
} from '../../lib/database/rows.ts';
import { countyWithin, type Scope, within } from '../../lib/http/scope.ts';
import type { Strip } from './overlap.ts';

interface StoredOverlap {
  id: string;
  /** The strip. */
  coordinates: Shape;
  area_m2: number;
  status: OverlapStatus;
  note: string | null;
  thread_id: string | null;
  created_at: string;
  updated_at: string;
  office_agreed: boolean;
}

/** An overlap as the owner of one parcel sees it. */
export interface OverlapRow extends StoredOverlap {
  parcel_id: string;
  /** Simplified if it has many vertices. */
  own_coordinates: Shape;
  own_agreed: boolean;
  other_agreed: boolean;
}

/** An overlap of `mine` with `other`. */
const ownColumns = sql`
  overlap.id, mine.parcel_id, overlap.area_m2, overlap.status, overlap.note, overlap.thread_id, overlap.created_at,
  overlap.updated_at, overlap.coordinates, overlap.office_agreed,
  case when overlap.first_parcel_id = mine.parcel_id then first_agreed else second_agreed end as own_agreed,
  case when overlap.first_parcel_id = mine.parcel_id then second_agreed else first_agreed end as other_agreed,
  coalesce(mine.outline, mine.coordinates) as own_coordinates`;

/** The farmer may see the overlaps of this boundary: see `overlap-results.ts`. */
const isShown = sql`(mine.overlaps_from is null or mine.overlaps_from <= now())`;

/** Largest first. */
export const listParcelOverlaps = (db: Db, parcelId: string) =>
  rowsOf<OverlapRow>(db)`
    select ${ownColumns}
    from boundary_overlaps as overlap
    join boundaries as mine on mine.parcel_id = ${parcelId}
    join parcels as other on other.id = case when overlap.first_parcel_id = ${parcelId}
      then overlap.second_parcel_id else overlap.first_parcel_id end
    where (overlap.first_parcel_id = ${parcelId} or overlap.second_parcel_id = ${parcelId})
      and other.deleted_at is null and ${isShown}
    order by overlap.area_m2 desc, overlap.id
    limit ${sql.lit(MAX_PAGE_SIZE)}`;

const NEWEST_FIRST = ['overlap.created_at', 'overlap.id'];

/** Overlaps of all parcels of a farmer, newest first, one more than `limit`. */
export const listOwnOverlaps = (
  db: Db,
  ownerId: string,
  status: OverlapStatus | undefined,
  { limit, after }: PageRequest,
) =>
  rowsOf<OverlapRow>(db)`
    with own as (
      select overlap.*, parcels.id as own_id, second_parcel_id as other_id
      from parcels join boundary_overlaps as overlap on overlap.first_parcel_id = parcels.id
      where parcels.owner_id = ${ownerId} and parcels.deleted_at is null
      union all
      select overlap.*, parcels.id as own_id, first_parcel_id as other_id
      from parcels join boundary_overlaps as overlap on overlap.second_parcel_id = parcels.id
      where parcels.owner_id = ${ownerId} and parcels.deleted_at is null
    )
    select ${ownColumns}
    from own as overlap
    join boundaries as mine on mine.parcel_id = overlap.own_id
    join parcels as other on other.id = overlap.other_id
    where other.deleted_at is null and ${isShown} and ${status ? sql`overlap.status = ${status}` : sql`true`}
      and ${isAfter(NEWEST_FIRST, 'desc', after)}
    order by overlap.created_at desc, overlap.id desc
    limit ${limit + 1}`;

export interface PairRow {
  id: string;
  first_parcel_id: string;
  second_parcel_id: string;
  area_m2: number;
  status: OverlapStatus;
  /** The strip, if someone has agreed to show it. */
  agreed_strip: Shape | null;
}

/** Stored overlaps of a parcel, including those with deleted parcels, to compare with newly computed ones. */
export function listPairs(db: Db, parcelId: string): Promise<PairRow[]> {
  return db
    .selectFrom('boundary_overlaps')
    .select([
      'id',
      'first_parcel_id',
      'second_parcel_id',
      'area_m2',
      'status',
      sql<Shape | null>`case when first_agreed or second_agreed or office_agreed then coordinates end`.as(
        'agreed_strip',
      ),
    ])
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
const stripRows = (strips: ({ strip: Strip } & Record<string, unknown>)[], columns: string) => sql`
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
    from ${stripRows(rows, 'id uuid, other_id uuid')}
  `.execute(db);
}

/** Consent applies to the strip as it was: one that reaches further would show more of the neighbour's land. */
export async function updateStrips(
  db: Db,
  strips: { id: string; strip: Strip; reopen: boolean; stays_agreed: boolean }[],
): Promise<void> {
  if (strips.length === 0) return;
  await sql`
    update boundary_overlaps as overlap set
      coordinates = strip.coordinates, extent = ${stripExtent}, area_m2 = strip.area_m2, updated_at = now(),
      status = case when strip.reopen then 'open' else overlap.status end,
      settled_at = case when strip.reopen then null else overlap.settled_at end,
      settled_by = case when strip.reopen then null else overlap.settled_by end,
      first_agreed = overlap.first_agreed and strip.stays_agreed,
      second_agreed = overlap.second_agreed and strip.stays_agreed,
      office_agreed = overlap.office_agreed and strip.stays_agreed
    from ${stripRows(strips, 'id uuid, reopen boolean, stays_agreed boolean')}
    where overlap.id = strip.id
  `.execute(db);
}

export async function deleteOverlaps(db: Db, overlaps: { id: string }[]): Promise<void> {
  const ids = overlaps.map(({ id }) => id);
  if (ids.length > 0) await db.deleteFrom('boundary_overlaps').where('id', 'in', ids).execute();
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

type Party = Omit<OfficialOverlap['parties'][number], 'outline'> & { outline: Shape };

export interface OfficialRow extends StoredOverlap {
  /** In the order of `parties`. */
  agreed: [boolean, boolean];
  parties: [Party, Party];
  settled_by_name: string | null;
  settled_at: string | null;
  revision: number;
}

const party = (parcel: 'first' | 'second') => `json_build_object(
  'landId', ${parcel}.id, 'landName', ${parcel}.name, 'county', ${parcel}.county,
  'farmerId', ${parcel}.owner_id, 'farmerName', ${parcel}_owner.name,
  'outline', coalesce(${parcel}_boundary.outline, ${parcel}_boundary.coordinates))`;

const officialOverlaps = sql`
  select overlap.id, overlap.coordinates, overlap.area_m2, overlap.status, overlap.note, overlap.thread_id,
    overlap.created_at, overlap.updated_at, overlap.settled_at, overlap.revision, official.name as settled_by_name,
    overlap.office_agreed, array[overlap.first_agreed, overlap.second_agreed] as agreed,
    json_build_array(${sql.raw(party('first'))}, ${sql.raw(party('second'))}) as parties
  from boundary_overlaps as overlap
  join parcels as first on first.id = overlap.first_parcel_id and first.deleted_at is null
  join parcels as second on second.id = overlap.second_parcel_id and second.deleted_at is null
  join boundaries as first_boundary on first_boundary.parcel_id = first.id
  join boundaries as second_boundary on second_boundary.parcel_id = second.id
  join users as first_owner on first_owner.id = first.owner_id
  join users as second_owner on second_owner.id = second.owner_id
  left join users as official on official.id = overlap.settled_by`;

type OverlapFilter = QueryOf<(typeof boundaries)['GET /government/overlaps']>;

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
  { limit, after }: PageRequest,
): Promise<OfficialRow[]> {
  const county = countyWithin(scope, requested);
  const conditions = [
    ...(status ? [sql`overlap.status = ${status}`] : []),
    ...(county ? [sql`(first.county = ${county} or second.county = ${county})`] : []),
    ...(region ? [sql`(first.region = ${region} or second.region = ${region})`] : []),
    ...(landId ? [ofParcels(scope, sql`parcels.id = ${landId}`)] : []),
    ...(farmerId ? [ofParcels(scope, sql`parcels.owner_id = ${farmerId}`)] : []),
    isAfter(NEWEST_FIRST, 'desc', after),
  ];
  return rowsOf<OfficialRow>(db)`
    ${officialOverlaps}
    where ${sql.join(conditions, sql` and `)}
    order by overlap.created_at desc, overlap.id desc
    limit ${limit + 1}`;
}

export const findOverlap = (db: Db, overlapId: string) =>
  firstRow<OfficialRow>(db)`${officialOverlaps} where overlap.id = ${overlapId}`;

/** Serialises decisions on an overlap and the first message about it. */
export const lockOverlap = (db: Db, overlapId: string) =>
  firstRow<OfficialRow>(db)`
    ${officialOverlaps} where overlap.id = ${overlapId} for update of overlap`;

export function decideOverlap(
  db: Db,
  overlapId: string,
  { officialId, ...decision }: { status: OverlapStatus; note: string | null; officialId: string },
): Promise<void> {
  const settled = decision.status === 'settled' ? { by: officialId, at: now } : null;
  return updateRow(db, 'boundary_overlaps', overlapId, {
    ...decision,
    settled_by: settled?.by ?? null,
    settled_at: settled?.at ?? null,
    updated_at: now,
    revision: nextRevision,
  });
}

export const setThread = (db: Db, overlapId: string, threadId: string) =>
  updateRow(db, 'boundary_overlaps', overlapId, { thread_id: threadId });

export const setOfficeAgreed = (db: Db, overlapId: string, agreed: boolean) =>
  updateRow(db, 'boundary_overlaps', overlapId, {
    office_agreed: agreed,
    updated_at: now,
    revision: nextRevision,
  });

/** `party`: the position of the farmer's parcel in the overlap. */
export const setAgreed = (db: Db, overlapId: string, party: number, agreed: boolean) =>
  updateRow(db, 'boundary_overlaps', overlapId, {
    ...(party === 0 ? { first_agreed: agreed } : { second_agreed: agreed }),
    updated_at: now,
  });

/** Whether the owner may see the overlaps of this parcel: see `overlap-results.ts`. */
export async function areOverlapsShown(db: Db, parcelId: string): Promise<boolean> {
  const row = await firstRow<{ shown: boolean }>(db)`
    select ${isShown} as shown from boundaries as mine where mine.parcel_id = ${parcelId}`;
  return row?.shown ?? false;
}
