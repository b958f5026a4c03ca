import type { Language } from '@ardhi/contract';
import { paths } from '@ardhi/contract/paths';
import type { FastifyRequest } from 'fastify';
import type { Db } from '../../lib/database/db.ts';
import { newSecret } from '../../lib/database/id.ts';
import { endSessions } from '../../lib/http/session.ts';
import type { WriteContext } from '../../lib/http/write-context.ts';
import { letter, mailEnabled, queueMail } from '../../lib/jobs/mail.ts';
import type { Env, GovernmentSignup } from '../../lib/settings/env.ts';
import { type Translate, translator } from '../../lib/text/i18n.ts';
import { problem } from '../../lib/text/problem.ts';
import {
  type CodePurpose,
  consumeOneTimeCode,
  insertGrant,
  insertOneTimeCode,
  setPassword,
  type UserRow,
} from '../users/queries.ts';

const RESET_HOURS = 1;
const CONFIRM_HOURS = 7 * 24;

export async function mailResetLink(db: Db, env: Env, user: UserRow): Promise<void> {
  const t = translator(user.language as Language);
  await mailLink(db, env, user, {
    purpose: 'reset-password',
    hours: RESET_HOURS,
    path: paths.resetPassword,
    subject: t('mail.reset.subject'),
    before: t('mail.reset.body'),
    after: [t('mail.reset.ignore')],
  });
}

export async function mailConfirmationLink(db: Db, env: Env, user: UserRow): Promise<void> {
  const t = translator(user.language as Language);
  await mailLink(db, env, user, {
    purpose: 'confirm-email',
    hours: CONFIRM_HOURS,
    path: paths.confirmEmail,
    subject: t('mail.confirm.subject'),
    before: t('mail.confirm.body'),
    after: [],
  });
}

interface LinkMail {
  purpose: CodePurpose;
  hours: number;
  path: string;
  subject: string;
  before: string;
  after: string[];
}

async function mailLink(db: Db, env: Env, user: UserRow, mail: LinkMail): Promise<void> {
  if (!mailEnabled(env)) return;
  const secret = newSecret();
  await insertOneTimeCode(db, { userId: user.id, purpose: mail.purpose, secret, hours: mail.hours });
  // In the fragment, so that the code never reaches server logs or the Referer header.
  const link = `${env.publicUrl ?? `http://${env.host}:${env.port}`}${mail.path}#${secret}`;
  await queueMail(db, env, {
    to: user.email,
    userId: user.id,
    subject: mail.subject,
    text: letter(user.language as Language, user, [mail.before, link, ...mail.after]),
  });
}

/** Returns false if a concurrent request has used the code already. */
export async function resetPassword(
  write: WriteContext<undefined>,
  secret: string,
  passwordHash: string,
): Promise<boolean> {
  const { db, audit } = write;
  const code = await consumeOneTimeCode(db, 'reset-password', secret);
  if (!code) return false;
  const userId = code.user_id;
  await setPassword(db, userId, passwordHash);
  if (code.created_by) await insertGrant(db, { userId, givenBy: code.created_by, kind: 'reset' });
  await endSessions(write, userId);
  await audit({ actorId: userId, action: 'user.reset-password', entityId: userId });
  return true;
}

/** Registration rules for officials. */
export function assertMaySignUp(mode: GovernmentSignup, email: string, invitation: string | undefined): void {
  if (invitation) return;
  if (mode.mode === 'invite') throw invitationNeeded('issue.required');
  if (mode.mode === 'domains') {
    const domain = email.split('@')[1]?.toLowerCase() ?? '';
    const allowed = mode.domains.some((one) => domain === one || domain.endsWith(`.${one}`));
    if (!allowed) throw problem('domain-not-allowed', { setting: 'GOVERNMENT_SIGNUP' });
  }
}

export function invitationNeeded(key: 'issue.required' | 'issue.invitation') {
  return problem('invitation-needed', {
    setting: 'GOVERNMENT_SIGNUP',
    issues: [{ path: 'invitation', code: key.replace('issue.', ''), key }],
  });
}

const browsers: [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser/, 'Samsung Internet'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const systems: [RegExp, string][] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];

/** "Chrome, Android": enough for a user to recognise the device. */
export function userAgentName(request: FastifyRequest, t: Translate): string {
  const agent = request.headers['user-agent'] ?? '';
  const find = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(agent))?.[1];
  return [find(browsers), find(systems)].filter(Boolean).join(', ') || t('device.unknown');
}
