/** The register of parcels, page by page. */
import type {
  QueryOf,
  Region,
  RegisteredParcel,
  registers,
  ScoreBucketKey,
  ScoreSummary,
  SoilType,
} from '@ardhi/contract';
import { today } from '@ardhi/contract/dates';
import { sql } from 'kysely';
import type { Db, Sql } from '../../lib/database/db.ts';
import { type PageRequest, rowsOf } from '../../lib/database/rows.ts';
import { countyWithin, type Scope } from '../../lib/http/scope.ts';
import { findFewMatches } from './combined-filters.ts';
import { afterPage, orderBy } from './register-order.ts';
import { all, type Condition, countUpTo, type Found, search, wholeRegister } from './register-search.ts';

export type ParcelFilter = QueryOf<(typeof registers)['GET /government/lands.csv']>;

export interface ParcelRow {
  id: string;
  name: string;
  size_acres: number;
  address: string | null;
  soil_type: SoilType;
  score: number;
  confidence: number;
  score_status: ScoreSummary['status'];
  score_band: ScoreSummary['band'];
  county: string | null;
  region: Region | null;
  crop_count: number;
  has_records: boolean;
  has_harvest: boolean;
  created_at: string;
  owner_id: string;
  owner_name: string;
  owner_email: string;
  owner_phone: string | null;
}

const boundsOf = (bucket: ScoreBucketKey) => bucket.split('-').map(Number);

function conditionsOf(scope: Scope, filter: ParcelFilter): Condition[] {
  const county = countyWithin(scope, filter.county);
  const { region, soilType, bucket, band, farmerId, compared, unplaced, work } = filter;
  const [lowest, highest] = bucket ? boundsOf(bucket) : [];
  const isCompared = compared === 'yes';
  // Each `mark` must equal the filter token that `marks_of` in sql/search.sql writes.
  const possible: (Condition | false | undefined | '')[] = [
    region && region !== 'all' && { sql: sql`parcels.region = ${region}`, mark: region },
    county && { sql: sql`parcels.county = ${county}`, mark: county },
    soilType && { sql: sql`parcels.soil_type = ${soilType}`, mark: soilType },
    bucket && { sql: sql`parcels.score between ${lowest} and ${highest}`, mark: `score to ${highest}` },
    band && { sql: sql`parcels.score_band = ${band}`, mark: band },
    farmerId && { sql: sql`parcels.owner_id = ${farmerId}` },
    compared && {
      sql: sql`is_comparable(parcels.confidence) = ${sql.lit(isCompared)}`,
      mark: isCompared ? 'compared' : 'not compared',
    },
    unplaced && { sql: sql`parcels.county is null`, mark: 'unplaced' },
    work === 'no-harvest' && { sql: sql`parcels.harvest_due < ${today()}::date` },
    work === 'overlaps' && {
      // Starts from the few overlaps, instead of checking every parcel.
      sql: sql`parcels.id in (
        select unnest(array[first_parcel_id, second_parcel_id]) from boundary_overlaps
        where status = 'open' and counties is not null)`,
    },
  ];
  return possible.filter((condition) => !!condition);
}

const whereOf = (scope: Scope, filter: ParcelFilter): Sql[] => [
  sql`parcels.deleted_at is null`,
  ...conditionsOf(scope, filter).map((condition) => condition.sql),
];

async function searchParcels(
  db: Db,
  scope: Scope,
  filter: ParcelFilter,
  paging: PageRequest,
): Promise<Found> {
  const { q, sort: order } = filter;
  if (!q) return wholeRegister('parcels');
  return search(db, 'parcels', { q, conditions: conditionsOf(scope, filter), order, paging });
}

export async function listParcels(
  db: Db,
  scope: Scope,
  filter: ParcelFilter,
  paging: PageRequest,
  found?: Found,
): Promise<ParcelRow[]> {
  const filters = whereOf(scope, filter);
  const { limit, after } = paging;
  const { from, conditions } = found ?? (await searchParcels(db, scope, filter, paging));
  return rowsOf<ParcelRow>(db)`
    with page as materialized (
      select parcels.id, owner_id, name, size_acres, address, soil_type, score, confidence, score_status, score_band,
        county, region, crop_count, has_records, has_harvest, parcels.created_at
      from ${from}
      where ${all([...filters, ...conditions, ...afterPage('parcels', filter.sort, after)])}
      ${orderBy('parcels', filter.sort)} limit ${limit + 1}
    )
    select page.*, users.name as owner_name, users.email as owner_email, users.phone_number as owner_phone
    from page join users on users.id = page.owner_id
    ${orderBy('page', filter.sort)}`;
}

/** A page, with the total if it is cheap to count. */
export async function readParcels(db: Db, scope: Scope, filter: ParcelFilter, paging: PageRequest) {
  const counted = await countedParcels(db, scope, filter);
  if (counted === 0) return { rows: [], total: 0 };
  const county = countyWithin(scope, filter.county);
  const filters = whereOf(scope, filter);
  const few = await findFewMatches(db, { ...filter, county }, filters, counted);
  const found = few ?? (await searchParcels(db, scope, filter, paging));
  const rows = await listParcels(db, scope, filter, paging, found);
  const isSoonCounted = found.isFew || filter.farmerId || county;
  const total = counted ?? (isSoonCounted ? await countUpTo(db, found, filters) : undefined);
  return { rows, total };
}

/** Total from the rollups; undefined if they do not cover the filter. */
async function countedParcels(db: Db, scope: Scope, filter: ParcelFilter): Promise<number | undefined> {
  const county = countyWithin(scope, filter.county);
  const { q, region, soilType, bucket, band, farmerId, compared, unplaced, work } = filter;
  const kinds = [soilType, bucket, band, compared, work].filter((kind) => kind !== undefined);
  if (q || farmerId) return undefined;
  // If one of several filters matches nothing, the combination matches nothing either.
  if (kinds.length > 1) {
    const each = [{ soilType }, { bucket }, { band }, { compared }, { work }].filter(
      (kind) => Object.values(kind)[0],
    );
    const counts = await Promise.all(
      each.map((kind) => countedParcels(db, scope, { region, county: filter.county, unplaced, ...kind })),
    );
    return counts.includes(0) ? 0 : undefined;
  }
  const inRegion = region && region !== 'all' ? sql`region = ${region}` : sql`true`;
  const counts = async (what: Sql) =>
    (await sql<{ parcels: number }>`select coalesce(${what}, 0)::bigint as parcels`.execute(db)).rows[0]!
      .parcels;
  if (soilType || bucket) {
    if (unplaced) return undefined;
    if (county && region && region !== 'all') return undefined;
    const [lowest, highest] = bucket ? boundsOf(bucket) : [];
    const [soils, scores] = county
      ? ['live_county_soils', 'live_county_scores']
      : ['live_soils', 'live_scores'];
    const inPlace = county ? sql`county = ${county}` : inRegion;
    return counts(
      soilType
        ? sql`(select sum(parcels) from ${sql.table(soils)} where soil_type = ${soilType} and ${inPlace})`
        : sql`(select sum(parcels) from ${sql.table(scores)}
            where score between ${lowest} and ${highest} and ${inPlace})`,
    );
  }
  if (work === 'overlaps' || (band && band !== 'initial')) return undefined;
  const inPlace = sql`${inRegion} ${county ? sql`and county = ${county}` : sql``} ${unplaced ? sql`and county = ''` : sql``}`;
  if (work)
    return counts(
      sql`(select sum(parcels) from live_harvests where due_on < ${today()}::date and ${inPlace})`,
    );
  const measures: Record<'yes' | 'no', Sql> = { yes: sql`confident`, no: sql`parcels - confident` };
  const measure = band ? sql`parcels - assessed` : compared ? measures[compared] : sql`parcels`;
  return counts(sql`(select sum(${measure}) from live_parcels where ${inPlace})`);
}

export function presentRegistered(row: ParcelRow): RegisteredParcel {
  return {
    _id: row.id,
    name: row.name,
    size: row.size_acres,
    location: { address: row.address },
    soilType: row.soil_type,
    sustainabilityScore: row.score,
    score: { confidence: row.confidence, status: row.score_status, band: row.score_band },
    county: row.county,
    region: row.region,
    cropCount: row.crop_count,
    hasRecords: row.has_records,
    hasHarvest: row.has_harvest,
    farmer: { _id: row.owner_id, name: row.owner_name, email: row.owner_email },
    createdAt: row.created_at,
  };
}
