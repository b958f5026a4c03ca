/**
 * Reads the metrics from the rollups and their unfolded deltas, in a single statement for consistency.
 * `npm run bench -- analytics` guards its speed.
 */
import { COUNTIES } from '@ardhi/agronomy';
import { PERIOD_DAYS, type Period, type Region, type RegionFilter } from '@ardhi/contract';
import { DECISION_WORKING_DAYS } from '@ardhi/contract/limits';
import { sql } from 'kysely';
import type { Db } from '../../lib/database/db.ts';
import { onlyRow } from '../../lib/database/rows.ts';
import { type Area, NO_COUNTY } from '../../lib/http/scope.ts';

export interface View {
  period: Period;
  region: RegionFilter;
  /** Today in Nairobi, the last day of the period. */
  today: string;
}

const REGIONS: Region[] = ['north', 'south', 'east', 'west'];

interface ParcelTotals {
  parcels: number;
  acres: number;
  score_sum: number;
  score_acres: number;
  assessed: number;
}

interface Compared {
  parcels: number;
  acres: number;
  confident: number;
  confident_sum: number;
  recorded: number;
}

export interface MetricsRow {
  as_of: string;
  from_day: string;
  farmers: number;
  totals: ParcelTotals;
  scores: { score: number; parcels: number }[];
  soils: { soil_type: string; parcels: number; acres: number }[];
  covered_acres: number;
  equipment: { working: number; active: number; used: number; hours: number; active_hours: number };
  /** `requested_cents` excludes pending applications still within the decision period (`undecided_cents`). */
  subsidies: { requested_cents: number; approved_cents: number; undecided_cents: number };
  regions: (Compared & { region: Region; farmers: number })[];
  counties: (Compared & {
    county: string;
    region: Region | '';
    overdue_harvests: number;
    overdue_applications: number;
    overlaps: number;
  })[];
  unplaced: number;
}

/** Key of the area in the rollups: `all`, a region, or the official's county if it is in the region. */
export function placeOf(scope: Area, region: RegionFilter): string {
  if (scope.kind === 'national') return region;
  const { county } = scope;
  const isInRegion = region === 'all' || COUNTIES.find(({ name }) => name === county)?.region === region;
  return isInRegion ? county : NO_COUNTY;
}

export async function readMetrics(db: Db, scope: Area, { period, region, today }: View): Promise<MetricsRow> {
  const place = placeOf(scope, region);
  const isCounty = scope.kind === 'county';
  const from = sql`(${today}::date - ${PERIOD_DAYS[period] - 1}::int)`;
  const inArea = isCounty ? sql`county = ${place}` : sql`(${region} = 'all' or region = ${region})`;
  // Counties have separate rollups.
  const [scores, soils, cover] = ['scores', 'soils', 'cover'].map((name) =>
    sql.table(isCounty ? `live_county_${name}` : `live_${name}`),
  );
  const subsidyScope = isCounty ? 'county' : region === 'all' ? 'country' : 'region';
  // Today counts as the last of the working days allowed for a decision.
  const isYoung = sql`day >= (select add_working_days(${today}::date + 1, -${DECISION_WORKING_DAYS}::int))`;
  return onlyRow<MetricsRow>(db)`
    with places as materialized (
      select * from live_parcels where parcels <> 0 and ${isCounty ? inArea : sql`true`}
    ),
    overdue as (
      select county, sum(applications) as applications from live_due_applications
      where applications <> 0 and due_on < ${today}::date group by county
    ),
    harvests as (
      select county, sum(parcels) as parcels from live_harvests where due_on < ${today}::date group by county
    )
    select
      now() as as_of,
      ${from} as from_day,
      coalesce((select farmers from live_farmers where region = ${place}), 0) as farmers,
      (select json_build_object(
          'parcels', coalesce(sum(parcels), 0), 'acres', coalesce(sum(acres), 0),
          'score_sum', coalesce(sum(score_sum), 0), 'score_acres', coalesce(sum(score_acres), 0),
          'assessed', coalesce(sum(assessed), 0))
        from places where ${inArea}) as totals,
      (select coalesce(json_agg(json_build_object('score', score, 'parcels', parcels) order by score), '[]')
        from (select score, sum(parcels) as parcels from ${scores} where ${inArea} group by score) as counted
        where parcels <> 0) as scores,
      (select coalesce(json_agg(json_build_object('soil_type', soil_type, 'parcels', parcels, 'acres', acres)
          order by parcels desc, soil_type), '[]')
        from (
          select soil_type, sum(parcels) as parcels, sum(acres) as acres
          from ${soils} where ${inArea} group by soil_type
        ) as counted where parcels <> 0) as soils,
      (select coalesce(sum(acres), 0) from ${cover}
        where ${inArea} and until_day >= ${from} and from_day <= ${today}::date) as covered_acres,
      (select json_build_object(
          'working', coalesce(sum(machines) filter (where status <> 'retired'), 0),
          'active', coalesce(sum(machines) filter (where status = 'active'), 0))::jsonb
        from live_equipment where region = ${place})
      || (select json_build_object(
          'used', coalesce(sum(machines), 0),
          'hours', coalesce(sum(hours) filter (where day <= ${today}::date), 0),
          'active_hours', coalesce(sum(hours) filter (where day <= ${today}::date and status = 'active'), 0))::jsonb
        from live_equipment_days where region = ${place} and day >= ${from} and status <> 'retired') as equipment,
      (select json_build_object(
          'requested_cents', coalesce(sum(requested_cents), 0) - coalesce(sum(pending_cents) filter (where ${isYoung}), 0),
          'approved_cents', coalesce(sum(approved_cents), 0),
          'undecided_cents', coalesce(sum(pending_cents) filter (where ${isYoung}), 0))
        from live_subsidies
        where scope = ${subsidyScope} and place = ${subsidyScope === 'country' ? '' : place}
          and day between ${from} and ${today}::date) as subsidies,
      (select coalesce(json_agg(json_build_object(
          'region', name, 'farmers', coalesce(farmers, 0), 'parcels', coalesce(land.parcels, 0),
          'acres', coalesce(land.acres, 0), 'confident', coalesce(land.confident, 0),
          'confident_sum', coalesce(land.confident_sum, 0), 'recorded', coalesce(land.recorded, 0)) order by place), '[]')
        from unnest(${isCounty ? [] : REGIONS}::text[]) with ordinality as regions (name, place)
        left join live_farmers on live_farmers.region = name
        left join (
          select region, sum(parcels) as parcels, sum(acres) as acres, sum(confident) as confident,
            sum(confident_sum) as confident_sum, sum(recorded) as recorded
          from places group by region
        ) as land on land.region = name) as regions,
      (select coalesce(json_agg(json_build_object(
          'county', county, 'region', region, 'parcels', land.parcels, 'acres', acres, 'confident', confident,
          'confident_sum', confident_sum, 'recorded', recorded,
          'overdue_harvests', coalesce(harvests.parcels, 0), 'overdue_applications', coalesce(applications, 0),
          'overlaps', coalesce(open, 0)) order by county), '[]')
        from (
          select county, max(region) as region, sum(parcels) as parcels, sum(acres) as acres,
            sum(confident) as confident, sum(confident_sum) as confident_sum, sum(recorded) as recorded
          from places where county <> '' group by county
        ) as land
        left join overdue using (county)
        left join harvests using (county)
        left join live_overlaps using (county)
        where ${inArea}) as counties,
      (select coalesce(sum(parcels), 0) from places where county = '') as unplaced`;
}
