/** What the officials' figures were a week, a month and a year ago, so that there is something to compare with. */

import { PERIOD_DAYS } from '@ardhi/contract';
import type pg from 'pg';

/** Of nights on which no server ran, told from what was loaded: the night's own figures are read from the rollups. */
export async function addSnapshots(client: pg.ClientBase, asOf: string): Promise<void> {
  const periods = Object.entries(PERIOD_DAYS);
  await client.query(
    `insert into analytics_snapshots (day, region, period, farmers, parcels, acres, score, weighted_score, assessed,
       land_usage, equipment_efficiency, subsidy_utilization)
     select night.day, of_region, period, people.farmers, parcels, acres, score, weighted_score, assessed,
       100 * covered_acres / nullif(acres, 0), efficiency, utilization
     from unnest($2::text[], $3::int[]) as wanted (period, days)
     cross join lateral (select $1::date - days as day) as night
     cross join unnest('{all,north,south,east,west}'::text[]) as place (of_region)
     cross join lateral (
       select count(*) as parcels, coalesce(sum(size_acres), 0) as acres, avg(known.score) as score,
         sum(known.score * size_acres) / nullif(sum(size_acres), 0) as weighted_score,
         count(*) filter (where known.status <> 'initial') as assessed,
         coalesce(sum(size_acres) filter (where covered > night.day - days), 0) as covered_acres,
         array_agg(distinct owner_id) as owners
       from parcels
       cross join lateral (
         select coalesce(max(score), 50) as score, coalesce(max(status), 'initial') as status from (
           select score, status from score_history
           where parcel_id = parcels.id and as_of <= night.day order by score_history.id desc limit 1) as latest
       ) as known
       cross join lateral (
         select max(harvest_date) as covered from crops
         where parcel_id = parcels.id and planting_date <= night.day and nairobi_date(crops.created_at) <= night.day
       ) as cover
       where nairobi_date(created_at) <= night.day and (deleted_at is null or nairobi_date(deleted_at) > night.day)
         and (of_region = 'all' or region = of_region)
     ) as land
     cross join lateral (
       select case of_region when 'all' then (
         select count(*) from users where role = 'farmer' and nairobi_date(created_at) <= night.day
       ) else coalesce(cardinality(owners), 0) end as farmers
     ) as people
     cross join lateral (
       select 100.0 * count(*) filter (where status = 'active') / nullif(count(*), 0) as efficiency from equipment
       where status <> 'retired' and nairobi_date(created_at) <= night.day and (of_region = 'all' or owner_id = any(owners))
     ) as machines
     cross join lateral (
       select 100.0
         * coalesce(sum(amount_cents) filter (where status = 'approved' and nairobi_date(decided_at) <= night.day), 0)
         / nullif(sum(amount_cents), 0) as utilization
       from subsidies
       where kind = 'application' and status <> 'withdrawn' and (of_region = 'all' or of_region = any(regions))
         and nairobi_date(created_at) between night.day - days + 1 and night.day
     ) as money`,
    [asOf, periods.map(([period]) => period), periods.map(([, days]) => days)],
  );
}
