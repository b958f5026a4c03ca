/** Queries for the reports over all parcels. Deleted parcels are left out. */
import type { ScoreResult } from '@ardhi/agronomy';
import type { Crop, MonthlyUse } from '@ardhi/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../lib/database/db.ts';
import { onlyRow, rowsOf } from '../../lib/database/rows.ts';
import { type ParcelRow, parcelColumns } from '../land/columns.ts';
import { recordJson } from '../land/hot-statements.ts';

/** A report lists at most this many parcels, oldest first; its totals cover all. */
const MAX_PARCELS = 500;
const MAX_CROPS = 100;

export interface Period {
  from: string;
  to: string;
}

/** Columns with the usage recorded on `parcels.id` within a period. */
const useIn = ({ from, to }: Period) => {
  const within = (column: string) => sql`${sql.ref(column)} between ${from}::date and ${to}::date`;
  const aggregate = (table: string, value: RawBuilder<unknown>, column = 'date') =>
    sql`(select ${value} from ${sql.table(table)} where parcel_id = parcels.id and ${within(column)})`;
  const count = sql`count(*)::int`;
  return sql`
    coalesce(${aggregate('water_records', sql`sum(litres)`)}, 0) as "totalWaterUsed",
    coalesce(${aggregate('fertilizer_records', sql`sum(kg)`)}, 0) as "totalFertilizerUsed",
    coalesce(${aggregate('pesticide_records', sql`sum(amount)`)}, 0) as "totalPesticideUsed",
    ${aggregate('crops', count, 'planting_date')} + ${aggregate('water_records', count)}
      + ${aggregate('fertilizer_records', count)} + ${aggregate('pesticide_records', count)} as "recordCount",
    ${aggregate('crops', count, 'planting_date')} as "cropsPlanted",
    ${aggregate('crops', sql`count(*) filter (where yield_confirmed)::int`, 'harvest_date')} as "cropsHarvested"`;
};

const cropsIn = (
  column: 'planting_date' | 'harvest_date',
  { from, to }: Period,
  which: RawBuilder<unknown>,
) => sql`(
  select coalesce(json_agg(${recordJson('crops')} order by ${sql.ref(column)}, created_at, id), '[]')
  from (
    select * from crops
    where parcel_id = parcels.id and ${sql.ref(column)} between ${from}::date and ${to}::date and ${which}
    order by ${sql.ref(column)}, created_at, id limit ${MAX_CROPS}
  ) of_month
)`;

export type ParcelMonth = ParcelRow & MonthlyUse & { planted: Crop[]; harvested: Crop[] };

export const listParcelMonths = (db: Db, ownerId: string, month: Period) =>
  rowsOf<ParcelMonth>(db)`
    select ${parcelColumns}, ${useIn(month)},
      ${cropsIn('planting_date', month, sql`true`)} as planted,
      ${cropsIn('harvest_date', month, sql`yield_confirmed`)} as harvested
    from parcels where owner_id = ${ownerId} and deleted_at is null
    order by created_at, id limit ${MAX_PARCELS}`;

export type MonthTotals = MonthlyUse & { landCount: number; totalSize: number };

export const monthTotals = (db: Db, ownerId: string, month: Period) =>
  onlyRow<MonthTotals>(db)`
    select count(*)::int as "landCount", coalesce(sum(size_acres), 0) as "totalSize",
      coalesce(sum("totalWaterUsed"), 0) as "totalWaterUsed",
      coalesce(sum("totalFertilizerUsed"), 0) as "totalFertilizerUsed",
      coalesce(sum("totalPesticideUsed"), 0) as "totalPesticideUsed",
      coalesce(sum("recordCount"), 0)::int as "recordCount",
      coalesce(sum("cropsPlanted"), 0)::int as "cropsPlanted",
      coalesce(sum("cropsHarvested"), 0)::int as "cropsHarvested"
    from (
      select size_acres, ${useIn(month)} from parcels where owner_id = ${ownerId} and deleted_at is null
    ) parcel`;

export type ScoredParcelRow = ParcelRow & {
  result: ScoreResult | null;
  /** Score a year ago; null if the parcel is younger. */
  score_then: number | null;
};

export const listScoredParcels = (db: Db, ownerId: string, yearAgo: string) =>
  rowsOf<ScoredParcelRow>(db)`
    select ${parcelColumns}, parcel_scores.result,
      case when parcels.created_at::date <= ${yearAgo}::date then coalesce((
        select score from score_history where parcel_id = parcels.id and as_of <= ${yearAgo}::date
        order by id desc limit 1
      ), 50) end as score_then
    from parcels left join parcel_scores on parcel_scores.parcel_id = parcels.id
    where owner_id = ${ownerId} and deleted_at is null
    order by created_at, id limit ${MAX_PARCELS}`;

export interface ScoreAverages {
  landCount: number;
  assessedCount: number;
  totalSize: number;
  averageScore: number | null;
  areaWeightedScore: number | null;
  averageConfidence: number | null;
}

/** Leaves out parcels without evidence: their initial 50 would distort the averages. */
export const scoreAverages = (db: Db, ownerId: string) =>
  onlyRow<ScoreAverages>(db)`
    select count(*)::int as "landCount",
      count(*) filter (where assessed)::int as "assessedCount",
      coalesce(sum(size_acres), 0) as "totalSize",
      round(avg(score) filter (where assessed), 1) as "averageScore",
      round(sum(score * size_acres) filter (where assessed)
        / nullif(sum(size_acres) filter (where assessed), 0), 1) as "areaWeightedScore",
      round(avg(confidence) filter (where assessed), 1) as "averageConfidence"
    from (
      select score, confidence, size_acres, score_status <> 'initial' as assessed
      from parcels where owner_id = ${ownerId} and deleted_at is null
    ) parcel`;
