/** Parcels for map programs, in the order of their ids. */
import type { Region, SoilType } from '@ardhi/contract';
import type { Bbox } from '@ardhi/geo';
import { sql } from 'kysely';
import type { Db, Sql } from '../../lib/database/db.ts';
import { onlyRow, rowsOf } from '../../lib/database/rows.ts';
import { type Area, within } from '../../lib/http/scope.ts';

export interface ParcelFeatureRow {
  id: string;
  owner_id: string;
  county: string | null;
  region: Region | null;
  soil_type: SoilType;
  size_acres: number;
  /** Null without a boundary, as all that follows of it. */
  area_m2: number | null;
  /** Null: not yet assessed. */
  score: number | null;
  confidence: number;
  source: string | null;
  updated_at: string | null;
  /** JSON text, sent as it is stored. */
  coordinates: string | null;
}

export interface FeatureFilter {
  bbox?: Bbox;
  county?: string;
  soilType?: SoilType;
  after?: string;
}

/** A page ends early after this many corners: about five megabytes. */
const MAX_CORNERS = 200_000;
/** Up to this many parcels in a bounding box, sorting them is cheaper than walking through all ids. */
const FEW = 5000;

const columns = sql`
  parcels.id, owner_id, county, region, soil_type, size_acres, boundary_area_m2 as area_m2,
  case when score_status <> 'initial' then score end as score, confidence, source, updated_at,
  coordinates::text as coordinates, corner_count`;

const select = (conditions: Sql, order: Sql): Sql => sql`
  select ${columns} from parcels join boundaries on parcel_id = parcels.id
  where parcels.deleted_at is null and ${conditions} ${order}`;

/** At least one row of the page, and whether more follow. */
export async function listFeatures(db: Db, scope: Area, filter: FeatureFilter, limit: number) {
  const { bbox, county, soilType, after } = filter;
  const conditions = sql.join(
    [
      within(scope, sql`parcels.county`),
      // Pages of a county follow an index that has only these parcels.
      sql`boundary_area_m2 is not null`,
      ...(county ? [sql`parcels.county = ${county}`] : []),
      ...(soilType ? [sql`parcels.soil_type = ${soilType}`] : []),
      ...(after ? [sql`parcels.id > ${after}::uuid`] : []),
      ...(bbox ? [sql`extent && ${boxOf(bbox)}`] : []),
    ],
    sql` and `,
  );
  const order = sql`order by parcels.id limit ${limit + 1}`;
  // Materialized, the parcels of the box are found by its index and sorted.
  const isFew = bbox && (await hasFew(db, bbox));
  const page = isFew
    ? sql`with found as materialized (${select(conditions, sql``)}) select * from found order by id limit ${limit + 1}`
    : select(conditions, order);
  const rows = await rowsOf<ParcelFeatureRow & { corners_before: number; found: number }>(db)`
    with page as materialized (${page})
    select * from (
      select id, owner_id, county, region, soil_type, size_acres, area_m2, score, confidence, source, updated_at,
        coordinates, sum(corner_count) over (order by id) - corner_count as corners_before,
        count(*) over () as found
      from page
    ) as counted
    where corners_before < ${MAX_CORNERS} order by id limit ${limit}`;
  return { rows, hasMore: rows.length < (rows[0]?.found ?? 0) };
}

export async function findFeature(db: Db, scope: Area, id: string): Promise<ParcelFeatureRow | undefined> {
  const rows = await rowsOf<ParcelFeatureRow>(db)`
    ${select(sql`parcels.id = ${id} and ${within(scope, sql`parcels.county`)}`, sql``)}`;
  return rows[0];
}

/** Parcels of a register, in the order of the ids, also those without a boundary. */
export const listFeaturesOf = (db: Db, ids: string[]) =>
  rowsOf<ParcelFeatureRow>(db)`
    select ${columns}
    from unnest(${ids}::uuid[]) with ordinality as listed (listed_id, place)
      join parcels on parcels.id = listed_id left join boundaries on parcel_id = parcels.id
    order by place`;

const boxOf = ({ west, south, east, north }: Bbox): Sql =>
  sql`box(point(${west}::float8, ${south}::float8), point(${east}::float8, ${north}::float8))`;

async function hasFew(db: Db, bbox: Bbox): Promise<boolean> {
  const { count } = await onlyRow<{ count: number }>(db)`
    select count(*)::int as count from (
      select from boundaries where extent && ${boxOf(bbox)} limit ${FEW + 1}
    ) as found`;
  return count <= FEW;
}
