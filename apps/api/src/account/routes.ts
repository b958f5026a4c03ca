import { account } from '@ardhi/contract';
import type { FastifyInstance } from 'fastify';
import { guardGuess } from '../auth/guessing.ts';
import { assertOfficialPassword } from '../auth/password-rules.ts';
import { presentUser } from '../auth/present.ts';
import { findUser, lockUser, setPassword } from '../auth/queries.ts';
import { implement, preparing } from '../lib/bind.ts';
import { hashPassword, verifyPassword } from '../lib/password.ts';
import { fieldProblem, problem } from '../lib/problem.ts';
import { assertRevision } from '../lib/revision.ts';
import type { Services } from '../lib/services.ts';
import { confirmSession, endSessions } from '../lib/session.ts';
import { assertSecondFactor, factorsOf } from '../second-factors/service.ts';
import { listSessions, setLanguage, updateProfile } from './queries.ts';
import { accountData, deleteAccount } from './service.ts';

const WRONG_PASSWORDS = { name: 'password', count: 10, windowSeconds: 15 * 60 };

export function accountRoutes(app: FastifyInstance, services: Services): void {
  const { db: pool } = services;

  /** A stolen session must not become a way to guess the password. */
  async function assertOwnPassword(userId: string, path: string, password: string): Promise<void> {
    const row = await findUser(pool, userId);
    if (!row) throw problem('not-signed-in');
    const right = await guardGuess(pool, WRONG_PASSWORDS, [userId], async () =>
      (await verifyPassword(userId, row.password_hash, password)) ? true : null,
    );
    if (!right) throw fieldProblem(path, 'issue.wrong-password');
  }

  implement(app, services, account, {
    'PUT /auth/profile': async ({ user, body, db, audit, emit }) => {
      const before = await lockUser(db, user.id);
      assertRevision(body.revision, before, () => presentUser(before));
      const farmer = user.role === 'farmer';
      if (farmer && !body.location) throw fieldProblem('location', 'issue.required');
      if (farmer && body.farmSize === undefined) throw fieldProblem('farmSize', 'issue.required');
      if (!farmer && !body.department) throw fieldProblem('department', 'issue.required');
      await updateProfile(db, user.id, {
        name: body.name,
        phone_number: body.phoneNumber ?? null,
        location: farmer ? (body.location ?? null) : null,
        farm_size_acres: farmer ? (body.farmSize ?? null) : null,
        department: farmer ? null : (body.department ?? null),
      });
      const after = presentUser(await lockUser(db, user.id));
      await audit({
        action: 'user.update',
        entity: 'user',
        entityId: user.id,
        before: presentUser(before),
        after,
      });
      emit({ user: user.id }, 'session');
      return after;
    },

    'PUT /auth/language': async ({ user, body, db, emit }) => {
      await setLanguage(db, user.id, body.language);
      emit({ user: user.id }, 'session');
      return presentUser(await lockUser(db, user.id));
    },

    'PUT /auth/password': preparing(
      async ({ user, body }) => {
        await assertOwnPassword(user.id, 'currentPassword', body.currentPassword);
        await assertOfficialPassword(services.env, user, 'password', body.password);
        return hashPassword(user.id, body.password);
      },
      async (context, passwordHash) => {
        const { user, db, audit, t } = context;
        await setPassword(db, user.id, passwordHash);
        await endSessions(context, user.id, { except: user.sessionId });
        await audit({ action: 'user.change-password', entity: 'user', entityId: user.id });
        return { message: t('done.password-changed') };
      },
    ),

    'POST /auth/confirm': async ({ user, body, db, request, t }) => {
      const { env } = services;
      const factors = await factorsOf(db, env, user);
      if (factors.length > 0) await assertSecondFactor({ db, env, request, userId: user.id, factors }, body);
      else if (body.password) await assertOwnPassword(user.id, 'password', body.password);
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

    'GET /auth/data': async ({ user, db }) => ({
      type: 'application/json; charset=utf-8',
      name: 'ardhi-data.json',
      body: JSON.stringify(await accountData(db, user.id), null, 2),
    }),

    'DELETE /auth/account': async ({ user, body, transaction, t }) => {
      await assertOwnPassword(user.id, 'password', body.password);
      await transaction(deleteAccount);
      return { message: t('done.account-deleted') };
    },
  });
}
