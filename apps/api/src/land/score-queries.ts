import type { ScoreResult } from '@ardhi/agronomy';
import type { ScoredRecords, ScoreHistoryEntry } from '@ardhi/contract';
import { MAX_PAGE_SIZE } from '@ardhi/contract/limits';
import { sql } from 'kysely';
import type { Db } from '../lib/db.ts';
import { prepared } from '../lib/prepared.ts';
import { type RecordTable, recordsText } from './columns.ts';

/** The engine looks back this far, both ends included; fertilizer counts from 30 days before the first planting. */
const WINDOW_DAYS = 730;
const PREPARATION_DAYS = 30;

const windowStart = `($2::date - ${WINDOW_DAYS - 1})`;

const recordsJson = (table: RecordTable) => `(${recordsText(table)})::json`;

const recordsStatement = prepared<ScoredRecords & { id: string }>(
  'land-scored-records',
  `select parcel.id, planted.list as crops, watered.list as "waterUsage",
    fertilized.list as "fertilizerUsage", sprayed.list as "pesticideUsage"
  from unnest($1::uuid[]) as parcel (id)
  cross join lateral (
    select ${recordsJson('crops')} as list, min(planting_date) as first_planting from crops
    where parcel_id = parcel.id and planting_date <= $2::date and harvest_date >= ${windowStart}
  ) planted
  cross join lateral (
    select ${recordsJson('water_records')} as list from water_records
    where parcel_id = parcel.id and date between ${windowStart} and $2::date
  ) watered
  cross join lateral (
    select ${recordsJson('fertilizer_records')} as list from fertilizer_records
    where parcel_id = parcel.id
      and date between least(${windowStart}, planted.first_planting - ${PREPARATION_DAYS}) and $2::date
  ) fertilized
  cross join lateral (
    select ${recordsJson('pesticide_records')} as list from pesticide_records
    where parcel_id = parcel.id and date between ${windowStart} and $2::date
  ) sprayed`,
);

/** The records of parcels on which their scores of that day depend. */
export async function loadScoredRecords(
  db: Db,
  parcelIds: string[],
  asOf: string,
): Promise<Map<string, ScoredRecords>> {
  const rows = await recordsStatement(db, [parcelIds, asOf]);
  return new Map(rows.map(({ id, ...records }) => [id, records]));
}

/** How a record changed what the parcel row keeps of all records. What is left out stays. */
export interface TotalsChange {
  crop_count?: number;
  water_count?: number;
  fertilizer_count?: number;
  pesticide_count?: number;
  // Apart, because their difference as a double would not be exact.
  water_added?: number;
  water_removed?: number;
  fertilizer_added?: number;
  fertilizer_removed?: number;
  pesticide_added?: number;
  pesticide_removed?: number;
}

export interface SavedScore extends TotalsChange {
  id: string;
  score: number;
  confidence: number;
  status: string;
  band: string;
  as_of: string;
  version: string;
  inputs_hash: string;
  county: string | null;
  region: string | null;
  county_source: string | null;
  /** Whether the whole score is another one than before. */
  moved: boolean;
  result: ScoreResult;
}

const saveStatement = prepared(
  'land-save-scores',
  `with scored as (
      select * from jsonb_to_recordset($1::jsonb) as scored (
        id uuid, score smallint, confidence smallint, status text, band text, as_of date, version text,
        inputs_hash text, county text, region text, county_source text, moved boolean, result jsonb,
        crop_count int, water_count int, fertilizer_count int, pesticide_count int,
        water_added numeric, water_removed numeric, fertilizer_added numeric, fertilizer_removed numeric,
        pesticide_added numeric, pesticide_removed numeric
      )
    ), parcel as (
      update parcels set
        score = scored.score,
        confidence = scored.confidence,
        score_status = scored.status,
        score_band = scored.band,
        score_as_of = scored.as_of,
        score_version = scored.version,
        inputs_hash = scored.inputs_hash,
        county = scored.county,
        region = scored.region,
        county_source = scored.county_source,
        crop_count = parcels.crop_count + coalesce(scored.crop_count, 0),
        water_count = parcels.water_count + coalesce(scored.water_count, 0),
        fertilizer_count = parcels.fertilizer_count + coalesce(scored.fertilizer_count, 0),
        pesticide_count = parcels.pesticide_count + coalesce(scored.pesticide_count, 0),
        water_litres = parcels.water_litres + coalesce(scored.water_added, 0) - coalesce(scored.water_removed, 0),
        fertilizer_kg = parcels.fertilizer_kg + coalesce(scored.fertilizer_added, 0) - coalesce(scored.fertilizer_removed, 0),
        pesticide_kg = parcels.pesticide_kg + coalesce(scored.pesticide_added, 0) - coalesce(scored.pesticide_removed, 0),
        has_records = parcels.crop_count + parcels.water_count + parcels.fertilizer_count + parcels.pesticide_count
          + coalesce(scored.crop_count, 0) + coalesce(scored.water_count, 0)
          + coalesce(scored.fertilizer_count, 0) + coalesce(scored.pesticide_count, 0) > 0
      from scored where parcels.id = scored.id
    ), explanation as (
      insert into parcel_scores (parcel_id, result) select id, result from scored
      on conflict (parcel_id) do update set result = excluded.result
    )
    insert into score_history (parcel_id, as_of, score, confidence, status, version)
    select id, as_of, score, confidence, status, version from scored where moved`,
);

/** Scores, their explanations and their history, with the totals that changed along with them. */
export async function saveScores(db: Db, scores: SavedScore[]): Promise<void> {
  await saveStatement(db, [JSON.stringify(scores)]);
}

export async function findScoreResult(db: Db, parcelId: string): Promise<ScoreResult | null> {
  const row = await db
    .selectFrom('parcel_scores')
    .select('result')
    .where('parcel_id', '=', parcelId)
    .executeTakeFirst();
  return (row?.result as ScoreResult | undefined) ?? null;
}

const HISTORY_ENTRIES = 500;

/** The newest changes of the whole score, oldest first. */
export async function listScoreHistory(db: Db, parcelId: string): Promise<ScoreHistoryEntry[]> {
  const rows = await db
    .selectFrom('score_history')
    .select(['as_of as date', 'score', 'confidence', 'status'])
    .where('parcel_id', '=', parcelId)
    .orderBy('id', 'desc')
    .limit(HISTORY_ENTRIES)
    .execute();
  return rows.reverse() as ScoreHistoryEntry[];
}

/** What the engine advises on the farmer's parcels, newest first. */
export function listAdvice(db: Db, ownerId: string) {
  return db
    .selectFrom('parcels')
    .innerJoin('parcel_scores', 'parcel_scores.parcel_id', 'parcels.id')
    .select([
      'parcels.id',
      'parcels.name',
      sql<ScoreResult['actions']>`parcel_scores.result -> 'actions'`.as('actions'),
      sql<ScoreResult['nextEvidence']>`parcel_scores.result -> 'nextEvidence'`.as('next_evidence'),
    ])
    .where('parcels.owner_id', '=', ownerId)
    .where('parcels.deleted_at', 'is', null)
    .orderBy('parcels.created_at', 'desc')
    .limit(MAX_PAGE_SIZE)
    .execute();
}
