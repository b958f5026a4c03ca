/** Officials who manage accounts nationally. One must remain, or only the operator could let anyone in. */
import { sql } from 'kysely';
import type { Db } from '../../lib/database/db.ts';
import { firstRow, onlyRow } from '../../lib/database/rows.ts';
import type { Env } from '../../lib/settings/env.ts';
import { problem } from '../../lib/text/problem.ts';

type Settings = Pick<Env, 'officialsSecondFactor'>;

/**
 * By a current national post or, for officials who never had a post, by the permission of the account. Not those who
 * cannot sign in without the operator: with an unconfirmed address, or after the time for a required second factor.
 */
const manages = ({ officialsSecondFactor }: Settings, post = sql`true`) => sql`
  role = 'government' and deleted_at is null and suspended_at is null
  and not (must_confirm_email and email_confirmed_at is null)
  and (${officialsSecondFactor} <> 'required' or coalesce(enrol_until > now(), true) or exists (
    select from second_factors where user_id = users.id and confirmed_at is not null))
  and (
    exists (select from current_posts
      where official_id = users.id and level = 'country' and 'manage' = any (duties) and ${post})
    or manage and not exists (select from posts where official_id = users.id))`;

export async function isLastManager(db: Db, env: Settings, officialId: string): Promise<boolean> {
  const { is_last } = await onlyRow<{ is_last: boolean }>(db)`
    select exists (select from users where id = ${officialId} and ${manages(env)})
      and not exists (
        select from users where id <> ${officialId} and ${manages(env, sql`until_day is null`)}) as is_last`;
  return is_last;
}

/** Serialises two managers who would remove each other. Call it before row locks, which deletion takes after it. */
export async function lockManagers(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('ardhi-managers'))`.execute(db);
}

/** Before an official loses the permission to manage. Call it before row locks. */
export async function assertManagerRemains(db: Db, env: Settings, officialId: string): Promise<void> {
  await lockManagers(db);
  if (await isLastManager(db, env, officialId)) throw problem('last-manager');
}

/** Whether the official still manages accounts in the county, or nationally for null. */
export async function managesIn(db: Db, officialId: string, county: string | null): Promise<boolean> {
  const row = await firstRow(db)`
    select 1 from users
    where id = ${officialId} and deleted_at is null and suspended_at is null and (
      exists (select from current_posts where official_id = users.id and 'manage' = any (duties)
        and (level = 'country' or place = ${county}))
      or manage and not exists (select from posts where official_id = users.id))`;
  return row !== undefined;
}

/** Whether the permission of the account counts, which ends with the first post. */
export async function isUnpostedManager(db: Db, officialId: string): Promise<boolean> {
  const row = await firstRow(db)`
    select 1 from users where id = ${officialId} and manage
      and not exists (select from posts where official_id = users.id)`;
  return row !== undefined;
}
