/** Parcel views for the data export, and the locks for deleting an account. */
import { sql } from 'kysely';
import { ownedIncludingDeleted } from '../../farm/land/account.ts';
import type { Db } from '../../lib/database/db.ts';
import { rowsOf } from '../../lib/database/rows.ts';

/**
 * Every write locks a parcel or equipment first, and then the count row of its farmer. Deleting an account uses the same
 * lock order, to prevent deadlocks with writes from another device.
 */
export async function lockFarm(db: Db, userId: string): Promise<void> {
  await sql`select from parcels where ${ownedIncludingDeleted(userId)} order by id for update`.execute(db);
  await sql`select lock_places(array(select id from parcels where ${ownedIncludingDeleted(userId)}))`.execute(
    db,
  );
  await sql`select from equipment where owner_id = ${userId} order by id for update`.execute(db);
}

/** Officials who opened the farmer's parcels. */
export const accountViews = (db: Db, userId: string) =>
  rowsOf<{ parcel_id: string; official: string; viewed_at: string }>(db)`
    select parcel_id, users.name as official, viewed_at
    from parcel_views join parcels on parcels.id = parcel_id join users on users.id = official_id
    where ${ownedIncludingDeleted(userId)} order by parcel_views.id limit 100000`;
