/**
 * Independence of officials for four-eyes approval, and impartiality towards a farmer. `dependent_officials` in
 * sql/officials.sql alone defines who depends on whom, and what a vouching ends.
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
import { problem } from '../../lib/text/problem.ts';
import { addNotice } from '../../records/notices/service.ts';
import { findDependentOfficials } from '../users/queries.ts';
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
}

/** Adds what a manager needs to know before vouching. */
export async function addTies(db: Db, managerId: string, officials: Official[]): Promise<Official[]> {
  const ids = officials.map(({ _id }) => _id);
  const dependent = await findDependentOfficials(db, managerId, ids);
  const rows = await rowsOf<TiesRow>(db)`
    select id,
      array(select distinct giver.name from live_grants join users as giver on giver.id = given_by
        where user_id = official.id order by giver.name) as let_in_by,
      array(select distinct other.name from shared_browsers join users as other on other.id = other_id
        where official_id = official.id order by other.name) as same_browser
    from users as official where id = any(${ids}::uuid[])`;
  const ties = new Map(rows.map((row) => [row.id, row]));
  return officials.map((official) => {
    const { let_in_by: letInBy, same_browser: sameBrowser } = ties.get(official._id)!;
    const isIndependent = official._id !== managerId && !dependent.includes(official._id);
    return { ...official, ties: { letInBy, sameBrowser, canVouch: isIndependent && letInBy.length > 0 } };
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

/** Resets of the account in the last 90 days. */
const recentResets = (accountId: string | Sql) => sql`
  select given_by as id, at from account_grants
  where user_id = ${accountId} and kind = 'reset' and at > now() - make_interval(days => ${RESET_DAYS})`;

const mailboxOwners = (accountId: string | Sql) => sql`
  select official.id from users as owner
  join users as official on canonical_mailbox(official.email) = canonical_mailbox(owner.email)
  where owner.id = ${accountId} and official.role = 'government'`;

/** Officials who could act in the farmer's name. */
const impersonators = (farmerId: string | Sql) => sql`
  select id from (${recentResets(farmerId)}) as resets union ${mailboxOwners(farmerId)}`;

/**
 * When the official, or one who is not independent of them, last reset the farmer's password within 90 days, and whether
 * the farmer's mailbox is that of such an official.
 */
export function findConflict(db: Db, officialId: string, farmerId: string) {
  return onlyRow<{ resetAt: string | null; isOwner: boolean }>(db)`
    with same (id) as (
      select ${officialId}::uuid
      union select dependent_officials(${officialId}, array(${impersonators(farmerId)})))
    select (select max(at) from (${recentResets(farmerId)}) as resets join same using (id)) as "resetAt",
      exists (select from (${mailboxOwners(farmerId)}) as owners join same using (id)) as "isOwner"`;
}

/** Condition on `users`: neither one of these officials nor dependent on one. The subquery runs once, not per user. */
const isApartFrom = (officials: Sql): Sql => sql`users.id not in (
  with involved (id) as (${officials})
  select id from involved
  union all
  select dependent from involved, dependent_officials(involved.id, array(
    select colleague.id from users as colleague where role = 'government' and deleted_at is null)) as dependent)`;

export const isIndependentOf = (officialIds: string[]): Sql =>
  isApartFrom(sql`select unnest(${officialIds}::uuid[])`);

/** Condition on `users` for the officials whom a refusal names. */
export const isImpartialTo = ({ requireSecondOfficial }: Env, ...farmerIds: (string | Sql)[]): Sql =>
  requireSecondOfficial ? isApartFrom(sql.join(farmerIds.map(impersonators), sql` union `)) : sql`true`;

export type Decider = Pick<WriteContext, 'db' | 'env' | 'user'>;

/** The code of the refusal if the official could have acted in the farmer's name, else null. */
export async function partialityTo({ db, env, user }: Decider, farmerId: string) {
  if (!env.requireSecondOfficial) return null;
  const { resetAt, isOwner } = await findConflict(db, user.id, farmerId);
  if (isOwner) return 'own-application' as const;
  return resetAt ? ('reset-recently' as const) : null;
}

/** `conditions` are further ones for the officials whom the refusal names. */
export async function assertImpartial(
  decider: Decider,
  { farmerIds, county }: { farmerIds: string[]; county: string | null },
  ...conditions: Sql[]
): Promise<void> {
  const { db, env } = decider;
  for (const farmerId of farmerIds) {
    const code = await partialityTo(decider, farmerId);
    if (!code) continue;
    const values = await nameDeciders(db, env, county, isImpartialTo(env, ...farmerIds), ...conditions);
    throw problem(code, { setting: 'REQUIRE_SECOND_OFFICIAL', values });
  }
}

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
