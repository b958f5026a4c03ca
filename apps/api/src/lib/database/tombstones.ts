/** The ids of rows that are gone for good: none of them is given out, or made by a client, again. */

import { problem } from '../text/problem.ts';
import type { Db } from './db.ts';

/** Refuses a client-made id that belonged to a row that is gone for good. */
export async function refuseDeletedId(db: Db, id: string, ownerId: string): Promise<void> {
  const row = await db.selectFrom('tombstones').select('owner_id').where('id', '=', id).executeTakeFirst();
  if (row) throw problem(row.owner_id === ownerId ? 'gone' : 'id-taken');
}

/** Remembers the ids of deleted rows. */
export async function leaveTombstones(db: Db, ids: string[], ownerId: string): Promise<void> {
  if (!ids.length) return;
  await db
    .insertInto('tombstones')
    .values(ids.map((id) => ({ id, owner_id: ownerId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Whether the id belonged to a parcel or record of this farmer that is gone for good. */
export async function hasTombstone(db: Db, id: string, ownerId: string): Promise<boolean> {
  const row = await db
    .selectFrom('tombstones')
    .select('id')
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst();
  return row !== undefined;
}
