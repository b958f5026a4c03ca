import { sql } from 'kysely';
import type { Db } from '../../lib/database/db.ts';

export function findDevice(db: Db, tokenHash: Buffer, userId: string) {
  return db
    .selectFrom('devices')
    .select('user_id')
    .where('token_hash', '=', tokenHash)
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

export async function insertDevice(db: Db, tokenHash: Buffer, userId: string): Promise<void> {
  await db
    .insertInto('devices')
    .values({ token_hash: tokenHash, user_id: userId })
    .onConflict((conflict) =>
      conflict.columns(['token_hash', 'user_id']).doUpdateSet({ last_used_at: sql<string>`now()` }),
    )
    .execute();
}
