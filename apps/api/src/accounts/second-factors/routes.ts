import { secondFactors } from '@ardhi/contract';
import type { Db } from '../../lib/database/db.ts';
import { preparing, routesOf } from '../../lib/http/bind.ts';
import type { SignedInUser } from '../../lib/http/session.ts';
import type { Env } from '../../lib/settings/env.ts';
import { fieldProblem, problem } from '../../lib/text/problem.ts';
import { throttleGuess } from '../users/login-throttle.ts';
import { lockUser } from '../users/queries.ts';
import { authenticationChallenge, readRegistration, registrationChallenge } from './passkeys.ts';
import {
  confirmTotp,
  countRecoveryCodes,
  deleteFactor,
  deleteSecondFactors,
  findUnconfirmed,
  insertPasskey,
  insertTotp,
  listFactors,
} from './queries.ts';
import {
  acceptEnrolCode,
  addFactor,
  limitedChallenge,
  makeRecoveryCodes,
  needsEnrolCode,
} from './service.ts';
import { acceptTotp, newTotp } from './totp.ts';

const CODES = { name: 'totp', count: 10, windowSeconds: 15 * 60 };
const ENROL_CODES = { name: 'enrol-code', count: 10, windowSeconds: 15 * 60 };

async function assertMayAdd({ db, env, user }: { db: Db; env: Env; user: SignedInUser }): Promise<void> {
  if (env.officialsSecondFactor === 'off') throw problem('not-found', { setting: 'OFFICIALS_SECOND_FACTOR' });
  if (await needsEnrolCode(db, env, user)) throw problem('enrol-code-needed');
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
    needsCode: await needsEnrolCode(db, env, user),
  }),

  'POST /auth/second-factors/enrolment': async ({ user, body, db, transaction, t }) => {
    await throttleGuess(db, ENROL_CODES, [user.id], async () => {
      await transaction((write) => acceptEnrolCode(write, body.code));
      return true;
    });
    return { message: t('done.confirmed') };
  },

  'POST /auth/second-factors/totp': async (context) => {
    const { user, body, db, env } = context;
    await assertMayAdd(context);
    const { secret, uri, sealed } = newTotp(env, user.email);
    return { _id: await insertTotp(db, { userId: user.id, name: body.name, secret: sealed }), secret, uri };
  },

  'POST /auth/second-factors/{id}/confirm': preparing(
    async (context) => {
      const { user, params, body, db, env } = context;
      await assertMayAdd(context);
      const factor = await findUnconfirmed(db, user.id, params.id);
      if (!factor) throw problem('not-found');
      const isCorrect = await throttleGuess(db, CODES, [user.id], () =>
        acceptTotp(db, env, factor, body.code),
      );
      if (!isCorrect) throw fieldProblem('code', 'issue.wrong-code');
      return factor;
    },
    async (context, { id, name }) => ({
      recoveryCodes: await addFactor(context, { kind: 'totp', name }, () => confirmTotp(context.db, id)),
    }),
  ),

  'POST /auth/second-factors/passkey-options': async (context) => {
    await assertMayAdd(context);
    return limitedChallenge(context, context.user.id, () => registrationChallenge(context, context.user));
  },

  'POST /auth/second-factors/passkey': async (context) => {
    const { user, body, db } = context;
    await assertMayAdd(context);
    const passkey = await readRegistration(context, body);
    if (!passkey) throw problem('second-factor-wrong');
    const { name } = body;
    const insert = () => insertPasskey(db, { user_id: user.id, name, ...passkey });
    return { recoveryCodes: await addFactor(context, { kind: 'passkey', name }, insert) };
  },

  'POST /auth/second-factors/challenge': (context) =>
    limitedChallenge(context, context.user.id, async () =>
      authenticationChallenge(context, await listFactors(context.db, context.user.id)),
    ),

  'POST /auth/second-factors/recovery-codes': async ({ user, db, audit }) => {
    if ((await listFactors(db, user.id)).length === 0) throw problem('not-found');
    await audit({ action: 'user.recovery-codes', entityId: user.id });
    return { recoveryCodes: await makeRecoveryCodes(db, user.id) };
  },

  'DELETE /auth/second-factors/{id}': async ({ user, params, db, env, audit, emit, t }) => {
    await lockUser(db, user.id);
    if (!(await deleteFactor(db, user.id, params.id))) throw problem('not-found');
    const isLast = (await listFactors(db, user.id)).length === 0;
    // The official could do nothing else until there is another one, which would need a code.
    if (isLast && env.officialsSecondFactor === 'required') throw problem('last-factor');
    // Recovery codes replace a factor; without any factor they are useless.
    if (isLast) await deleteSecondFactors(db, user.id);
    await audit({ action: 'user.remove-factor', entityId: user.id });
    emit({ user: user.id }, 'session');
    return { message: t('done.deleted') };
  },
});
