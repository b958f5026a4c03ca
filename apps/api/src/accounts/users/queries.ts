import type { User } from '@ardhi/contract';
import { type Insertable, sql, type UpdateObject } from 'kysely';
import type { DB } from '../../lib/database/database.generated.ts';
import type { Db } from '../../lib/database/db.ts';
import { hashSecret, newId } from '../../lib/database/id.ts';
import { onlyRow } from '../../lib/database/rows.ts';
import { keyedHash } from '../../lib/settings/keyed-hash.ts';

const userColumns = [
  'id',
  'email',
  'name',
  'role',
  'phone_number',
  'location',
  'farm_size_acres',
  'department',
  'manage',
  'suspended_at',
  'language',
  'password_hash',
  'email_confirmed_at',
  'revision',
  'created_at',
] as const;

/** For officials: the working post, and whether they ever had a post. */
const office = sql<{
  post: User['post'];
  posted: boolean;
} | null>`case role when 'government' then json_build_object(
  'post', (
    select json_build_object('_id', post.id, 'county', nullif(post.place, ''), 'duties', post.duties)
    from working_post(users.id) as post),
  'posted', exists (select from posts where official_id = users.id)) end`.as('office');

export type UserRow = NonNullable<Awaited<ReturnType<typeof findUser>>>;

const selectUsers = (db: Db) =>
  db
    .selectFrom('users')
    .select([...userColumns, office])
    .where('deleted_at', 'is', null);

export function findUser(db: Db, userId: string) {
  return selectUsers(db).where('id', '=', userId).executeTakeFirst();
}

export function lockUser(db: Db, userId: string) {
  return selectUsers(db).where('id', '=', userId).forNoKeyUpdate().executeTakeFirstOrThrow();
}

/** Before an account ends: waits for its writes in flight, and keeps new ones waiting until the transaction ends. */
export function lockEndingUser(db: Db, userId: string) {
  return selectUsers(db).where('id', '=', userId).forUpdate().executeTakeFirstOrThrow();
}

export function findUserByEmail(db: Db, email: string) {
  return selectUsers(db).where(sql`lower(email)`, '=', email.toLowerCase()).executeTakeFirst();
}

export function insertUser(db: Db, user: Omit<Insertable<DB['users']>, 'id'>) {
  return db
    .insertInto('users')
    .values({ id: newId(), ...user })
    .returning([...userColumns, office])
    .executeTakeFirstOrThrow();
}

export async function updateUser(db: Db, userId: string, changes: UpdateObject<DB, 'users'>): Promise<void> {
  await db.updateTable('users').set(changes).where('id', '=', userId).execute();
}

/** Also deletes reset codes that were made for the old password. */
export async function setPassword(db: Db, userId: string, passwordHash: string): Promise<void> {
  await updateUser(db, userId, { password_hash: passwordHash });
  await endOneTimeCodes(db, userId, 'reset-password');
}

export type CodePurpose = 'reset-password' | 'confirm-email' | 'enrol';

async function endOneTimeCodes(db: Db, userId: string, purpose: CodePurpose): Promise<void> {
  await db
    .deleteFrom('one_time_codes')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .execute();
}

/** Replaces earlier codes of the same purpose. */
export async function insertOneTimeCode(
  db: Db,
  code: { userId: string; purpose: CodePurpose; secret: string; hours: number; createdBy?: string },
): Promise<string> {
  await endOneTimeCodes(db, code.userId, code.purpose);
  const row = await db
    .insertInto('one_time_codes')
    .values({
      id: newId(),
      user_id: code.userId,
      purpose: code.purpose,
      code_hash: hashSecret(code.secret),
      created_by: code.createdBy ?? null,
      expires_at: sql<string>`now() + make_interval(hours => ${code.hours})`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow();
  return row.expires_at;
}

/** SQL condition: the row holds this secret, which is neither used nor expired. */
const isValid = (secret: string) =>
  sql<boolean>`code_hash = ${hashSecret(secret)} and used_at is null and expires_at > now()`;

/** Finds the owner of a valid code without using it up. */
export function findCodeOwner(db: Db, purpose: CodePurpose, secret: string) {
  return db
    .selectFrom('one_time_codes')
    .innerJoin('users', 'users.id', 'one_time_codes.user_id')
    .select(['users.id', 'users.email', 'users.role'])
    .where('purpose', '=', purpose)
    .where(isValid(secret))
    .executeTakeFirst();
}

/** Uses up a code. Of two concurrent requests only one gets the row. */
export function consumeOneTimeCode(db: Db, purpose: CodePurpose, secret: string) {
  return db
    .updateTable('one_time_codes')
    .set({ used_at: sql<string>`now()` })
    .where('purpose', '=', purpose)
    .where(isValid(secret))
    .returning(['user_id', 'created_by', 'created_at'])
    .executeTakeFirst();
}

/** An invitation with an address is only for a registration with it. */
export function consumeInvitation(db: Db, secret: string, { id, email }: { id: string; email: string }) {
  return db
    .updateTable('invitations')
    .set({ used_at: sql<string>`now()`, used_by: id })
    .where(isValid(secret))
    .where((where) =>
      where.or([where('email', 'is', null), where(sql`lower(email)`, '=', email.toLowerCase())]),
    )
    .returning(['id', 'created_by', 'created_at', 'county', 'post'])
    .executeTakeFirst();
}

const clock = sql<string>`clock_timestamp()`;

/** A used invitation or reset code of an official. */
interface GrantingCode {
  created_by: string;
  created_at: string;
}

/**
 * Records who invited an official or reset a password. The time is taken after the account's row was locked, as for a
 * vouching, so that the later of the two counts.
 */
export async function insertGrant(
  db: Db,
  { userId, code, kind }: { userId: string; code: GrantingCode; kind: 'invitation' | 'reset' },
): Promise<void> {
  const times = { at: clock, issued_at: code.created_at };
  await db
    .insertInto('account_grants')
    .values({ user_id: userId, given_by: code.created_by, kind, ...times })
    .onConflict((conflict) => conflict.columns(['user_id', 'given_by', 'kind']).doUpdateSet(times))
    .execute();
}

/** Returns those of `others` who are not independent of this official: by grants, at any distance, or by mailbox. */
export async function findDependentOfficials(
  db: Db,
  officialId: string,
  others: string[],
): Promise<string[]> {
  const { rows } = await sql<{ other: string }>`
    select other from dependent_officials(${officialId}, ${others}) as other
  `.execute(db);
  return rows.map(({ other }) => other);
}

/**
 * Stores a keyed hash of the mailbox, for every official who has it: those from before 0.3.0 have none. It outlives the
 * address, so that a later account with the same mailbox is not independent of a closed one.
 */
export async function setMailboxHash(db: Db, email: string): Promise<void> {
  const { mailbox } = await onlyRow<{ mailbox: string }>(db)`select canonical_mailbox(${email}) as mailbox`;
  await sql`
    update users set mailbox_hash = ${keyedHash('mailbox', mailbox)}
    where role = 'government' and canonical_mailbox(email) = ${mailbox}`.execute(db);
}

/** The first official to register gets `manage`. The advisory lock serialises concurrent registrations. */
export async function isFirstOfficialEver(db: Db): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtext('ardhi-first-official'))`.execute(db);
  return !(await hasOfficial(db));
}

export async function hasOfficial(db: Db): Promise<boolean> {
  const found = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'government')
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
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

/** One row per account, IP address and hour, so that an attack does not fill the table. */
export async function countSignInFailure(
  db: Db,
  { email, userId, address }: { email: string; userId: string | undefined; address: string },
): Promise<void> {
  await db
    .insertInto('sign_in_failures')
    .values({
      account: userId ?? keyedHash('account', email.toLowerCase()),
      user_id: userId ?? null,
      address,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['account', 'address', 'hour'])
        .doUpdateSet({ count: sql<number>`sign_in_failures.count + 1` }),
    )
    .execute();
}
