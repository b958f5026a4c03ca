/** Officials who manage accounts nationally. One must remain, or only the operator could let anyone in. */
import { sql } from 'kysely';
import type { Db } from '../../lib/database/db.ts';
import { problem } from '../../lib/text/problem.ts';

/** By a current national post or, for officials who never had a post, by the permission of the account. */
const manages = (post = sql`true`) => sql`role = 'government' and deleted_at is null and suspended_at is null
  and not (must_confirm_email and email_confirmed_at is null) and (
    exists (select from current_posts
      where official_id = users.id and level = 'country' and 'manage' = any (duties) and ${post})
    or manage and not exists (select from posts where official_id = users.id))`;

export async function isLastManager(db: Db, officialId: string): Promise<boolean> {
  const { rows } = await sql<{ is_last: boolean }>`
    select exists (select from users where id = ${officialId} and ${manages()})
      and not exists (
        select from users where id <> ${officialId} and ${manages(sql`until_day is null`)}) as is_last`.execute(
    db,
  );
  return rows[0]!.is_last;
}

/**
 * Before an official loses the permission to manage. Call it before row locks: the advisory lock serialises two managers
 * who would remove each other.
 */
export async function assertManagerRemains(db: Db, officialId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('ardhi-managers'))`.execute(db);
  if (await isLastManager(db, officialId)) throw problem('last-manager');
}
