/** A farmer's land, for the data download and for account deletion. */
import { sql } from 'kysely';
import type { Db } from '../../lib/database/db.ts';
import { STATED_COLUMNS } from './parcel-fields.ts';
import { crops, fertilizer, listRecords, pesticides, water } from './records.ts';
import { listScoreHistory } from './score-queries.ts';

const ALL = 1_000_000;

/** All parcels, including restorable ones. The tautology matches the two partial indexes on `deleted_at`. */
export const ownedIncludingDeleted = (userId: string) =>
  sql<boolean>`parcels.owner_id = ${userId} and (parcels.deleted_at is null or parcels.deleted_at is not null)`;

/** Every parcel with all its records, including deleted parcels that can still be restored. */
export async function parcelData(db: Db, userId: string) {
  const parcels = await db
    .selectFrom('parcels')
    .select([
      'id',
      ...STATED_COLUMNS,
      'score',
      'confidence',
      'score_status',
      'score_as_of',
      'boundary_area_m2',
      'created_at',
      'deleted_at',
    ])
    .where(ownedIncludingDeleted(userId))
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const data = [];
  for (const parcel of parcels) {
    const recordsOf = async (table: Parameters<typeof listRecords>[1]) =>
      (await listRecords(db, table, parcel.id, { limit: ALL, after: null })).map(({ record }) => record);
    data.push({
      ...parcel,
      crops: await recordsOf(crops.table),
      water: await recordsOf(water.table),
      fertilizer: await recordsOf(fertilizer.table),
      pesticides: await recordsOf(pesticides.table),
      score_history: await listScoreHistory(db, parcel.id),
    });
  }
  return data;
}

/** Deletes records, scores and score history by cascade. */
export async function deleteParcels(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('parcels').where(ownedIncludingDeleted(userId)).execute();
}
