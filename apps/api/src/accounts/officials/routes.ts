import { type Invitation, type Official, officials } from '@ardhi/contract';
import { routesOf } from '../../lib/http/bind.ts';
import { BY_CREATION, readPage } from '../../lib/http/page.ts';
import { countyOf, hasDuty, managedArea } from '../../lib/http/scope.ts';
import type { SignedInUser } from '../../lib/http/session.ts';
import type { Env } from '../../lib/settings/env.ts';
import { fieldProblem, problem } from '../../lib/text/problem.ts';
import { assertManagerRemains } from '../users/managers.ts';
import { findDependentOfficials, findUserByEmail } from '../users/queries.ts';
import { importInvitations } from './import.ts';
import { addTies, vouch } from './independence.ts';
import {
  canManageAccount,
  deleteUnusedInvitation,
  isUnguardedOmbudsperson,
  listInvitations,
  listOfficials,
  lockOfficial,
  type OfficialRow,
} from './queries.ts';
import { changeManage, changeSuspended, invite, makeResetCode } from './service.ts';

export const officialRoutes = routesOf(officials, {
  'GET /government/invitations': async ({ scope, db }) =>
    (await listInvitations(db, scope)).map(presentInvitation),

  'POST /government/invitations': async (context) => {
    const { user, scope, body, env } = context;
    assertMayInvite(env, user);
    const { code, row } = await invite(context, { note: body.note ?? null, county: countyOf(scope) });
    return { ...presentInvitation({ ...row, used_by: null }), code };
  },

  'POST /government/invitations/import': (context) =>
    importInvitations(context, managedArea(context.scope), context.body),

  'DELETE /government/invitations/{id}': async ({ user, scope, params, db, env, audit, t }) => {
    assertMayInvite(env, user);
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
    if (person.role !== 'farmer' && !user.manage) throw problem('manage-needed');
    if (person.role === 'farmer' && !hasDuty(scope, 'decide')) throw problem('duty-needed');
    // Two managers appointed them, so one must not take over the account.
    if (await isUnguardedOmbudsperson(db, person.id)) throw fieldProblem('email', 'issue.ombudsperson-reset');
    return makeResetCode(context, person, { official: user.name, reason: body.reason });
  },

  'GET /government/officials': async ({ user, scope, query, db }) => {
    const area = managedArea(scope);
    const found = await readPage(
      query,
      BY_CREATION,
      (page) => listOfficials(db, area, page),
      presentOfficial,
    );
    return { ...found, rows: await addTies(db, user.id, found.rows) };
  },

  'PUT /government/officials/{id}/duties': async (context) => {
    const { user, params, body, db, env } = context;
    // Managers cannot revoke their own permission: they could not get it back.
    if (params.id === user.id) throw fieldProblem('manage', 'issue.own-duty');
    if (!body.manage) await assertManagerRemains(db, env, params.id);
    const official = await lockOfficial(db, params.id);
    if (!official) throw problem('not-found');
    if (official.manage !== body.manage) await changeManage(context, official.id, body.manage);
    return presentOfficial({ ...official, manage: body.manage });
  },

  'POST /government/officials/{id}/vouch': async (context) => {
    const { user, scope, params, body, db } = context;
    const official = await lockOfficial(db, params.id);
    if (!official || !(await canManageAccount(db, managedArea(scope), { ...official, role: 'government' })))
      throw problem('not-found');
    const related = await findDependentOfficials(db, user.id, [official.id]);
    if (official.id === user.id || related.length > 0) throw problem('vouch-independent');
    await vouch(context, { officialId: official.id, voucher: user, note: body.note ?? null });
    const [answer] = await addTies(db, user.id, [presentOfficial(official)]);
    return answer!;
  },

  'PUT /government/officials/{id}/suspended': async (context) => {
    const { user, scope, params, body, db, env } = context;
    if (params.id === user.id) throw problem('own-suspension');
    const person = { id: params.id, role: 'government' };
    if (!(await canManageAccount(db, managedArea(scope), person))) throw problem('not-found');
    if (body.suspended) await assertManagerRemains(db, env, params.id);
    const official = await lockOfficial(db, params.id);
    if (!official) throw problem('not-found');
    if ((official.suspended_at !== null) !== body.suspended)
      await changeSuspended(context, official.id, body.suspended, {
        officialName: user.name,
        reason: body.reason,
      });
    return presentOfficial((await lockOfficial(db, params.id))!);
  },
});

/** With open signup anyone may register as an official, so an invitation grants nothing extra. */
function assertMayInvite(env: Env, official: SignedInUser): void {
  if (env.governmentSignup.mode !== 'open' && !official.manage)
    throw problem('manage-needed', { setting: 'GOVERNMENT_SIGNUP' });
}

type InvitationRow = Awaited<ReturnType<typeof listInvitations>>[number];

function presentInvitation(row: InvitationRow): Invitation {
  return {
    _id: row.id,
    note: row.note,
    email: row.email,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    usedAt: row.used_at,
    usedBy: row.used_by,
  };
}

function presentOfficial(row: OfficialRow): Official {
  return {
    _id: row.id,
    name: row.name,
    email: row.email,
    department: row.department,
    manage: row.manage,
    suspended: row.suspended_at !== null,
    createdAt: row.created_at,
  };
}
