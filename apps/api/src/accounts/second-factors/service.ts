/** Second factor checks: TOTP, passkeys and recovery codes. */
import type { SecondFactorProof } from '@ardhi/contract';
import { paths } from '@ardhi/contract/paths';
import type { Db } from '../../lib/database/db.ts';
import { newCode, normaliseCode } from '../../lib/database/id.ts';
import { endSessions, type SignedInUser } from '../../lib/http/session.ts';
import { limitCallsFrom } from '../../lib/http/throttle.ts';
import type { WriteContext } from '../../lib/http/write-context.ts';
import type { Env } from '../../lib/settings/env.ts';
import { problem } from '../../lib/text/problem.ts';
import { addNotice } from '../../records/notices/service.ts';
import { throttleGuess } from '../users/login-throttle.ts';
import { consumeOneTimeCode, insertOneTimeCode, lockUser } from '../users/queries.ts';
import { acceptPasskey, authenticationChallenge, type Ceremony } from './passkeys.ts';
import {
  allowEnrolment,
  beginEnrolment,
  consumeRecoveryCode,
  type FactorRow,
  isEnrolmentOver,
  listFactors,
  replaceRecoveryCodes,
} from './queries.ts';
import { acceptTotp } from './totp.ts';

/** Time for the first factor, where one is required: after registration or the first sign-in, and with a code. */
const ENROLMENT_HOURS = 24;
const ENROLMENT_HOURS_WITH_CODE = 1;
const ENROL_CODE_HOURS = 24;

/** Per account, not per IP address: the caller already knows the password. */
const PROOFS = { name: 'second-factor', count: 10, windowSeconds: 15 * 60 };
const RECOVERY_CODES = 10;

/** Second factors of an official; empty for farmers and if switched off. */
export async function factorsOf(db: Db, env: Env, user: { id: string; role: string }): Promise<FactorRow[]> {
  if (user.role !== 'government' || env.officialsSecondFactor === 'off') return [];
  return listFactors(db, user.id);
}

interface Account {
  id: string;
  role: string;
}

/** Starts the time in which an official without a factor may add the first one; not again at a later sign-in. */
export async function startEnrolment(db: Db, env: Env, user: Account): Promise<void> {
  if (user.role === 'government' && env.officialsSecondFactor === 'required')
    await beginEnrolment(db, user.id, ENROLMENT_HOURS);
}

/** A sign-in that found no factor must not open a session after the first factor has ended all others. */
export async function assertStillWithoutFactor(db: Db, env: Env, user: Account): Promise<void> {
  if (user.role !== 'government') return;
  await lockUser(db, user.id);
  if ((await factorsOf(db, env, user)).length > 0) throw problem('second-factor-wrong');
  await startEnrolment(db, env, user);
}

/** Whether the first factor needs a code: a password that leaked later must not be enough to add it. */
export async function needsEnrolCode(
  db: Db,
  env: Env,
  user: Account & { sessionId: string },
): Promise<boolean> {
  if (env.officialsSecondFactor !== 'required' || (await factorsOf(db, env, user)).length > 0) return false;
  return isEnrolmentOver(db, user);
}

/** For the operator, who checks the official's identity. Replaces earlier codes. */
export async function makeEnrolCode({ db, audit }: WriteContext<undefined>, userId: string) {
  const code = newCode();
  const expiresAt = await insertOneTimeCode(db, {
    userId,
    purpose: 'enrol',
    secret: code,
    hours: ENROL_CODE_HOURS,
  });
  await audit({ action: 'user.enrol-code', entityId: userId });
  return { code, expiresAt };
}

/** Throws if the code is invalid or of another account, which rolls its use back. */
export async function acceptEnrolCode({ db, user }: WriteContext<SignedInUser>, code: string): Promise<void> {
  const used = await consumeOneTimeCode(db, 'enrol', normaliseCode(code));
  if (used?.user_id !== user.id) throw problem('code-invalid');
  await allowEnrolment(db, user.sessionId, ENROLMENT_HOURS_WITH_CODE);
}

interface FactorCheck extends Ceremony {
  userId: string;
  factors: FactorRow[];
}

/** Throws unless one factor is proven. Without a proof the error lists the available factors and a passkey challenge. */
export async function assertSecondFactor(check: FactorCheck, proof: SecondFactorProof): Promise<void> {
  const { db, userId, factors } = check;
  if (!proof.code && !proof.passkey)
    throw problem('second-factor-needed', {
      current: {
        totp: factors.some(({ kind }) => kind === 'totp'),
        passkey: factors.some(({ kind }) => kind === 'passkey')
          ? await limitedChallenge(check, userId, () => authenticationChallenge(check, factors))
          : null,
      },
    });
  const isCorrect = await throttleGuess(db, PROOFS, [userId], () => isProven(check, proof));
  if (!isCorrect) throw problem('second-factor-wrong');
}

/** Per account and address, and per address: each challenge is a stored row. */
const CHALLENGES = { name: 'challenge', count: 30, windowSeconds: 15 * 60 };
const CHALLENGES_OF_ADDRESS = { name: 'challenge-address', count: 300, windowSeconds: 15 * 60 };

export async function limitedChallenge<T>(
  { db, request }: Ceremony,
  userId: string,
  create: () => Promise<T>,
): Promise<T> {
  await limitCallsFrom(db, CHALLENGES, request.ip, [userId]);
  await limitCallsFrom(db, CHALLENGES_OF_ADDRESS, request.ip);
  return create();
}

async function isProven(check: FactorCheck, proof: SecondFactorProof) {
  const { db, env, userId, factors } = check;
  if (proof.passkey) return acceptPasskey(check, factors, proof.passkey);
  const code = proof.code ?? '';
  for (const factor of factors)
    if (factor.kind === 'totp' && (await acceptTotp(db, env, factor, code))) return true;
  return consumeRecoveryCode(db, userId, normaliseCode(code));
}

/** Replaces all recovery codes. They are shown only once. */
export async function makeRecoveryCodes(db: Db, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newCode);
  await replaceRecoveryCodes(db, userId, codes);
  return codes;
}

/**
 * Adds a factor and tells its owner. With the first one every other session ends, because none has proven it. Returns the
 * recovery codes of the first one. The lock excludes a sign-in that has found no factor.
 */
export async function addFactor(
  context: WriteContext<SignedInUser>,
  { kind, name }: { kind: 'totp' | 'passkey'; name: string },
  insert: () => Promise<void>,
): Promise<string[]> {
  const { db, user, audit, emit } = context;
  await lockUser(db, user.id);
  const isFirst = (await listFactors(db, user.id)).length === 0;
  await insert();
  await audit({ action: 'user.add-factor', entityId: user.id, after: { kind } });
  await addNotice(context, {
    userId: user.id,
    kind: 'new-factor',
    values: { name },
    link: paths.account,
  });
  // Drops the cached session in every process, since the user may now act as an official.
  emit({ user: user.id }, 'session');
  if (!isFirst) return [];
  await endSessions(context, user.id, { except: user.sessionId });
  return makeRecoveryCodes(db, user.id);
}
