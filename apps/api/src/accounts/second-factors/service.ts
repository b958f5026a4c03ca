/** Second factor checks: TOTP, passkeys and recovery codes. */
import type { SecondFactorProof } from '@ardhi/contract';
import type { Db } from '../../lib/database/db.ts';
import { newCode, normaliseCode } from '../../lib/database/id.ts';
import type { WriteContext } from '../../lib/http/write-context.ts';
import type { Env } from '../../lib/settings/env.ts';
import { problem } from '../../lib/text/problem.ts';
import { throttleGuess } from '../users/login-throttle.ts';
import { acceptPasskey, authenticationChallenge, type Ceremony } from './passkeys.ts';
import { consumeRecoveryCode, type FactorRow, listFactors, replaceRecoveryCodes } from './queries.ts';
import { acceptTotp } from './totp.ts';

/** Per account, not per IP address: the caller already knows the password. */
const PROOFS = { name: 'second-factor', count: 10, windowSeconds: 15 * 60 };
const RECOVERY_CODES = 10;

/** Second factors of an official; empty for farmers and if switched off. */
export async function factorsOf(db: Db, env: Env, user: { id: string; role: string }): Promise<FactorRow[]> {
  if (user.role !== 'government' || env.officialsSecondFactor === 'off') return [];
  return listFactors(db, user.id);
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
          ? await authenticationChallenge(check, factors)
          : null,
      },
    });
  const isCorrect = await throttleGuess(db, PROOFS, [userId], () => isProven(check, proof));
  if (!isCorrect) throw problem('second-factor-wrong');
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

/** Drops the cached session in every process, since the user may now act as an official. */
export async function onFactorAdded(
  { db, audit, emit }: WriteContext,
  userId: string,
  kind: string,
  isFirst: boolean,
): Promise<string[]> {
  await audit({ action: 'user.add-factor', entityId: userId, after: { kind } });
  emit({ user: userId }, 'session');
  return isFirst ? makeRecoveryCodes(db, userId) : [];
}
