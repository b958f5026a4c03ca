import { auth } from '@ardhi/contract';
import { sql } from 'kysely';
import { normaliseCode } from '../../lib/database/id.ts';
import { routesOf } from '../../lib/http/bind.ts';
import { hashPassword, verifyAgainstDecoy, verifyPassword } from '../../lib/http/password.ts';
import { endSessionOfToken, endSessions, openSession } from '../../lib/http/session.ts';
import { limitCalls, limitCallsFrom } from '../../lib/http/throttle.ts';
import { addJob } from '../../lib/jobs/jobs.ts';
import { mailEnabled } from '../../lib/jobs/mail.ts';
import { addressHash } from '../../lib/settings/keyed-hash.ts';
import { type Problem, problem } from '../../lib/text/problem.ts';
import { deleteBootstrapInvitations } from '../officials/queries.ts';
import { assignInvitedPost, COUNTY_POST, type InvitedPost, isOverToday } from '../posts/invited-post.ts';
import { assignManagerPost } from '../posts/service.ts';
import {
  assertSecondFactor,
  assertStillWithoutFactor,
  factorsOf,
  startEnrolment,
} from '../second-factors/service.ts';
import { rememberDevice, throttleGuessFrom, throttleLogin } from '../users/login-throttle.ts';
import { managesIn } from '../users/managers.ts';
import { assertOfficialPassword } from '../users/password-rules.ts';
import { presentUser } from '../users/present.ts';
import {
  consumeInvitation,
  consumeOneTimeCode,
  countSignInFailure,
  findCodeOwner,
  findUser,
  findUserByEmail,
  insertGrant,
  insertUser,
  isFirstOfficialEver,
  setMailboxHash,
  updateUser,
} from '../users/queries.ts';
import { assertMaySignUp, invitationNeeded, mailLink, resetPassword, userAgentName } from './service.ts';

const RESET_CODES = { name: 'reset-code', count: 10, windowSeconds: 15 * 60 };
const RESET_MAILS = { name: 'reset', count: 5, windowSeconds: 15 * 60 };

export const authRoutes = routesOf(auth, {
  'POST /auth/register': async ({ body, env, language, request, reply, transaction, t }) => {
    const isOfficial = body.role === 'government';
    const mode = env.governmentSignup;
    if (isOfficial) assertMaySignUp(mode, body.email, body.invitation);
    await assertOfficialPassword(env, body, 'password', body.password);
    const passwordHash = await hashPassword(request.ip, body.password);
    return transaction(async (write) => {
      const { db, audit } = write;
      const isFirstOfficial = isOfficial && (await isFirstOfficialEver(db));
      const user = await insertUser(db, {
        email: body.email,
        name: body.name,
        role: body.role,
        phone_number: body.phoneNumber ?? null,
        location: isOfficial ? null : (body.location ?? null),
        farm_size_acres: isOfficial ? null : (body.farmSize ?? null),
        department: isOfficial ? (body.department ?? null) : null,
        language: body.language ?? language,
        password_hash: passwordHash,
        manage: isFirstOfficial,
        first_official: isFirstOfficial,
        must_confirm_email: isOfficial && mode.mode === 'domains' && !body.invitation,
      });
      if (isOfficial) await setMailboxHash(db, user.email);
      if (isOfficial && body.invitation) {
        const taken = await consumeInvitation(db, normaliseCode(body.invitation), user);
        if (!taken && mode.mode !== 'open') throw invitationNeeded('issue.invitation');
        const post = taken?.post as InvitedPost | null | undefined;
        if (post && isOverToday(post)) throw invitationNeeded('issue.invitation');
        if (taken?.created_by) {
          const { created_by, created_at, county } = taken;
          // The limits of the new post are those of the inviter, who must still have the permission to invite.
          if ((post || mode.mode !== 'open') && !(await managesIn(db, created_by, county)))
            throw invitationNeeded('issue.invitation');
          await insertGrant(db, { userId: user.id, code: { created_by, created_at }, kind: 'invitation' });
        }
        // An official invited by a county gets a post there instead of national access.
        if (post || taken?.county)
          await assignInvitedPost(write, post ?? COUNTY_POST, {
            officialId: user.id,
            county: taken!.county,
            inviterId: taken!.created_by!,
          });
        if (taken) await deleteBootstrapInvitations(db);
      }
      // Where a post is required, the first official could neither invite nor assign a post to themselves.
      if (isFirstOfficial && env.jurisdiction === 'strict') await assignManagerPost(write, user.id);
      await startEnrolment(db, env, user);
      await audit({
        actorId: user.id,
        action: 'user.register',
        entityId: user.id,
        after: { role: user.role },
      });
      await mailLink(db, env, user, 'confirm-email');
      await rememberDevice(db, env, { request, reply, userId: user.id });
      const token = await openSession(db, user.id, userAgentName(request, t));
      return { token, role: body.role, user: presentUser((await findUser(db, user.id)) ?? user) };
    });
  },

  'POST /auth/login': async ({ body, db, env, request, reply, transaction, t }) => {
    const user = await findUserByEmail(db, body.email);
    const address = addressHash(request.ip);
    const countFailure = () => countSignInFailure(db, { email: body.email, userId: user?.id, address });
    const isCorrect = await throttleLogin(db, env, { request, email: body.email, userId: user?.id }, () =>
      user
        ? verifyPassword(request.ip, user.password_hash, body.password)
        : verifyAgainstDecoy(request.ip, body.password),
    );
    if (!user || !isCorrect) {
      await countFailure();
      throw problem('wrong-credentials');
    }
    if (user.suspended_at !== null) throw problem('account-suspended');
    const factors = await factorsOf(db, env, user);
    if (factors.length > 0)
      await assertSecondFactor({ db, env, request, userId: user.id, factors }, body).catch(
        async (error: Problem) => {
          if (error.code === 'second-factor-wrong') await countFailure();
          throw error;
        },
      );
    const device = userAgentName(request, t);
    const token = await transaction(async (write) => {
      if (factors.length === 0) await assertStillWithoutFactor(write.db, env, user);
      await rememberDevice(write.db, env, { request, reply, userId: user.id });
      await write.audit({
        actorId: user.id,
        action: 'user.sign-in',
        entityId: user.id,
        after: { device, network: address },
      });
      return openSession(write.db, user.id, device);
    });
    const presented = presentUser(user);
    return { token, role: presented.role, user: presented };
  },

  'POST /auth/logout': async (context) => {
    const { user, reply, t } = context;
    await endSessions(context, user.id, { only: user.sessionId });
    // Clears the browser's HTTP cache; the app clears its own storage.
    reply.header('clear-site-data', '"cache"');
    return { message: t('done.signed-out') };
  },

  'POST /auth/revoke': async (context) => {
    await endSessionOfToken(context, context.body.tokenHash);
    return { message: context.t('done.signed-out') };
  },

  'GET /auth/profile': async ({ user, db }) => {
    const row = await findUser(db, user.id);
    if (!row) throw problem('not-signed-in');
    return presentUser(row);
  },

  'POST /auth/forgot-password': async ({ body, db, env, request, requestId, t }) => {
    if (!mailEnabled(env)) return { message: t('done.reset-by-official') };
    if (env.deployed) await limitCallsFrom(db, RESET_MAILS, request.ip, [body.email.toLowerCase()]);
    // The job looks up the account, so that the response time does not reveal whether there is one.
    await addJob(db, 'reset-mail', { to: body.email, requestId });
    return { message: t('done.reset-mail') };
  },

  'POST /auth/reset-password': async ({ body, db, env, request, reply, transaction, t }) => {
    const done = await throttleGuessFrom(db, RESET_CODES, request.ip, [], async () => {
      const owner = await findCodeOwner(db, 'reset-password', normaliseCode(body.code));
      if (!owner) return false;
      await assertOfficialPassword(env, owner, 'password', body.password);
      const passwordHash = await hashPassword(request.ip, body.password);
      return transaction(async (write) => {
        const isReset = await resetPassword(write, normaliseCode(body.code), passwordHash);
        // Guesses of others from unknown browsers must not delay the owner of the code.
        if (isReset) await rememberDevice(write.db, env, { request, reply, userId: owner.id });
        return isReset;
      });
    });
    if (!done) throw problem('code-invalid');
    return { message: t('done.password-changed') };
  },

  'POST /auth/confirm-email': async ({ body, db, emit, t }) => {
    const code = await consumeOneTimeCode(db, 'confirm-email', normaliseCode(body.code));
    if (!code) throw problem('code-invalid');
    await updateUser(db, code.user_id, {
      email_confirmed_at: sql<string>`coalesce(email_confirmed_at, now())`,
    });
    // Every process drops its cached session, so that the confirmation takes effect at once.
    emit({ user: code.user_id }, 'session');
    return { message: t('done.email-confirmed') };
  },

  'POST /auth/confirm-email/send': async ({ user, db, env, t }) => {
    await limitCalls(db, RESET_MAILS, ['confirm', user.id]);
    const row = await findUser(db, user.id);
    if (row && row.email_confirmed_at === null) await mailLink(db, env, row, 'confirm-email');
    return { message: t('done.mail-sent') };
  },
});
