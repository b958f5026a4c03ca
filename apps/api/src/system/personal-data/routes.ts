import { personalData } from '@ardhi/contract';
import { assertOwnPassword } from '../../accounts/users/own-password.ts';
import { routesOf } from '../../lib/http/bind.ts';
import { accountData, deleteAccount } from './service.ts';

export const personalDataRoutes = routesOf(personalData, {
  'GET /auth/data': async ({ user, db }) => ({
    type: 'application/json; charset=utf-8',
    name: 'ardhi-data.json',
    body: JSON.stringify(await accountData(db, user.id), null, 2),
  }),

  'DELETE /auth/account': async ({ user, body, db, transaction, t }) => {
    await assertOwnPassword(db, user.id, 'password', body.password);
    await transaction(deleteAccount);
    return { message: t('done.account-deleted') };
  },
});
