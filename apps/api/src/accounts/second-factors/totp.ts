import { Secret, TOTP } from 'otpauth';
import type { Db } from '../../lib/database/db.ts';
import { seal, unseal } from '../../lib/settings/app-secret.ts';
import type { Env } from '../../lib/settings/env.ts';
import { consumeStep, type FactorRow } from './queries.ts';

const PERIOD_SECONDS = 30;

export function newTotp(env: Env, email: string) {
  const secret = new Secret({ size: 20 });
  const totp = new TOTP({ issuer: 'Ardhi', label: email, secret, period: PERIOD_SECONDS });
  return { secret: secret.base32, uri: totp.toString(), sealed: seal(env, secret.base32) };
}

/** Accepts an unused code of the current period or of the 30 seconds before or after it. */
export async function acceptTotp(db: Db, env: Env, factor: FactorRow, code: string): Promise<boolean> {
  const secret = factor.secret && unseal(env, factor.secret);
  if (!secret) return false;
  const totp = new TOTP({ secret: Secret.fromBase32(secret), period: PERIOD_SECONDS });
  const delta = totp.validate({ token: code.replace(/\s/g, ''), window: 1 });
  if (delta === null) return false;
  const step = Math.floor(Date.now() / 1000 / PERIOD_SECONDS) + delta;
  return consumeStep(db, factor.id, step);
}
