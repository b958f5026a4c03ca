/** Officials as listed for account managers, and invitations. */
import { type Insertable, type RawBuilder, sql } from 'kysely';
import type { DB } from '../../lib/database/database.generated.ts';
import type { Db } from '../../lib/database/db.ts';
import { hashSecret, newId } from '../../lib/database/id.ts';
import { onlyRow, type PageRequest, rowsOf } from '../../lib/database/rows.ts';
import { type Area, hasLandWithin, within } from '../../lib/http/scope.ts';
import { prefixQuery } from '../../lib/text/search-terms.ts';
import { isLasting } from '../posts/queries.ts';

/** Whether an official has or had a post in the area. */
export const hasPostIn = (scope: Area, column: RawBuilder<unknown>): RawBuilder<boolean> =>
  scope.kind === 'national'
    ? sql<boolean>`true`
    : sql<boolean>`exists (select from posts where official_id = ${column} and place = ${scope.county})`;

const columns = ['id', 'name', 'email', 'department', 'manage', 'suspended_at', 'created_at'] as const;

export type OfficialRow = Awaited<ReturnType<typeof listOfficials>>[number];

const selectOfficials = (db: Db) =>
  db.selectFrom('users').select(columns).where('role', '=', 'government').where('deleted_at', 'is', null);

export function listOfficials(db: Db, scope: Area, { limit, after }: PageRequest) {
  let statement = selectOfficials(db)
    .where(hasPostIn(scope, sql`users.id`))
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit + 1);
  if (after)
    statement = statement.where(
      sql<boolean>`(created_at, id) > (${after[0]}::timestamptz, ${after[1]}::uuid)`,
    );
  return statement.execute();
}

export function lockOfficial(db: Db, userId: string) {
  return selectOfficials(db).where('id', '=', userId).forUpdate().executeTakeFirst();
}

const INVITATION_DAYS = 14;

export function insertInvitation(
  db: Db,
  code: string,
  invitation: Pick<Insertable<DB['invitations']>, 'note' | 'created_by' | 'county' | 'email' | 'post'> = {},
) {
  return db
    .insertInto('invitations')
    .values({
      id: newId(),
      code_hash: hashSecret(code),
      ...invitation,
      expires_at: sql<string>`now() + make_interval(days => ${INVITATION_DAYS})`,
    })
    .returning(['id', 'note', 'email', 'created_at', 'expires_at', 'used_at'])
    .executeTakeFirstOrThrow();
}

/** A county sees only invitations made by its own officials. */
export function listInvitations(db: Db, scope: Area) {
  return db
    .selectFrom('invitations')
    .leftJoin('users', 'users.id', 'invitations.used_by')
    .select([
      'invitations.id',
      'invitations.note',
      'invitations.email',
      'invitations.created_at',
      'invitations.expires_at',
      'invitations.used_at',
      'users.name as used_by',
    ])
    .where(hasPostIn(scope, sql`invitations.created_by`))
    .orderBy('invitations.created_at', 'desc')
    .orderBy('invitations.id')
    .limit(200)
    .execute();
}

/** Serialises imports, so that two of them do not both invite one address. */
export async function lockImports(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('ardhi-invitation-import'))`.execute(db);
}

/** Those of the addresses that have an account or a valid invitation, in lower case. */
export async function listKnownEmails(db: Db, emails: string[]): Promise<Map<string, 'account' | 'invited'>> {
  const rows = await rowsOf<{ email: string; state: 'account' | 'invited' }>(db)`
    select lower(email) as email, 'invited' as state from invitations
      where lower(email) = any(${emails}) and used_at is null and expires_at > now()
    union all
    select lower(email), 'account' from users where lower(email) = any(${emails}) and deleted_at is null`;
  return new Map(rows.map(({ email, state }) => [email, state]));
}

export function deleteUnusedInvitation(db: Db, scope: Area, invitationId: string) {
  return db
    .deleteFrom('invitations')
    .where('id', '=', invitationId)
    .where('used_at', 'is', null)
    .where(hasPostIn(scope, sql`invitations.created_by`))
    .returning('id')
    .executeTakeFirst();
}

export async function deleteUnusedInvitationsBy(db: Db, officialId: string): Promise<string[]> {
  const deleted = await db
    .deleteFrom('invitations')
    .where('created_by', '=', officialId)
    .where('used_at', 'is', null)
    .returning('id')
    .execute();
  return deleted.map(({ id }) => id);
}

export async function deleteUnusedCodesBy(db: Db, officialId: string): Promise<void> {
  await db
    .deleteFrom('one_time_codes')
    .where('created_by', '=', officialId)
    .where('used_at', 'is', null)
    .execute();
}

/** Codes for this account that officials issued. */
export async function deleteUnusedCodesOf(db: Db, userId: string): Promise<void> {
  await db
    .deleteFrom('one_time_codes')
    .where('user_id', '=', userId)
    .where('created_by', 'is not', null)
    .where('used_at', 'is', null)
    .execute();
}

/** An ombudsperson, now or later, whose password alone opens the account. */
export async function isUnguardedOmbudsperson(db: Db, officialId: string): Promise<boolean> {
  const { found } = await onlyRow<{ found: boolean }>(db)`
    select exists (
        select from posts where official_id = ${officialId} and ${isLasting} and 'ombudsperson' = any (duties))
      and not exists (
        select from second_factors where user_id = ${officialId} and confirmed_at is not null) as found`;
  return found;
}

/** Whether the area may manage the account: a farmer with land there, or an official posted there. */
export async function canManageAccount(
  db: Db,
  scope: Area,
  person: { id: string; role: string },
): Promise<boolean> {
  // Excludes officials with a post elsewhere, now or later: their password gives access to more than this county.
  const isPostedOnlyHere = sql`${hasPostIn(scope, sql`${person.id}::uuid`)} and not exists (
    select from posts where official_id = ${person.id} and ${isLasting} and not ${within(scope, sql`place`)})`;
  const found = person.role === 'farmer' ? hasLandWithin(scope, sql`${person.id}::uuid`) : isPostedOnlyHere;
  const { rows } = await sql<{ found: boolean }>`select ${found} as found`.execute(db);
  return rows[0]!.found;
}

/** A post for one place, '' for the country. With one place each, PostgreSQL can hash the posts for a long list. */
const decidesFor = (place: string | null | RawBuilder<unknown>) => sql`exists (
      select from current_posts where official_id = users.id and 'decide' = any (duties) and place = ${place})`;

/**
 * SQL condition on `users`: officials who may decide in the county, by a county or national post or, with open
 * jurisdiction, if never posted. Without a county only national ones.
 */
export const canDecideIn = (
  county: string | null | RawBuilder<unknown>,
  jurisdiction: 'open' | 'strict',
): RawBuilder<boolean> => sql<boolean>`
  role = 'government' and deleted_at is null and suspended_at is null and (
    ${decidesFor(sql`''`)} or ${decidesFor(county)}
    or ${jurisdiction} = 'open' and not exists (select from posts where official_id = users.id))`;

/** SQL condition on `users`: words of the name begin with the terms, or the email address begins with the text. */
export function isNamed(q: string): RawBuilder<boolean> {
  const prefix = `${q.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  return sql<boolean>`(
    to_tsvector('simple', name) @@ to_tsquery('simple', ${prefixQuery(q)}) or lower(email) like ${prefix})`;
}

/** Those of the officials who may decide in the county. */
export async function listDeciders(
  db: Db,
  { jurisdiction }: { jurisdiction: 'open' | 'strict' },
  county: string | null,
  officialIds: string[],
): Promise<string[]> {
  if (!officialIds.length) return [];
  const rows = await rowsOf<{ id: string }>(db)`
    select id from users where id = any(${officialIds}::uuid[]) and ${canDecideIn(county, jurisdiction)}`;
  return rows.map(({ id }) => id);
}

/** Deletes the unused invitations printed at server start. Invitations by operators have a note and stay. */
export async function deleteBootstrapInvitations(db: Db): Promise<void> {
  await db
    .deleteFrom('invitations')
    .where('created_by', 'is', null)
    .where('note', 'is', null)
    .where('used_at', 'is', null)
    .execute();
}
