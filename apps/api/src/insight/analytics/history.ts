/** History of the metrics: snapshots, score trends, effects of policies. Written by a nightly job. */
import { type Metrics, PERIOD_DAYS, type Period, type PolicyEffect, type TrendPoint } from '@ardhi/contract';
import { MIN_COMPARED } from '@ardhi/contract/limits';
import { sql } from 'kysely';
import type { Db } from '../../lib/database/db.ts';
import { firstRow, rowsOf } from '../../lib/database/rows.ts';
import { type Area, countyOf } from '../../lib/http/scope.ts';
import { placeOf, type View } from './metrics.ts';

/** If a nightly run fails, the snapshot of an earlier day is used. */
const TOLERATED_DAYS = 2;

/** Metrics at the end of the previous period; undefined without a snapshot. */
export async function findPrevious(
  db: Db,
  scope: Area,
  { period, region, today }: View,
): Promise<(Metrics & { date: string }) | undefined> {
  const day = sql`(${today}::date - ${PERIOD_DAYS[period]}::int)`;
  return firstRow<Metrics & { date: string }>(db)`
    select day as date, farmers as "totalFarmers", parcels as "totalLands", acres as "totalLandArea",
      score as "sustainabilityScore", weighted_score as "areaWeightedScore", assessed as "assessedLands",
      land_usage as "landUsage", equipment_efficiency as "equipmentEfficiency",
      subsidy_utilization as "subsidyUtilization"
    from analytics_snapshots
    where region = ${placeOf(scope, region)} and period = ${period} and day between ${day} - ${TOLERATED_DAYS}::int and ${day}
    order by day desc limit 1`;
}

export async function hasSnapshot(db: Db, day: string): Promise<boolean> {
  const row = await db
    .selectFrom('analytics_snapshots')
    .select('day')
    .where('day', '=', day)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The column `region` holds any area: `all`, a region or a county. */
export async function saveSnapshot(
  db: Db,
  scope: Area,
  { period, region, today }: View,
  metrics: Metrics,
): Promise<void> {
  const snapshot = {
    farmers: metrics.totalFarmers,
    parcels: metrics.totalLands,
    acres: metrics.totalLandArea,
    score: metrics.sustainabilityScore,
    weighted_score: metrics.areaWeightedScore,
    assessed: metrics.assessedLands,
    land_usage: metrics.landUsage,
    equipment_efficiency: metrics.equipmentEfficiency,
    subsidy_utilization: metrics.subsidyUtilization,
  };
  // A later run replaces the snapshot of the day, because it is closer to the end of the day.
  await db
    .insertInto('analytics_snapshots')
    .values({ day: today, region: placeOf(scope, region), period, ...snapshot })
    .onConflict((conflict) => conflict.columns(['day', 'region', 'period']).doUpdateSet(snapshot))
    .execute();
}

const REGIONS = ['all', 'north', 'south', 'east', 'west'];

/** Trend points are at the start of a week, month or year, so that successive runs share the same days. */
const steps: Record<Period, { unit: string; count: number }> = {
  weekly: { unit: 'week', count: 12 },
  monthly: { unit: 'month', count: 12 },
  yearly: { unit: 'year', count: 5 },
};

const anchors = (period: Period, today: string) => sql`
  select (date_trunc(${steps[period].unit}, ${today}::timestamp)
    - step * ${`1 ${steps[period].unit}`}::interval)::date as day
  from generate_series(0, ${steps[period].count}::int) as step`;

/** National and regional trends; a county official gets only the county's trend, as `all`. */
export async function listTrends(db: Db, scope: Area, { period, today }: View): Promise<TrendPoint[]> {
  const county = countyOf(scope);
  return rowsOf<TrendPoint>(db)`
    select day as date, ${county === null ? sql`region` : sql`'all'`} as region, parcels as lands, score
    from score_trends where day in (${anchors(period, today)}) and day < ${today}
      and region = any(${county === null ? REGIONS : [county]})
    order by day, region`;
}

/**
 * Fills missing trend points with the mean score of comparable parcels, from the score history, deleted parcels
 * included. A parcel's first history row is its first change; before it the parcel was not comparable.
 */
export async function reconstructTrends(db: Db, today: string): Promise<void> {
  await sql`
    with days as (
      select distinct day from (
        ${anchors('weekly', today)} union all ${anchors('monthly', today)} union all ${anchors('yearly', today)}
      ) as anchored
      where day < ${today} and not exists (select from score_trends where score_trends.day = anchored.day)
    ), scored as (
      select distinct on (day, parcel_id) day, parcel_id, score, confidence
      from days join score_history on as_of <= day
      order by day, parcel_id, id desc
    ), placed as (
      select scored.day, parcels.region, parcels.county, scored.score from scored
      join parcels on parcels.id = parcel_id
      where is_comparable(scored.confidence) and nairobi_date(parcels.created_at) <= scored.day
        and (parcels.deleted_at is null or nairobi_date(parcels.deleted_at) > scored.day)
    )
    insert into score_trends (day, region, parcels, score)
    select days.day, name, count(placed.score), avg(placed.score)
    from days cross join (
      select unnest(${REGIONS}::text[]) as name union all select distinct county from placed where county is not null
    ) as places
    left join placed on placed.day = days.day and (name = 'all' or placed.region = name or placed.county = name)
    group by days.day, name
    having count(placed.score) > 0
    on conflict (day, region) do nothing
  `.execute(db);
}

/** Today's means, from the rollups. */
export async function saveTrends(db: Db, today: string): Promise<void> {
  await sql`
    insert into score_trends (day, region, parcels, score)
    select ${today}::date, name, coalesce(sum(confident), 0), sum(confident_sum)::numeric / nullif(sum(confident), 0)
    from (
      select unnest(${REGIONS}::text[]) as name
      union all select distinct county from live_parcels where county <> ''
    ) as places
    left join live_parcels on name = 'all' or live_parcels.region = name or live_parcels.county = name
    group by name
    on conflict (day, region) do update set parcels = excluded.parcels, score = excluded.score
  `.execute(db);
}

/** Policies are announced nationally, so their effect is measured only nationally. */
export async function listEffects(db: Db, scope: Area): Promise<PolicyEffect[]> {
  if (scope.kind === 'county') return [];
  return rowsOf<PolicyEffect>(db)`
    select policy_id as "policyId", title, status, effective_date as "effectiveDate", computed_on as "computedOn",
      sent_at as "sentAt", notified, read, case when notified > 0 then 100.0 * read / notified end as "readShare",
      readers, case when readers >= ${MIN_COMPARED} and others >= ${MIN_COMPARED} then readers_change end as "readersChange",
      others, case when readers >= ${MIN_COMPARED} and others >= ${MIN_COMPARED} then others_change end as "othersChange"
    from policy_effects join policies on policies.id = policy_id
    where policies.deleted_at is null
    order by policies.created_at desc limit 20`;
}

/**
 * For each announced policy: how many recipients of the latest sending have read it, counted as on the policy's page.
 * For land that existed on the effective date: the change of the mean score since then, for farmers who read any
 * sending and for those who did not.
 */
export async function computeEffects(db: Db, today: string): Promise<void> {
  await sql`
    with latest as (
      select distinct on (policy_id) policy_id, notice_id, sent_at from policy_sendings
      where farmers is not null order by policy_id, sent_at desc
    ), people as (
      select sending.policy_id, recipient.user_id, bool_or(reads.user_id is not null) as has_read,
        bool_or(sending.notice_id = latest.notice_id) as is_told,
        bool_or(sending.notice_id = latest.notice_id and reads.user_id is not null) as has_read_latest
      from policy_sendings as sending
      join latest using (policy_id)
      join policies on policies.id = sending.policy_id and policies.deleted_at is null
      join policy_recipients as recipient on recipient.notice_id = sending.notice_id
      left join notice_reads as reads on reads.notice_id = recipient.notice_id and reads.user_id = recipient.user_id
      group by sending.policy_id, recipient.user_id
    ), changes as (
      select people.policy_id, people.user_id, people.has_read, avg(parcels.score - coalesce(before.score, 50)) as change
      from people
      join policies on policies.id = people.policy_id and policies.effective_date <= ${today}::date
      join parcels on parcels.owner_id = people.user_id and parcels.deleted_at is null
        and nairobi_date(parcels.created_at) <= policies.effective_date
      left join lateral (
        select score from score_history
        where parcel_id = parcels.id and as_of <= policies.effective_date order by id desc limit 1
      ) as before on true
      group by people.policy_id, people.user_id, people.has_read
    ), compared as (
      select policy_id, count(*) filter (where has_read) as readers, avg(change) filter (where has_read) as readers_change,
        count(*) filter (where not has_read) as others, avg(change) filter (where not has_read) as others_change
      from changes group by policy_id
    )
    insert into policy_effects
    select people.policy_id, ${today}::date, count(*) filter (where is_told), count(*) filter (where has_read_latest),
      coalesce(max(readers), 0), max(readers_change), coalesce(max(others), 0), max(others_change), max(sent_at)
    from people join latest using (policy_id) left join compared using (policy_id)
    group by people.policy_id
    on conflict (policy_id) do update set
      computed_on = excluded.computed_on, sent_at = excluded.sent_at, notified = excluded.notified, read = excluded.read,
      readers = excluded.readers, readers_change = excluded.readers_change,
      others = excluded.others, others_change = excluded.others_change
  `.execute(db);
}
