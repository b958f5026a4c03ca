/** The registers of farmers and parcels, page by page in the order of their entry, newest first. */
import type { Region, ScoreBand, ScoreBucketKey, SoilType } from '@ardhi/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../lib/db.ts';
import { prefixQuery } from '../subsidies/list-query.ts';

interface Paging {
  limit: number;
  after: string[] | null;
}

const below = (table: string, after: string[] | null) =>
  after
    ? [
        sql`(${sql.ref(`${table}.created_at`)}, ${sql.ref(`${table}.id`)})
          < (${after[0]}::timestamptz, ${after[1]}::uuid)`,
      ]
    : [];
const all = (conditions: RawBuilder<unknown>[]) => sql.join(conditions, sql` and `);

export interface FarmerFilter {
  q?: string;
  region?: Region | 'all';
  county?: string;
}

export interface FarmerRow {
  id: string;
  name: string;
  email: string;
  phone_number: string | null;
  location: string | null;
  farm_size_acres: number | null;
  created_at: string;
  lands: number;
  area: number;
  counties: string[];
  regions: Region[];
}

function farmerConditions({ q, region, county }: FarmerFilter): RawBuilder<unknown>[] {
  const parcel = (condition: RawBuilder<unknown>) =>
    sql`exists (select from parcels where owner_id = users.id and deleted_at is null and ${condition})`;
  return [
    sql`users.role = 'farmer' and users.deleted_at is null`,
    ...(q
      ? [
          sql`to_tsvector('simple', users.name || ' ' || users.email) @@ to_tsquery('simple', ${prefixQuery(q)})`,
        ]
      : []),
    ...(region && region !== 'all' ? [parcel(sql`parcels.region = ${region}`)] : []),
    ...(county ? [parcel(sql`parcels.county = ${county}`)] : []),
  ];
}

export async function listFarmers(
  db: Db,
  filter: FarmerFilter,
  { limit, after }: Paging,
): Promise<FarmerRow[]> {
  const { rows } = await sql<FarmerRow>`
    with page as materialized (
      select id, name, email, phone_number, location, farm_size_acres, created_at from users
      where ${all([...farmerConditions(filter), ...below('users', after)])}
      order by created_at desc, id desc limit ${limit + 1}
    )
    select page.*, land.lands, land.area, land.counties, land.regions
    from page, lateral (
      select count(*) as lands, coalesce(sum(size_acres), 0) as area,
        coalesce(array_agg(distinct county order by county) filter (where county is not null), '{}') as counties,
        coalesce(array_agg(distinct region order by region) filter (where region is not null), '{}') as regions
      from parcels where owner_id = page.id and deleted_at is null
    ) as land
    order by page.created_at desc, page.id desc
  `.execute(db);
  return rows;
}

export interface ParcelFilter {
  q?: string;
  region?: Region | 'all';
  county?: string;
  soilType?: SoilType;
  bucket?: ScoreBucketKey;
  band?: ScoreBand;
  farmerId?: string;
  work?: 'no-harvest' | 'overlaps';
}

export interface ParcelRow {
  id: string;
  name: string;
  size_acres: number;
  address: string | null;
  soil_type: SoilType;
  score: number;
  confidence: number;
  score_status: 'initial' | 'provisional' | 'assessed';
  score_band: 'initial' | 'needs attention' | 'fair' | 'good' | 'very good';
  county: string | null;
  region: Region | null;
  crop_count: number;
  has_records: boolean;
  has_harvest: boolean;
  created_at: string;
  owner_id: string;
  owner_name: string;
  owner_email: string;
}

function landConditions(filter: ParcelFilter): RawBuilder<unknown>[] {
  const { q, region, county, soilType, bucket, band, farmerId, work } = filter;
  const [lowest, highest] = bucket?.split('-').map(Number) ?? [];
  return [
    sql`parcels.deleted_at is null`,
    ...(q
      ? [
          sql`to_tsvector('simple', parcels.name || ' ' || coalesce(parcels.address, ''))
            @@ to_tsquery('simple', ${prefixQuery(q)})`,
        ]
      : []),
    ...(region && region !== 'all' ? [sql`parcels.region = ${region}`] : []),
    ...(county ? [sql`parcels.county = ${county}`] : []),
    ...(soilType ? [sql`parcels.soil_type = ${soilType}`] : []),
    ...(bucket ? [sql`parcels.score between ${lowest} and ${highest}`] : []),
    ...(band ? [sql`parcels.score_band = ${band}`] : []),
    ...(farmerId ? [sql`parcels.owner_id = ${farmerId}`] : []),
    ...(work === 'no-harvest' ? [sql`not parcels.has_harvest`] : []),
    ...(work === 'overlaps'
      ? [
          sql`exists (
            select from boundary_overlaps as overlap
            where (first_parcel_id = parcels.id or second_parcel_id = parcels.id)
              and overlap.status = 'open' and overlap.counties is not null)`,
        ]
      : []),
  ];
}

export async function listParcels(
  db: Db,
  filter: ParcelFilter,
  { limit, after }: Paging,
): Promise<ParcelRow[]> {
  const { rows } = await sql<ParcelRow>`
    with page as materialized (
      select id, owner_id, name, size_acres, address, soil_type, score, confidence, score_status, score_band, county,
        region, crop_count, has_records, has_harvest, created_at
      from parcels where ${all([...landConditions(filter), ...below('parcels', after)])}
      order by created_at desc, id desc limit ${limit + 1}
    )
    select page.*, users.name as owner_name, users.email as owner_email
    from page join users on users.id = page.owner_id
    order by page.created_at desc, page.id desc
  `.execute(db);
  return rows;
}

const COUNTED = 10_000;

/** How many there are, where that is soon known: at most ten thousand are counted. */
export async function countUpTo(
  db: Db,
  table: 'users' | 'parcels',
  filter: FarmerFilter & ParcelFilter,
): Promise<number | undefined> {
  const conditions = table === 'users' ? farmerConditions(filter) : landConditions(filter);
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select from ${sql.table(table)} where ${all(conditions)} limit ${COUNTED + 1}
    ) as found
  `.execute(db);
  const count = rows[0]?.count ?? 0;
  return count > COUNTED ? undefined : count;
}

export interface WaitingRow {
  id: string;
  name: string;
  amount_cents: number;
  owner_name: string;
  counties: string[];
  created_at: string;
}

/** Oldest first: who has waited longest comes first. */
export async function listWaiting(
  db: Db,
  { county, today, days }: { county?: string; today: string; days: number },
  { limit, after }: Paging,
): Promise<WaitingRow[]> {
  const { rows } = await sql<WaitingRow>`
    select id, name, amount_cents, owner_name, counties, created_at from subsidies
    where kind = 'application' and status = 'pending'
      and nairobi_date(created_at) < ${today}::date - ${days}::int
      and created_at < ${today}::date - ${days - 1}::int
      ${county ? sql`and counties @> array[${county}]` : sql``}
      ${after ? sql`and (created_at, id) > (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql``}
    order by created_at, id limit ${limit + 1}
  `.execute(db);
  return rows;
}
