import { sql } from 'kysely';
import { updateUser } from '../../accounts/users/queries.ts';
import type { Db } from '../../lib/database/db.ts';

const OWN_TABLES = [
  'second_factors',
  'recovery_codes',
  'devices',
  'account_grants',
  'one_time_codes',
] as const;

/** Omits the recipients of messages: the exported messages name them if the user may know. */
export function listOwnAudit(db: Db, userId: string) {
  return db
    .selectFrom('audit_log')
    .select(['at', 'action', 'entity', 'entity_id', 'before', sql`after - 'recipientId'`.as('after')])
    .where('actor_id', '=', userId)
    .orderBy('id')
    .limit(100_000)
    .execute();
}

/** The row stays as the author of decisions, audit log entries and threads; personal data is removed. */
export async function anonymiseUser(db: Db, userId: string): Promise<void> {
  await updateUser(db, userId, {
    email: sql<string>`'deleted-' || id`,
    name: '',
    phone_number: null,
    location: null,
    farm_size_acres: null,
    department: null,
    password_hash: '',
    email_confirmed_at: null,
    deleted_at: sql<string>`now()`,
  });
  for (const table of OWN_TABLES) await db.deleteFrom(table).where('user_id', '=', userId).execute();
  await db.deleteFrom('idempotency_keys').where('owner', '=', userId).execute();
}
