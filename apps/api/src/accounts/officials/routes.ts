import { officials } from '@ardhi/contract';
import type { FastifyInstance } from 'fastify';
import { implement } from '../../lib/http/bind.ts';
import { decodeCursor, pageSize, toPage } from '../../lib/http/page.ts';
import { countyOf, managedArea } from '../../lib/http/scope.ts';
import type { Services } from '../../lib/http/services.ts';
import { fieldProblem, problem } from '../../lib/text/problem.ts';
import { findUserByEmail } from '../users/queries.ts';
import { canInvite, canResetPassword } from './policy.ts';
import { presentInvitation, presentOfficial } from './present.ts';
import {
  canManageAccount,
  deleteUnusedInvitation,
  listInvitations,
  listOfficials,
  lockOfficial,
} from './queries.ts';
import { changeManage, invite, makeResetCode } from './service.ts';

export function officialRoutes(app: FastifyInstance, services: Services): void {
  implement(app, services, officials, {
    'GET /government/invitations': async ({ scope, db }) =>
      (await listInvitations(db, scope)).map(presentInvitation),

    'POST /government/invitations': async (context) => {
      const { user, scope, body, env } = context;
      if (!canInvite(env, user)) throw problem('manage-needed', { setting: 'GOVERNMENT_SIGNUP' });
      const { code, row } = await invite(context, { note: body.note ?? null, county: countyOf(scope) });
      return { ...presentInvitation({ ...row, used_by: null }), code };
    },

    'DELETE /government/invitations/{id}': async ({ user, scope, params, db, env, audit, t }) => {
      if (!canInvite(env, user)) throw problem('manage-needed', { setting: 'GOVERNMENT_SIGNUP' });
      const deleted = await deleteUnusedInvitation(db, scope, params.id);
      if (!deleted) throw problem('not-found');
      await audit({ action: 'invitation.withdraw', entityId: params.id });
      return { message: t('done.deleted') };
    },

    'POST /government/reset-codes': async (context) => {
      const { user, scope, body, db } = context;
      const person = await findUserByEmail(db, body.email);
      if (!person || !(await canManageAccount(db, scope, person)))
        throw fieldProblem('email', 'issue.unknown-person', undefined, 'not-found');
      if (person.id === user.id) throw fieldProblem('email', 'issue.own-account');
      if (!canResetPassword(user, person)) throw problem('manage-needed');
      return makeResetCode(context, person, user.name);
    },

    'GET /government/officials': async ({ scope, query, db }) => {
      const limit = pageSize(query.limit);
      const rows = await listOfficials(db, managedArea(scope), {
        limit,
        after: decodeCursor(query.cursor, 2),
      });
      return toPage(rows, limit, (row) => [row.created_at, row.id], presentOfficial);
    },

    'PUT /government/officials/{id}/duties': async (context) => {
      const { user, params, body, db } = context;
      const official = await lockOfficial(db, params.id);
      if (!official) throw problem('not-found');
      // Managers cannot revoke their own permission: the last one could never get it back.
      if (official.id === user.id) throw fieldProblem('manage', 'issue.own-duty');
      if (official.manage !== body.manage) await changeManage(context, official.id, body.manage);
      return presentOfficial({ ...official, manage: body.manage });
    },
  });
}
