/** The registers of farmers and parcels, page by page. */
import { COUNTIES } from '@ardhi/agronomy';
import type { Region, RegisterOrder, ScoreBand, ScoreBucketKey, SoilType } from '@ardhi/contract';
import { sql } from 'kysely';
import type { Db } from '../lib/db.ts';
import { countyWithin, type Scope, within } from '../lib/scope.ts';
import { findFew } from './register-kinds.ts';
import {
  all,
  amongThese,
  type Found,
  following,
  MAX_SORTED,
  orderBy,
  type Paging,
  type Sql,
  search,
  theseOf,
  wholeOf,
} from './register-search.ts';

/** How many conditions say that a row belongs to the register at all, as what has words does, and which marks it has. */
const told = (marks: string[]) => 1 + marks.length;

export interface FarmerFilter {
  q?: string;
  region?: Region | 'all';
  county?: string;
  machines?: 'yes';
  sort?: RegisterOrder;
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

/** Regions and counties, the smaller first. In a county's post the county alone: where else somebody has land is not told. */
function areasOf(scope: Scope, { region = 'all', county }: FarmerFilter): string[] {
  const areas = [countyWithin(scope, county), scope.county || region === 'all' ? undefined : region];
  return areas.filter((area) => area !== undefined);
}

const isOutside = (scope: Scope, { region = 'all' }: FarmerFilter) =>
  scope.county !== null &&
  region !== 'all' &&
  !COUNTIES.some((county) => county.name === scope.county && county.region === region);

function farmerConditions(scope: Scope, filter: FarmerFilter): Sql[] {
  return [
    sql`users.role = 'farmer' and users.deleted_at is null`,
    ...(isOutside(scope, filter) ? [sql`false`] : []),
    // "offset 0": asked of one farmer after another along the order, instead of sorting all farmers of an area for a page.
    ...areasOf(scope, filter).map(
      (area) => sql`exists (select from farmer_areas where id = users.id and area = ${area} offset 0)`,
    ),
    ...(filter.machines
      ? [sql`exists (select from equipment where owner_id = users.id and status <> 'retired' offset 0)`]
      : []),
  ];
}

async function searchFarmers(db: Db, scope: Scope, filter: FarmerFilter, paging: Paging): Promise<Found> {
  if (!filter.q) return wholeOf('users');
  const marks = areasOf(scope, filter);
  const page = farmerConditions(scope, filter).length === told(marks) ? paging : undefined;
  return search(db, 'users', { q: filter.q, marks, order: filter.sort, page });
}

/** In a county's post with their land there, and nothing of what they have elsewhere. */
export async function listFarmers(
  db: Db,
  scope: Scope,
  filter: FarmerFilter,
  paging: Paging,
  found?: Found,
): Promise<FarmerRow[]> {
  const filters = farmerConditions(scope, filter);
  const { from, conditions, walked = 'users' } = found ?? (await findFarmers(db, scope, filter, paging));
  const { limit, after } = paging;
  const { rows } = await sql<FarmerRow>`
    with page as materialized (
      select users.id, users.name, email, phone_number, location, farm_size_acres, users.created_at
      from ${from}
      where ${all([...filters, ...conditions, ...following(walked, filter.sort, after)])}
      ${orderBy(walked, filter.sort)} limit ${limit + 1}
    )
    select page.*, land.lands, land.area, land.counties, land.regions
    from page, lateral (
      select count(*) as lands, coalesce(sum(size_acres), 0) as area,
        coalesce(array_agg(distinct county order by county) filter (where county is not null), '{}') as counties,
        coalesce(array_agg(distinct region order by region) filter (where region is not null), '{}') as regions
      from parcels where owner_id = page.id and deleted_at is null and ${within(scope, sql`county`)}
    ) as land
    ${orderBy('page', filter.sort)}
  `.execute(db);
  return rows;
}

/** Those of an area stand in a list of its own, in each order. */
async function findFarmers(db: Db, scope: Scope, filter: FarmerFilter, paging: Paging): Promise<Found> {
  const found = (await withMachines(db, scope, filter)) ?? (await searchFarmers(db, scope, filter, paging));
  const [area] = areasOf(scope, filter);
  if (!area || filter.q || found.isFew) return found;
  return {
    ...found,
    from: sql`farmer_areas join users on users.id = farmer_areas.id`,
    conditions: [sql`farmer_areas.area = ${area}`, ...found.conditions],
    walked: 'farmer_areas',
  };
}

/** Whoever has a machine, where these are few: along the order of all farmers they would be met late. */
async function withMachines(db: Db, scope: Scope, filter: FarmerFilter): Promise<Found | undefined> {
  if (!filter.machines) return undefined;
  const [area = 'all'] = areasOf(scope, filter);
  const { rows } = await sql<{ machines: number; here: number }>`
    select coalesce(sum(machines) filter (where region = 'all'), 0)::bigint as machines,
      coalesce(sum(machines) filter (where region = ${area}), 0)::bigint as here
    from live_equipment where region in ('all', ${area}) and status <> 'retired'`.execute(db);
  const { machines, here } = rows[0]!;
  if (here === 0) return theseOf('users', '{}');
  if (machines > FEW_MACHINES) return undefined;
  const owners = await sql<{ ids: string }>`
    select array(select distinct owner_id from equipment where status <> 'retired')::text as ids`.execute(db);
  const few = theseOf('users', owners.rows[0]!.ids);
  return filter.q ? amongThese(few, 'users', filter.q) : few;
}
const FEW_MACHINES = 5000;

/** A page with how many there are in all, where that is soon known. What the rollups know to be nothing is not looked for. */
export async function readFarmers(db: Db, scope: Scope, filter: FarmerFilter, paging: Paging) {
  const counted = await countedFarmers(db, scope, filter);
  if (counted === 0 || isOutside(scope, filter)) return { rows: [], total: 0 };
  const found = await findFarmers(db, scope, filter, paging);
  const rows = await listFarmers(db, scope, filter, paging, found);
  const total =
    counted ??
    // In a county also what is common: whether it is so elsewhere must not be told.
    (found.isFew || scope.county ? await countUpTo(db, found, farmerConditions(scope, filter)) : undefined);
  return { rows, total };
}

/** How many the rollups know of; undefined where they do not count what is asked for. */
async function countedFarmers(
  db: Db,
  scope: Scope,
  { q, region = 'all', machines, ...filter }: FarmerFilter,
) {
  const county = countyWithin(scope, filter.county);
  if (q || machines || (county && region !== 'all')) return undefined;
  if (county && !COUNTIES.some(({ name }) => name === county)) return 0;
  const { rows } = await sql<{ farmers: number }>`
    select coalesce(sum(farmers), 0)::bigint as farmers from live_farmers where region = ${county ?? region}`.execute(
    db,
  );
  return rows[0]!.farmers;
}

export interface ParcelFilter {
  q?: string;
  region?: Region | 'all';
  county?: string;
  soilType?: SoilType;
  bucket?: ScoreBucketKey;
  band?: ScoreBand;
  farmerId?: string;
  compared?: 'yes' | 'no';
  unplaced?: 'yes';
  work?: 'no-harvest' | 'overlaps';
  sort?: RegisterOrder;
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
  owner_phone: string | null;
}

const boundsOf = (bucket: ScoreBucketKey) => bucket.split('-').map(Number);

function landConditions(scope: Scope, filter: ParcelFilter): Sql[] {
  const county = countyWithin(scope, filter.county);
  const { region, soilType, bucket, band, farmerId, compared, unplaced, work } = filter;
  const [lowest, highest] = bucket ? boundsOf(bucket) : [];
  return [
    sql`parcels.deleted_at is null`,
    ...(region && region !== 'all' ? [sql`parcels.region = ${region}`] : []),
    ...(county ? [sql`parcels.county = ${county}`] : []),
    ...(soilType ? [sql`parcels.soil_type = ${soilType}`] : []),
    ...(bucket ? [sql`parcels.score between ${lowest} and ${highest}`] : []),
    ...(band ? [sql`parcels.score_band = ${band}`] : []),
    ...(farmerId ? [sql`parcels.owner_id = ${farmerId}`] : []),
    ...(compared ? [sql`is_comparable(parcels.confidence) = ${sql.lit(compared === 'yes')}`] : []),
    ...(unplaced ? [sql`parcels.county is null`] : []),
    ...(work === 'no-harvest' ? [sql`not parcels.has_harvest`] : []),
    ...(work === 'overlaps'
      ? [
          // From the few overlaps to their parcels, not from every parcel to its overlaps.
          sql`parcels.id in (
            select unnest(array[first_parcel_id, second_parcel_id]) from boundary_overlaps
            where status = 'open' and counties is not null)`,
        ]
      : []),
  ];
}

/** What a filter asks of parcels that stands among their words. */
function marksOf(scope: Scope, filter: ParcelFilter): string[] {
  const { region, soilType, bucket, band, compared, unplaced, work } = filter;
  const marks = [
    countyWithin(scope, filter.county),
    region === 'all' ? undefined : region,
    soilType,
    bucket && `score to ${boundsOf(bucket)[1]}`,
    band,
    compared && { yes: 'compared', no: 'not compared' }[compared],
    unplaced && 'unplaced',
    work === 'no-harvest' ? work : undefined,
  ];
  return marks.filter((mark) => mark !== undefined);
}

async function searchLand(db: Db, scope: Scope, filter: ParcelFilter, paging: Paging): Promise<Found> {
  if (!filter.q) return wholeOf('parcels');
  const marks = marksOf(scope, filter);
  const page = landConditions(scope, filter).length === told(marks) ? paging : undefined;
  return search(db, 'parcels', { q: filter.q, marks, order: filter.sort, page });
}

export async function listParcels(
  db: Db,
  scope: Scope,
  filter: ParcelFilter,
  paging: Paging,
  found?: Found,
): Promise<ParcelRow[]> {
  const filters = landConditions(scope, filter);
  const { limit, after } = paging;
  const { from, conditions } = found ?? (await searchLand(db, scope, filter, paging));
  const { rows } = await sql<ParcelRow>`
    with page as materialized (
      select parcels.id, owner_id, name, size_acres, address, soil_type, score, confidence, score_status, score_band,
        county, region, crop_count, has_records, has_harvest, parcels.created_at
      from ${from}
      where ${all([...filters, ...conditions, ...following('parcels', filter.sort, after)])}
      ${orderBy('parcels', filter.sort)} limit ${limit + 1}
    )
    select page.*, users.name as owner_name, users.email as owner_email, users.phone_number as owner_phone
    from page join users on users.id = page.owner_id
    ${orderBy('page', filter.sort)}
  `.execute(db);
  return rows;
}

/** As for farmers. */
export async function readParcels(db: Db, scope: Scope, filter: ParcelFilter, paging: Paging) {
  const counted = await countedLands(db, scope, filter);
  if (counted === 0) return { rows: [], total: 0 };
  const county = countyWithin(scope, filter.county);
  const filters = landConditions(scope, filter);
  const few = await findFew(db, { ...filter, county }, filters, counted);
  const found = few ?? (await searchLand(db, scope, filter, paging));
  const rows = await listParcels(db, scope, filter, paging, found);
  const isSoonCounted = found.isFew || filter.farmerId || county;
  const total = counted ?? (isSoonCounted ? await countUpTo(db, found, filters) : undefined);
  return { rows, total };
}

/** How many the rollups know of; undefined where they do not count what is asked for. */
async function countedLands(db: Db, scope: Scope, filter: ParcelFilter): Promise<number | undefined> {
  const county = countyWithin(scope, filter.county);
  const { q, region, soilType, bucket, band, farmerId, compared, unplaced, work } = filter;
  const kinds = [soilType, bucket, band, compared, work].filter((kind) => kind !== undefined);
  if (q || farmerId) return undefined;
  // What is in none of one kind is in none of several.
  if (kinds.length > 1) {
    const each = [{ soilType }, { bucket }, { band }, { compared }, { work }].filter(
      (kind) => Object.values(kind)[0],
    );
    const counts = await Promise.all(
      each.map((kind) => countedLands(db, scope, { region, county: filter.county, unplaced, ...kind })),
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
  const measures: Record<'yes' | 'no', Sql> = { yes: sql`confident`, no: sql`parcels - confident` };
  const measure = work
    ? sql`unharvested`
    : band
      ? sql`parcels - assessed`
      : compared
        ? measures[compared]
        : sql`parcels`;
  return counts(sql`(select sum(${measure}) from live_parcels
    where ${inRegion} ${county ? sql`and county = ${county}` : sql``} ${unplaced ? sql`and county = ''` : sql``})`);
}

const COUNTED = MAX_SORTED;

/** What was found for a page is counted where it was found, by its words and places. */
async function countUpTo(db: Db, found: Found, filters: Sql[]): Promise<number | undefined> {
  if (found.count !== undefined) return found.count;
  if (found.counted === null) return undefined;
  const { from, conditions } = found.counted ?? {
    from: found.from,
    conditions: [...filters, ...found.conditions],
  };
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select from ${from} where ${all(conditions)} limit ${COUNTED + 1}
    ) as found
  `.execute(db);
  const count = rows[0]?.count ?? 0;
  return count > COUNTED ? undefined : count;
}

export interface WaitingRow {
  id: string;
  name: string;
  amount_cents: number;
  owner_id: string;
  owner_name: string;
  counties: string[];
  created_at: string;
}

/** Oldest first: who has waited longest comes first. */
export async function listWaiting(
  db: Db,
  scope: Scope,
  { county: asked, today, days }: { county?: string; today: string; days: number },
  { limit, after }: Paging,
): Promise<WaitingRow[]> {
  const county = countyWithin(scope, asked);
  const { rows } = await sql<WaitingRow>`
    select id, name, amount_cents, owner_id, owner_name, counties, created_at from subsidies
    where kind = 'application' and status = 'pending'
      and nairobi_date(created_at) < ${today}::date - ${days}::int
      and created_at < ${today}::date - ${days - 1}::int
      ${county ? sql`and county = ${county}` : sql``}
      ${after ? sql`and (created_at, id) > (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql``}
    order by created_at, id limit ${limit + 1}
  `.execute(db);
  return rows;
}
