import { type Insertable, sql } from 'kysely';
import type { DB } from '../../lib/database/database.generated.ts';
import type { Db } from '../../lib/database/db.ts';
import { hashSecret, newId } from '../../lib/database/id.ts';

const columns = [
  'id',
  'user_id',
  'kind',
  'name',
  'secret',
  'last_step',
  'credential_id',
  'public_key',
  'sign_count',
  'transports',
  'created_at',
  'last_used_at',
] as const;

export type FactorRow = Awaited<ReturnType<typeof listFactors>>[number];

const selectFactors = (db: Db, userId: string) =>
  db.selectFrom('second_factors').select(columns).where('user_id', '=', userId);

/** Confirmed factors only. */
export function listFactors(db: Db, userId: string) {
  return selectFactors(db, userId)
    .where('confirmed_at', 'is not', null)
    .orderBy('created_at')
    .orderBy('id')
    .limit(20)
    .execute();
}

export function findUnconfirmed(db: Db, userId: string, factorId: string) {
  return selectFactors(db, userId)
    .where('id', '=', factorId)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst();
}

/** Replaces earlier unconfirmed keys. */
export async function insertTotp(db: Db, factor: { userId: string; name: string; secret: Buffer }) {
  await db
    .deleteFrom('second_factors')
    .where('user_id', '=', factor.userId)
    .where('confirmed_at', 'is', null)
    .execute();
  const id = newId();
  await db
    .insertInto('second_factors')
    .values({ id, user_id: factor.userId, kind: 'totp', name: factor.name, secret: factor.secret })
    .execute();
  return id;
}

type NewPasskey = Omit<Insertable<DB['second_factors']>, 'id' | 'kind'>;

export async function insertPasskey(db: Db, passkey: NewPasskey): Promise<void> {
  await db
    .insertInto('second_factors')
    .values({ ...passkey, id: newId(), kind: 'passkey', confirmed_at: sql<string>`now()` })
    .execute();
}

export async function confirmTotp(db: Db, factorId: string): Promise<void> {
  await db
    .updateTable('second_factors')
    .set({ confirmed_at: sql<string>`now()` })
    .where('id', '=', factorId)
    .execute();
}

/** Makes each code single-use: of two concurrent requests with the same step, one returns false. */
export async function consumeStep(db: Db, factorId: string, step: number): Promise<boolean> {
  const taken = await db
    .updateTable('second_factors')
    .set({ last_step: step, last_used_at: sql<string>`now()` })
    .where('id', '=', factorId)
    .where((where) => where.or([where('last_step', 'is', null), where('last_step', '<', step)]))
    .returning('id')
    .executeTakeFirst();
  return taken !== undefined;
}

export async function countSignature(db: Db, factorId: string, signCount: number): Promise<void> {
  await db
    .updateTable('second_factors')
    .set({ sign_count: signCount, last_used_at: sql<string>`now()` })
    .where('id', '=', factorId)
    .execute();
}

export function deleteFactor(db: Db, userId: string, factorId: string) {
  return db
    .deleteFrom('second_factors')
    .where('id', '=', factorId)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst();
}

/** Includes recovery codes. */
export async function deleteSecondFactors(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('second_factors').where('user_id', '=', userId).execute();
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
}

export async function replaceRecoveryCodes(db: Db, userId: string, codes: string[]): Promise<void> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await db
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, code_hash: hashSecret(code) })))
    .execute();
}

export async function consumeRecoveryCode(db: Db, userId: string, code: string): Promise<boolean> {
  const taken = await db
    .updateTable('recovery_codes')
    .set({ used_at: sql<string>`now()` })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashSecret(code))
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst();
  return taken !== undefined;
}

export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  const rows = await db
    .selectFrom('recovery_codes')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute();
  return rows.length;
}

/** Whether the first factor of the account needs a code of the operator, and none was entered in this session. */
export async function isEnrolmentOver(
  db: Db,
  { id, sessionId }: { id: string; sessionId: string },
): Promise<boolean> {
  const found = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('enrol_until', '<=', sql<string>`now()`)
    .where(
      sql<boolean>`not exists (select from sessions where id = ${sessionId} and sessions.enrol_until > now())`,
    )
    .executeTakeFirst();
  return found !== undefined;
}

const inHours = (hours: number) => sql<string>`now() + make_interval(hours => ${hours})`;

/** After a code, only in the session that entered it: another one may be that of a thief with the password. */
export async function allowEnrolment(db: Db, sessionId: string, hours: number): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ enrol_until: inHours(hours) })
    .where('id', '=', sessionId)
    .execute();
}

/** From now on the first factor needs a code. */
export async function endEnrolment(db: Db, userId: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ enrol_until: inHours(0) })
    .where('id', '=', userId)
    .execute();
  await db.updateTable('sessions').set({ enrol_until: null }).where('user_id', '=', userId).execute();
}

/** Unless it ends earlier. */
export async function beginEnrolment(db: Db, userId: string, hours: number): Promise<void> {
  await db
    .updateTable('users')
    .set({ enrol_until: sql<string>`least(enrol_until, ${inHours(hours)})` })
    .where('id', '=', userId)
    .execute();
}

/** Time for the first sign-in after a second factor became required. A password that leaks later is not enough. */
const FIRST_SIGN_IN_DAYS = 14;

const setDeadline = (db: Db) =>
  db
    .updateTable('users')
    .set({ enrol_until: inHours(FIRST_SIGN_IN_DAYS * 24) })
    .where('role', '=', 'government')
    .where(
      sql<boolean>`not exists (
        select from second_factors where user_id = users.id and second_factors.confirmed_at is not null)`,
    );

/** Officials without a factor may add one after their next sign-in. */
export async function reopenEnrolment(db: Db): Promise<void> {
  await setDeadline(db).execute();
}

/** For officials from before a second factor was required. */
export async function limitEnrolment(db: Db): Promise<void> {
  await setDeadline(db).where('enrol_until', 'is', null).execute();
}

const CHALLENGE_MINUTES = 5;

export async function insertChallenge(db: Db, challenge: string): Promise<string> {
  const id = newId();
  await db
    .insertInto('passkey_challenges')
    .values({
      id,
      challenge,
      expires_at: sql<string>`now() + make_interval(mins => ${CHALLENGE_MINUTES})`,
    })
    .execute();
  return id;
}

export async function consumeChallenge(db: Db, challengeId: string): Promise<string | null> {
  const taken = await db
    .deleteFrom('passkey_challenges')
    .where('id', '=', challengeId)
    .where('expires_at', '>', sql<string>`now()`)
    .returning('challenge')
    .executeTakeFirst();
  return taken?.challenge ?? null;
}
