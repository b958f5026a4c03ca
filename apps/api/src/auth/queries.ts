import { sql } from 'kysely';
import type { Db } from '../lib/db.ts';
import { hashSecret, newId } from '../lib/id.ts';

const userColumns = [
  'id',
  'email',
  'name',
  'role',
  'phone_number',
  'location',
  'farm_size_acres',
  'department',
  'language',
  'password_hash',
  'email_confirmed_at',
  'revision',
  'created_at',
] as const;

export type UserRow = NonNullable<Awaited<ReturnType<typeof findUser>>>;

export function findUser(db: Db, userId: string) {
  return db
    .selectFrom('users')
    .select(userColumns)
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

export function lockUser(db: Db, userId: string) {
  return db
    .selectFrom('users')
    .select(userColumns)
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export function findUserByEmail(db: Db, email: string) {
  return db
    .selectFrom('users')
    .select(userColumns)
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

export interface NewUser {
  email: string;
  name: string;
  role: string;
  phone_number: string | null;
  location: string | null;
  farm_size_acres: number | null;
  department: string | null;
  language: string;
  password_hash: string;
  must_confirm_email: boolean;
}

export function insertUser(db: Db, user: NewUser) {
  return db
    .insertInto('users')
    .values({ id: newId(), ...user })
    .returning(userColumns)
    .executeTakeFirstOrThrow();
}

export async function setPassword(db: Db, userId: string, passwordHash: string): Promise<void> {
  await db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', userId).execute();
}

export type CodePurpose = 'reset-password' | 'confirm-email';

export async function insertOneTimeCode(
  db: Db,
  code: { userId: string; purpose: CodePurpose; secret: string; hours: number },
): Promise<string> {
  const row = await db
    .insertInto('one_time_codes')
    .values({
      id: newId(),
      user_id: code.userId,
      purpose: code.purpose,
      code_hash: hashSecret(code.secret),
      expires_at: sql<string>`now() + make_interval(hours => ${code.hours})`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow();
  return row.expires_at;
}

/** Uses a code up. Whoever comes second, even at the same instant, gets nothing. */
export function takeOneTimeCode(db: Db, purpose: CodePurpose, secret: string) {
  return db
    .updateTable('one_time_codes')
    .set({ used_at: sql<string>`now()` })
    .where('code_hash', '=', hashSecret(secret))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<string>`now()`)
    .returning('user_id')
    .executeTakeFirst();
}

export async function confirmEmail(db: Db, userId: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ email_confirmed_at: sql<string>`coalesce(email_confirmed_at, now())` })
    .where('id', '=', userId)
    .execute();
}

export function insertInvitation(
  db: Db,
  invitation: { secret: string; note: string | null; createdBy: string | null; days: number },
) {
  return db
    .insertInto('invitations')
    .values({
      id: newId(),
      code_hash: hashSecret(invitation.secret),
      note: invitation.note,
      created_by: invitation.createdBy,
      expires_at: sql<string>`now() + make_interval(days => ${invitation.days})`,
    })
    .returning(['id', 'note', 'created_at', 'expires_at', 'used_at'])
    .executeTakeFirstOrThrow();
}

export function listInvitations(db: Db) {
  return db
    .selectFrom('invitations')
    .leftJoin('users', 'users.id', 'invitations.used_by')
    .select([
      'invitations.id',
      'invitations.note',
      'invitations.created_at',
      'invitations.expires_at',
      'invitations.used_at',
      'users.name as used_by',
    ])
    .orderBy('invitations.created_at', 'desc')
    .orderBy('invitations.id')
    .limit(200)
    .execute();
}

export function takeInvitation(db: Db, secret: string, userId: string) {
  return db
    .updateTable('invitations')
    .set({ used_at: sql<string>`now()`, used_by: userId })
    .where('code_hash', '=', hashSecret(secret))
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<string>`now()`)
    .returning('id')
    .executeTakeFirst();
}

export function deleteUnusedInvitation(db: Db, invitationId: string) {
  return db
    .deleteFrom('invitations')
    .where('id', '=', invitationId)
    .where('used_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
}

/** Whether anybody could run the service yet, or holds an invitation to. */
export async function hasOfficialOrInvitation(db: Db): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from users where role = 'government' and deleted_at is null)
        or exists (select from invitations where used_at is null and expires_at > now()) as found
  `.execute(db);
  return rows[0]!.found;
}
