/**
 * Independence of officials for four-eyes approval. `dependent_officials` in sql/officials.sql alone defines it; a vouching
 * ends the dependence that earlier invitations and resets of an account created.
 */
import type { Official } from '@ardhi/contract';
import { paths } from '@ardhi/contract/paths';
import { sql } from 'kysely';
import type { Db, Sql } from '../../lib/database/db.ts';
import { newId } from '../../lib/database/id.ts';
import { onlyRow, rowsOf } from '../../lib/database/rows.ts';
import type { WriteContext } from '../../lib/http/write-context.ts';
import type { Env } from '../../lib/settings/env.ts';
import type { MessageValues } from '../../lib/text/i18n.ts';
import { addNotice } from '../../records/notices/service.ts';
import { canDecideIn, lockOfficial } from './queries.ts';

interface Vouching {
  officialId: string;
  /** Null: the operator. */
  voucher: { id: string; name: string } | null;
  note: string | null;
}

export async function vouch(
  context: WriteContext<unknown>,
  { officialId, voucher, note }: Vouching,
): Promise<void> {
  const { db, audit } = context;
  // A reset that is being used locks the row too, so one of the two is clearly the later one.
  await lockOfficial(db, officialId);
  await db
    .insertInto('vouchings')
    .values({ id: newId(), user_id: officialId, vouched_by: voucher?.id ?? null, note })
    .execute();
  await audit({ action: 'user.vouch', entityId: officialId, after: { note } });
  await addNotice(context, {
    userId: officialId,
    kind: 'vouched',
    values: { official: voucher?.name ?? 'Ardhi' },
    link: paths.account,
  });
}

export function listVouchings(db: Db, userId: string) {
  return db
    .selectFrom('vouchings')
    .leftJoin('users', 'users.id', 'vouched_by')
    .select(['at', 'note', 'users.name as vouchedBy'])
    .where('user_id', '=', userId)
    .orderBy('at')
    .limit(1000)
    .execute();
}

interface TiesRow {
  id: string;
  let_in_by: string[];
  same_browser: string[];
  is_independent: boolean;
}

/** Adds what a manager needs to know before vouching. */
export async function addTies(db: Db, managerId: string, officials: Official[]): Promise<Official[]> {
  const rows = await rowsOf<TiesRow>(db)`
    select id,
      array(select distinct giver.name from live_grants join users as giver on giver.id = given_by
        where user_id = official.id order by giver.name) as let_in_by,
      array(select distinct other.name from shared_browsers join users as other on other.id = other_id
        where official_id = official.id order by other.name) as same_browser,
      id <> ${managerId} and not exists (
        select from dependent_officials(${managerId}, array[official.id])) as is_independent
    from users as official where id = any(${officials.map(({ _id }) => _id)}::uuid[])`;
  const ties = new Map(rows.map((row) => [row.id, row]));
  return officials.map((official) => {
    const { let_in_by: letInBy, same_browser: sameBrowser, is_independent } = ties.get(official._id)!;
    return { ...official, ties: { letInBy, sameBrowser, canVouch: is_independent && letInBy.length > 0 } };
  });
}

/** Pairs of these officials who used the same browser within a day. */
export const listSharedBrowsers = (db: Db, officialIds: string[]) =>
  rowsOf<{ one: string; other: string }>(db)`
    select distinct one.name as one, other.name as other
    from shared_browsers join users as one on one.id = official_id join users as other on other.id = other_id
    where official_id = any(${officialIds}::uuid[]) and other_id = any(${officialIds}::uuid[])
      and official_id < other_id`;

const RESET_DAYS = 90;

/** Resets of the account in the last 90 days by this official, also under another address of the same mailbox. */
const recentResets = (official: Sql, accountId: string) => sql<{ at: string }>`
  select account_grants.at from account_grants
  join users as giver on giver.id = given_by
  join users as decider on canonical_mailbox(decider.email) = canonical_mailbox(giver.email)
  where user_id = ${accountId} and kind = 'reset' and decider.id = ${official}
    and account_grants.at > now() - make_interval(days => ${RESET_DAYS})`;

const sharesMailbox = (official: Sql, accountId: string) => sql`exists (
  select from users as owner join users as decider on canonical_mailbox(decider.email) = canonical_mailbox(owner.email)
  where owner.id = ${accountId} and decider.id = ${official})`;

/** When the official last reset the farmer's password within 90 days, and whether the farmer's mailbox is theirs. */
export function findConflict(db: Db, officialId: string, farmerId: string) {
  const official = sql`${officialId}`;
  return onlyRow<{ resetAt: string | null; isOwner: boolean }>(db)`
    select max(at) as "resetAt", ${sharesMailbox(official, farmerId)} as "isOwner"
    from (${recentResets(official, farmerId)}) as resets`;
}

export const isImpartialTo = (farmerId: string): Sql =>
  sql`not exists (${recentResets(sql`users.id`, farmerId)}) and not ${sharesMailbox(sql`users.id`, farmerId)}`;

export const isIndependentOf = (officialIds: string[]): Sql =>
  sql`users.id <> all(${officialIds}::uuid[])
    and not exists (select from dependent_officials(users.id, ${officialIds}))`;

const MAX_NAMES = 5;

/** Values for the text of a refusal: officials who can decide in the county and satisfy the conditions on `users`. */
export async function nameDeciders(
  db: Db,
  { jurisdiction }: Pick<Env, 'jurisdiction'>,
  county: string | null,
  ...conditions: Sql[]
): Promise<MessageValues> {
  const rows = await rowsOf<{ name: string }>(db)`
    select name from users where ${sql.join([canDecideIn(county, jurisdiction), ...conditions], sql` and `)}
    order by name, id limit ${MAX_NAMES}`;
  return { hasNames: rows.length > 0 ? 'yes' : 'no', names: rows.map(({ name }) => name).join(', ') };
}
