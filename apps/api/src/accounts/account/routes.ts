import { account, type User } from '@ardhi/contract';
import { nextRevision } from '../../lib/database/rows.ts';
import { preparing, routesOf } from '../../lib/http/bind.ts';
import { hashPassword } from '../../lib/http/password.ts';
import { assertNotHeld } from '../../lib/http/reset-hold.ts';
import { assertRevision } from '../../lib/http/revision.ts';
import { confirmSession, endSessions } from '../../lib/http/session.ts';
import { fieldProblem, problem } from '../../lib/text/problem.ts';
import { assertSecondFactor, factorsOf } from '../second-factors/service.ts';
import { assertOwnPassword } from '../users/own-password.ts';
import { assertOfficialPassword } from '../users/password-rules.ts';
import { presentUser } from '../users/present.ts';
import { listSessions, lockUser, setPassword, updateUser } from '../users/queries.ts';

export const accountRoutes = routesOf(account, {
  'PUT /auth/profile': async ({ user, body, db, audit, emit }) => {
    const before = await lockUser(db, user.id);
    assertRevision(body.revision, before, () => presentUser(before));
    const isFarmer = user.role === 'farmer';
    if (isFarmer && !body.location) throw fieldProblem('location', 'issue.required');
    if (isFarmer && body.farmSize === undefined) throw fieldProblem('farmSize', 'issue.required');
    if (!isFarmer && !body.department) throw fieldProblem('department', 'issue.required');
    if ((body.phoneNumber ?? null) !== before.phone_number) await assertNotHeld(db, user.id);
    await updateUser(db, user.id, {
      revision: nextRevision,
      name: body.name,
      phone_number: body.phoneNumber ?? null,
      location: isFarmer ? (body.location ?? null) : null,
      farm_size_acres: isFarmer ? (body.farmSize ?? null) : null,
      department: isFarmer ? null : (body.department ?? null),
    });
    const after = presentUser(await lockUser(db, user.id));
    await audit({
      action: 'user.update',
      entityId: user.id,
      before: auditFields(presentUser(before)),
      after: auditFields(after),
    });
    emit({ user: user.id }, 'session');
    return after;
  },

  'PUT /auth/language': async ({ user, body, db, emit }) => {
    await updateUser(db, user.id, { language: body.language });
    emit({ user: user.id }, 'session');
    return presentUser(await lockUser(db, user.id));
  },

  'PUT /auth/password': preparing(
    async ({ user, body, db, env }) => {
      await assertOwnPassword(db, user.id, 'currentPassword', body.currentPassword);
      await assertOfficialPassword(env, user, 'password', body.password);
      return hashPassword(user.id, body.password);
    },
    async (context, passwordHash) => {
      const { user, db, audit, t } = context;
      await setPassword(db, user.id, passwordHash);
      await endSessions(context, user.id, { except: user.sessionId });
      await audit({ action: 'user.change-password', entityId: user.id });
      return { message: t('done.password-changed') };
    },
  ),

  'POST /auth/confirm': async ({ user, body, db, env, request, t }) => {
    const factors = await factorsOf(db, env, user);
    if (factors.length > 0) await assertSecondFactor({ db, env, request, userId: user.id, factors }, body);
    else if (body.password) await assertOwnPassword(db, user.id, 'password', body.password);
    else throw fieldProblem('password', 'issue.required');
    await confirmSession(db, user.sessionId);
    return { message: t('done.confirmed') };
  },

  'GET /auth/sessions': async ({ user, db }) => {
    const rows = await listSessions(db, user.id);
    return rows.map((row) => ({
      _id: row.id,
      device: row.device,
      createdAt: row.created_at,
      lastSeenAt: row.last_seen_at,
      current: row.id === user.sessionId,
    }));
  },

  'DELETE /auth/sessions/{id}': async (context) => {
    const { user, params, t } = context;
    const ended = await endSessions(context, user.id, { only: params.id });
    if (!ended.length) throw problem('not-found');
    return { message: t('done.session-ended') };
  },
});

/** Without the phone number of officials: their entries stay after the account is closed. */
function auditFields({ name, role, phoneNumber, location, farmSize, department }: User) {
  return { name, ...(role === 'farmer' ? { phoneNumber } : {}), location, farmSize, department };
}
