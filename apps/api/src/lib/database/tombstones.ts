/** Tombstones: ids of permanently deleted rows, which must not be reused. */

import { problem } from '../text/problem.ts';
import type { Db } from './db.ts';

/** Rejects a client-generated id of a permanently deleted row. */
export async function refuseDeletedId(db: Db, id: string, ownerId: string): Promise<void> {
  const row = await db.selectFrom('tombstones').select('owner_id').where('id', '=', id).executeTakeFirst();
  if (row) throw problem(row.owner_id === ownerId ? 'gone' : 'id-taken');
}

export async function insertTombstones(db: Db, ids: string[], ownerId: string): Promise<void> {
  if (!ids.length) return;
  await db
    .insertInto('tombstones')
    .values(ids.map((id) => ({ id, owner_id: ownerId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Whether the id belonged to a permanently deleted parcel or record of this farmer. */
export async function hasTombstone(db: Db, id: string, ownerId: string): Promise<boolean> {
  const row = await db
    .selectFrom('tombstones')
    .select('id')
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst();
  return row !== undefined;
}
