/** Closed accounts: officials who have acted are named until the audit log no longer names them. */
import { sql } from 'kysely';
import type { Db } from '../../lib/database/db.ts';
import type { Job } from '../../lib/jobs/jobs.ts';

declare module '../../lib/jobs/jobs.ts' {
  interface JobPayloads {
    'erase-closed-accounts': Record<string, never>;
  }
}

/**
 * Whether an official did anything beyond their own account, read data of others, or is the subject of a complaint. It is
 * decided once, when the account ends: the entry `user.close` or `user.delete` tells the audit log.
 */
export async function hasActed(db: Db, officialId: string): Promise<boolean> {
  const { rows } = await sql<{ has_acted: boolean }>`
    select exists (
        select from audit_log where actor_id = ${officialId} and action <> 'account.download'
          and (entity, entity_id) is distinct from ('user', ${officialId}::uuid))
      or exists (select from access_lines where viewer_id = ${officialId})
      or exists (select from complaint_subjects where user_id = ${officialId}) as has_acted`.execute(db);
  return rows[0]!.has_acted;
}

/** Nightly: erases the rest of closed accounts after the last month that names them was dropped. */
export const eraseClosedAccounts: Job<Record<string, never>> = async (_payload, { db }) => {
  await sql`
    update users set name = '', department = null, mailbox_hash = null
    where role = 'government' and deleted_at is not null and name <> ''
      and not exists (select from audit_log where actor_id = users.id)
      and not exists (select from audit_log where entity = 'user' and entity_id = users.id)`.execute(db);
};
