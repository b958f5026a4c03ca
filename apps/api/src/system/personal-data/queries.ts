import { sql } from 'kysely';
import type { Db } from '../../lib/database/db.ts';

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
  await db
    .updateTable('users')
    .set({
      email: sql<string>`'deleted-' || id`,
      name: '',
      phone_number: null,
      location: null,
      farm_size_acres: null,
      department: null,
      password_hash: '',
      email_confirmed_at: null,
      deleted_at: sql<string>`now()`,
    })
    .where('id', '=', userId)
    .execute();
  for (const table of ['second_factors', 'recovery_codes', 'devices', 'account_grants'] as const)
    await db.deleteFrom(table).where('user_id', '=', userId).execute();
  await db.deleteFrom('one_time_codes').where('user_id', '=', userId).execute();
  await db.deleteFrom('idempotency_keys').where('owner', '=', userId).execute();
}
