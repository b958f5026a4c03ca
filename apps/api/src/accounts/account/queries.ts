import { sql } from 'kysely';
import type { Db } from '../../lib/database/db.ts';

export function updateProfile(
  db: Db,
  userId: string,
  profile: {
    name: string;
    phone_number: string | null;
    location: string | null;
    farm_size_acres: number | null;
    department: string | null;
  },
) {
  return db
    .updateTable('users')
    .set({ ...profile, revision: sql<number>`revision + 1` })
    .where('id', '=', userId)
    .execute();
}

export async function setLanguage(db: Db, userId: string, language: string): Promise<void> {
  await db.updateTable('users').set({ language }).where('id', '=', userId).execute();
}

export function listSessions(db: Db, userId: string) {
  return db
    .selectFrom('sessions')
    .select(['id', 'device', 'created_at', 'last_seen_at'])
    .where('user_id', '=', userId)
    .orderBy('last_seen_at', 'desc')
    .limit(100)
    .execute();
}
