import type { ScoreResult } from '@ardhi/agronomy';
import { RESTORE_DAYS } from '@ardhi/contract/limits';
import { sql } from 'kysely';
import { auditValues, type Fields, type LabelledEntry } from '../../lib/audit/audit.ts';
import type { Db } from '../../lib/database/db.ts';
import { nextRevision, now, updateRow } from '../../lib/database/rows.ts';
import type { WriteContext } from '../../lib/http/write-context.ts';
import type { ParcelRow } from './columns.ts';
import { INSERTED_COLUMNS, insertStatement } from './hot-statements.ts';
import type { ParcelFields } from './parcel-fields.ts';
import { SCORE_VERSION } from './score.ts';

/** Also inserts the score and the audit entry. Returns undefined if the id is taken. */
export async function insertParcel<Before extends Fields, After extends Fields>(
  context: Pick<WriteContext, 'db' | 'user' | 'requestId'>,
  parcel: ParcelFields & { id: string; owner_id: string },
  result: ScoreResult,
  entry: LabelledEntry<Before, After>,
): Promise<ParcelRow | undefined> {
  const inserted = {
    ...parcel,
    score: result.score,
    confidence: result.confidencePct,
    score_status: result.status,
    score_band: result.band,
    score_as_of: result.asOf,
    score_version: SCORE_VERSION,
    inputs_hash: result.inputsHash,
  };
  const [row] = await insertStatement(context.db, [
    JSON.stringify(result),
    ...auditValues(context, entry),
    ...INSERTED_COLUMNS.map((column) => inserted[column]),
  ]);
  return row;
}

/** For edits by users: increments the revision. */
export const updateParcel = (db: Db, parcelId: string, fields: Partial<ParcelFields>) =>
  updateRow(db, 'parcels', parcelId, { ...fields, revision: nextRevision });

/** Returns the time until which the parcel can be restored. */
export async function markDeleted(db: Db, parcelId: string): Promise<string> {
  const { until } = await db
    .updateTable('parcels')
    .set({ deleted_at: now })
    .where('id', '=', parcelId)
    .returning(sql<string>`deleted_at + make_interval(days => ${RESTORE_DAYS})`.as('until'))
    .executeTakeFirstOrThrow();
  return until;
}

/** Returns false if the restore period has expired. */
export async function unmarkDeleted(db: Db, parcelId: string): Promise<boolean> {
  const row = await db
    .updateTable('parcels')
    .set({ deleted_at: null })
    .where('id', '=', parcelId)
    .where('deleted_at', '>', sql<string>`now() - make_interval(days => ${RESTORE_DAYS})`)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Removes parcels past their restore period, oldest deletion first; records are deleted by cascade. */
export function purgeDeleted(db: Db, limit: number) {
  return db
    .deleteFrom('parcels')
    .where('id', 'in', (query) =>
      query
        .selectFrom('parcels')
        .select('id')
        .where('deleted_at', '<', sql<string>`now() - make_interval(days => ${RESTORE_DAYS})`)
        .orderBy('deleted_at')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'owner_id'])
    .execute();
}
