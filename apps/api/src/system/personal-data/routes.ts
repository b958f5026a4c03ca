import { personalData } from '@ardhi/contract';
import type { FastifyInstance } from 'fastify';
import { assertOwnPassword } from '../../accounts/users/own-password.ts';
import { implement } from '../../lib/http/bind.ts';
import type { Services } from '../../lib/http/services.ts';
import { accountData, deleteAccount } from './service.ts';

export function personalDataRoutes(app: FastifyInstance, services: Services): void {
  implement(app, services, personalData, {
    'GET /auth/data': async ({ user, db }) => ({
      type: 'application/json; charset=utf-8',
      name: 'ardhi-data.json',
      body: JSON.stringify(await accountData(db, user.id), null, 2),
    }),

    'DELETE /auth/account': async ({ user, body, transaction, t }) => {
      await assertOwnPassword(services.db, user.id, 'password', body.password);
      await transaction(deleteAccount);
      return { message: t('done.account-deleted') };
    },
  });
}
