/** The register of farmers, page by page. */
import { COUNTIES } from '@ardhi/agronomy';
import type { QueryOf, Region, RegisteredFarmer, registers } from '@ardhi/contract';
import { sql } from 'kysely';
import type { Db, Sql } from '../../lib/database/db.ts';
import { onlyRow, type PageRequest, rowsOf } from '../../lib/database/rows.ts';
import { type Area, countyWithin, within } from '../../lib/http/scope.ts';
import { afterPage, orderBy } from './register-order.ts';
import {
  all,
  type Condition,
  countUpTo,
  type Found,
  rowsByIds,
  search,
  searchWithin,
  wholeRegister,
} from './register-search.ts';

export type FarmerFilter = QueryOf<(typeof registers)['GET /government/farmers.csv']>;

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

/** Areas to filter by, smallest first. County officials filter only by their county: other land must not be revealed. */
export function areasOf(scope: Area, { region = 'all', county }: FarmerFilter): string[] {
  const areas = [
    countyWithin(scope, county),
    scope.kind === 'county' || region === 'all' ? undefined : region,
  ];
  return areas.filter((area) => area !== undefined);
}

export const isOutside = (scope: Area, { region = 'all' }: FarmerFilter) =>
  scope.kind === 'county' &&
  region !== 'all' &&
  !COUNTIES.some((county) => county.name === scope.county && county.region === region);

function conditionsOf(scope: Area, filter: FarmerFilter): Condition[] {
  return [
    ...(isOutside(scope, filter) ? [{ sql: sql`false` }] : []),
    // "offset 0" checks farmers one by one along the order; without it all farmers of an area are sorted for one page.
    ...areasOf(scope, filter).map((area) => ({
      sql: sql`exists (select from farmer_areas where id = users.id and area = ${area} offset 0)`,
      mark: area,
    })),
    ...(filter.machines
      ? [
          {
            sql: sql`exists (select from equipment where owner_id = users.id and status <> 'retired' offset 0)`,
          },
        ]
      : []),
  ];
}

const whereOf = (scope: Area, filter: FarmerFilter): Sql[] => [
  sql`users.role = 'farmer' and users.deleted_at is null`,
  ...conditionsOf(scope, filter).map((condition) => condition.sql),
];

async function searchFarmers(db: Db, scope: Area, filter: FarmerFilter, paging: PageRequest): Promise<Found> {
  const { q, sort: order } = filter;
  if (!q) return wholeRegister('users');
  return search(db, 'users', { q, conditions: conditionsOf(scope, filter), order, paging });
}

/** County officials see only a farmer's land in their county. */
export async function listFarmers(
  db: Db,
  scope: Area,
  filter: FarmerFilter,
  paging: PageRequest,
  found?: Found,
): Promise<FarmerRow[]> {
  const filters = whereOf(scope, filter);
  const { from, conditions, walked = 'users' } = found ?? (await findFarmers(db, scope, filter, paging));
  const { limit, after } = paging;
  return rowsOf<FarmerRow>(db)`
    with page as materialized (
      select users.id, users.name, email, phone_number, location, farm_size_acres, users.created_at
      from ${from}
      where ${all([...filters, ...conditions, ...afterPage(walked, filter.sort, after)])}
      ${orderBy(walked, filter.sort)} limit ${limit + 1}
    )
    select page.*, land.lands, land.area, land.counties, land.regions
    from page, lateral (
      select count(*) as lands, coalesce(sum(size_acres), 0) as area,
        coalesce(array_agg(distinct county order by county) filter (where county is not null), '{}') as counties,
        coalesce(array_agg(distinct region order by region) filter (where region is not null), '{}') as regions
      from parcels where owner_id = page.id and deleted_at is null and ${within(scope, sql`county`)}
    ) as land
    ${orderBy('page', filter.sort)}`;
}

/** Farmers of an area are read from `farmer_areas`, which has an index for each order. */
async function findFarmers(db: Db, scope: Area, filter: FarmerFilter, paging: PageRequest): Promise<Found> {
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

/** Owners of machines, if there are few: an ordered scan of all farmers would find them late. */
async function withMachines(db: Db, scope: Area, filter: FarmerFilter): Promise<Found | undefined> {
  if (!filter.machines) return undefined;
  const [area = 'all'] = areasOf(scope, filter);
  const { machines, here } = await onlyRow<{ machines: number; here: number }>(db)`
    select coalesce(sum(machines) filter (where region = 'all'), 0)::bigint as machines,
      coalesce(sum(machines) filter (where region = ${area}), 0)::bigint as here
    from live_equipment where region in ('all', ${area}) and status <> 'retired'`;
  if (here === 0) return rowsByIds('users', '{}');
  if (machines > FEW_MACHINES) return undefined;
  const owners = await sql<{ ids: string }>`
    select array(select distinct owner_id from equipment where status <> 'retired')::text as ids`.execute(db);
  const few = rowsByIds('users', owners.rows[0]!.ids);
  return filter.q ? searchWithin(few, 'users', filter.q) : few;
}
const FEW_MACHINES = 5000;

/** A page, with the total if it is cheap to count. Skips the search if the rollups show that there are no rows. */
export async function readFarmers(db: Db, scope: Area, filter: FarmerFilter, paging: PageRequest) {
  const counted = await countedFarmers(db, scope, filter);
  if (counted === 0 || isOutside(scope, filter)) return { rows: [], total: 0 };
  const found = await findFarmers(db, scope, filter, paging);
  const rows = await listFarmers(db, scope, filter, paging, found);
  const total =
    counted ??
    // County officials always get a count: a missing one would reveal that the term is common elsewhere.
    (found.isFew || scope.kind === 'county' ? await countUpTo(db, found, whereOf(scope, filter)) : undefined);
  return { rows, total };
}

/** Total from the rollups; undefined if they do not cover the filter. */
async function countedFarmers(db: Db, scope: Area, { q, region = 'all', machines, ...filter }: FarmerFilter) {
  const county = countyWithin(scope, filter.county);
  if (q || machines || (county && region !== 'all')) return undefined;
  if (county && !COUNTIES.some(({ name }) => name === county)) return 0;
  const { farmers } = await onlyRow<{ farmers: number }>(db)`
    select coalesce(sum(farmers), 0)::bigint as farmers from live_farmers where region = ${county ?? region}`;
  return farmers;
}

export function presentFarmer(row: FarmerRow): RegisteredFarmer {
  return {
    _id: row.id,
    name: row.name,
    email: row.email,
    phoneNumber: row.phone_number,
    location: row.location,
    farmSize: row.farm_size_acres,
    lands: row.lands,
    area: row.area,
    counties: row.counties,
    regions: row.regions,
    createdAt: row.created_at,
  };
}
