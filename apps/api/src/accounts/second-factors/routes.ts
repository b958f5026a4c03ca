import { secondFactors } from '@ardhi/contract';
import { preparing, routesOf } from '../../lib/http/bind.ts';
import type { Env } from '../../lib/settings/env.ts';
import { fieldProblem, problem } from '../../lib/text/problem.ts';
import { throttleGuess } from '../users/login-throttle.ts';
import { authenticationChallenge, readRegistration, registrationChallenge } from './passkeys.ts';
import {
  countRecoveryCodes,
  deleteFactor,
  deleteSecondFactors,
  findUnconfirmed,
  insertPasskey,
  insertTotp,
  listFactors,
} from './queries.ts';
import { makeRecoveryCodes, onFactorAdded } from './service.ts';
import { acceptTotp, newTotp } from './totp.ts';

const CODES = { name: 'totp', count: 10, windowSeconds: 15 * 60 };

function assertEnabled({ officialsSecondFactor }: Env): void {
  if (officialsSecondFactor === 'off') throw problem('not-found', { setting: 'OFFICIALS_SECOND_FACTOR' });
}

export const secondFactorRoutes = routesOf(secondFactors, {
  'GET /auth/second-factors': async ({ user, db, env }) => ({
    mode: env.officialsSecondFactor,
    factors: (await listFactors(db, user.id)).map((row) => ({
      _id: row.id,
      kind: row.kind as 'totp' | 'passkey',
      name: row.name,
      createdAt: row.created_at,
      lastUsedAt: row.last_used_at,
    })),
    recoveryCodesLeft: await countRecoveryCodes(db, user.id),
  }),

  'POST /auth/second-factors/totp': async ({ user, body, db, env }) => {
    assertEnabled(env);
    const { secret, uri, sealed } = newTotp(env, user.email);
    return { _id: await insertTotp(db, { userId: user.id, name: body.name, secret: sealed }), secret, uri };
  },

  'POST /auth/second-factors/{id}/confirm': preparing(
    async ({ user, params, body, db, env }) => {
      assertEnabled(env);
      const factor = await findUnconfirmed(db, user.id, params.id);
      if (!factor) throw problem('not-found');
      const isFirst = (await listFactors(db, user.id)).length === 0;
      const isCorrect = await throttleGuess(db, CODES, [user.id], () =>
        acceptTotp(db, env, factor, body.code),
      );
      if (!isCorrect) throw fieldProblem('code', 'issue.wrong-code');
      return isFirst;
    },
    async (context, isFirst) => ({
      recoveryCodes: await onFactorAdded(context, context.user.id, 'totp', isFirst),
    }),
  ),

  'POST /auth/second-factors/passkey-options': async (context) => {
    assertEnabled(context.env);
    return registrationChallenge(context, context.user);
  },

  'POST /auth/second-factors/passkey': async (context) => {
    const { user, body, db, env } = context;
    assertEnabled(env);
    const passkey = await readRegistration(context, body);
    if (!passkey) throw problem('second-factor-wrong');
    const isFirst = (await listFactors(db, user.id)).length === 0;
    await insertPasskey(db, { user_id: user.id, name: body.name, ...passkey });
    return { recoveryCodes: await onFactorAdded(context, user.id, 'passkey', isFirst) };
  },

  'POST /auth/second-factors/challenge': async (context) =>
    authenticationChallenge(context, await listFactors(context.db, context.user.id)),

  'POST /auth/second-factors/recovery-codes': async ({ user, db, audit }) => {
    if ((await listFactors(db, user.id)).length === 0) throw problem('not-found');
    await audit({ action: 'user.recovery-codes', entityId: user.id });
    return { recoveryCodes: await makeRecoveryCodes(db, user.id) };
  },

  'DELETE /auth/second-factors/{id}': async ({ user, params, db, audit, emit, t }) => {
    if (!(await deleteFactor(db, user.id, params.id))) throw problem('not-found');
    // Recovery codes replace a factor; without any factor they are useless.
    if ((await listFactors(db, user.id)).length === 0) await deleteSecondFactors(db, user.id);
    await audit({ action: 'user.remove-factor', entityId: user.id });
    emit({ user: user.id }, 'session');
    return { message: t('done.deleted') };
  },
});
