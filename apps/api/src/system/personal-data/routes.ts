import { personalData } from '@ardhi/contract';
import { factorsOf } from '../../accounts/second-factors/service.ts';
import { assertOwnPassword } from '../../accounts/users/own-password.ts';
import { routesOf } from '../../lib/http/bind.ts';
import { isConfirmed } from '../../lib/http/session.ts';
import { problem } from '../../lib/text/problem.ts';
import { accountData, accountDeletion, deleteAccount } from './service.ts';

export const personalDataRoutes = routesOf(personalData, {
  'GET /auth/data': async ({ user, db }) => ({
    type: 'application/json; charset=utf-8',
    name: 'ardhi-data.json',
    body: JSON.stringify(await accountData(db, user.id), null, 2),
  }),

  'GET /auth/account': ({ user, db, env }) => accountDeletion(db, env, user),

  'DELETE /auth/account': async ({ user, body, db, env, transaction, t }) => {
    const hasFactor = (await factorsOf(db, env, user)).length > 0;
    if (hasFactor && !(await isConfirmed(db, user.sessionId))) throw problem('confirm-needed');
    await assertOwnPassword(db, user.id, 'password', body.password);
    const outcome = await transaction(deleteAccount);
    return { message: t(outcome === 'closed' ? 'done.account-closed' : 'done.account-deleted') };
  },
});
