import { ENGINE_VERSION, type ScoreResult } from '@ardhi/agronomy';
import type { ScoredRecords, ScoreHistoryEntry } from '@ardhi/contract';
import { MAX_PAGE_SIZE } from '@ardhi/contract/limits';
import { sql } from 'kysely';
import type { Db } from '../../lib/database/db.ts';
import { scoredRecordsStatement } from './hot-statements.ts';
import { type StoredChange, withChanges } from './score-history.ts';

/** Records that the scores of that day depend on. */
export async function loadScoredRecords(
  db: Db,
  parcelIds: string[],
  asOf: string,
): Promise<Map<string, ScoredRecords>> {
  const rows = await scoredRecordsStatement(db, [parcelIds, asOf]);
  return new Map(rows.map(({ id, ...records }) => [id, records]));
}

/** Change of the record totals stored in the parcel row. Omitted fields stay unchanged. */
export interface TotalsChange {
  crop_count?: number;
  water_count?: number;
  fertilizer_count?: number;
  pesticide_count?: number;
  // Separate, because their difference as a double would be inexact.
  water_added?: number;
  water_removed?: number;
  fertilizer_added?: number;
  fertilizer_removed?: number;
  pesticide_added?: number;
  pesticide_removed?: number;
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

/** The newest changes of the score, oldest first. */
export async function listScoreHistory(db: Db, parcelId: string): Promise<ScoreHistoryEntry[]> {
  const rows = await db
    .selectFrom('score_history')
    .select(['as_of as date', 'score', 'confidence', 'status', 'parts'])
    .where('parcel_id', '=', parcelId)
    .orderBy('id', 'desc')
    // One more, to compare the oldest entry with.
    .limit(HISTORY_ENTRIES + 1)
    .execute();
  return withChanges(rows.reverse() as StoredChange[], HISTORY_ENTRIES);
}

/** Advice of the score engine for the farmer's parcels, newest parcel first. */
export function listAdvice(db: Db, ownerId: string) {
  return (
    db
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
      // Advice of an older engine has other values; the score run after an upgrade replaces it.
      .where(sql`parcel_scores.result ->> 'engineVersion'`, '=', ENGINE_VERSION)
      .orderBy('parcels.created_at', 'desc')
      .limit(MAX_PAGE_SIZE)
      .execute()
  );
}
