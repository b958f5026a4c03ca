/** Tombstones: ids of permanently deleted rows, which must not be reused. */

import { problem } from '../text/problem.ts';
import type { Db } from './db.ts';

async function findOwner(db: Db, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('tombstones').select('owner_id').where('id', '=', id).executeTakeFirst();
  return row?.owner_id;
}

/** Rejects a client-generated id of a permanently deleted row. */
export async function refuseDeletedId(db: Db, id: string, ownerId: string): Promise<void> {
  const deletedBy = await findOwner(db, id);
  if (deletedBy) throw problem(deletedBy === ownerId ? 'gone' : 'id-taken');
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
  return (await findOwner(db, id)) === ownerId;
}
