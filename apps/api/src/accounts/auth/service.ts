import type { Language } from '@ardhi/contract';
import { paths } from '@ardhi/contract/paths';
import type { FastifyRequest } from 'fastify';
import { audit } from '../../lib/audit/audit.ts';
import type { Db } from '../../lib/database/db.ts';
import { newSecret } from '../../lib/database/id.ts';
import { holdAccount } from '../../lib/http/reset-hold.ts';
import { endSessions } from '../../lib/http/session.ts';
import type { WriteContext } from '../../lib/http/write-context.ts';
import type { Job } from '../../lib/jobs/jobs.ts';
import { letter, mailEnabled, queueMail } from '../../lib/jobs/mail.ts';
import type { Env, GovernmentSignup } from '../../lib/settings/env.ts';
import { type MessageKey, type Translate, translator } from '../../lib/text/i18n.ts';
import { fieldProblem, problem } from '../../lib/text/problem.ts';
import { addNotice } from '../../records/notices/service.ts';
import { endEnrolment } from '../second-factors/queries.ts';
import {
  type CodePurpose,
  consumeOneTimeCode,
  findUserByEmail,
  insertGrant,
  insertOneTimeCode,
  setPassword,
  type UserRow,
} from '../users/queries.ts';

interface LinkMail {
  path: string;
  hours: number;
  subject: MessageKey;
  before: MessageKey;
  after: MessageKey[];
}

/** The operator passes on a code for enrolment. */
type MailedPurpose = Exclude<CodePurpose, 'enrol'>;

const linkMails: Record<MailedPurpose, LinkMail> = {
  'reset-password': {
    path: paths.resetPassword,
    hours: 1,
    subject: 'mail.reset.subject',
    before: 'mail.reset.body',
    after: ['mail.reset.ignore'],
  },
  'confirm-email': {
    path: paths.confirmEmail,
    hours: 7 * 24,
    subject: 'mail.confirm.subject',
    before: 'mail.confirm.body',
    after: [],
  },
};

/** Mails a link with a one-time code. */
export async function mailLink(db: Db, env: Env, user: UserRow, purpose: MailedPurpose): Promise<void> {
  if (!mailEnabled(env)) return;
  const { path, hours, subject, before, after } = linkMails[purpose];
  const language = user.language as Language;
  const t = translator(language);
  const secret = newSecret();
  await insertOneTimeCode(db, { userId: user.id, purpose, secret, hours });
  // In the fragment, so that the code never reaches server logs or the Referer header.
  const link = `${env.publicUrl ?? `http://${env.host}:${env.port}`}${path}#${secret}`;
  await queueMail(db, env, {
    to: user.email,
    userId: user.id,
    subject: t(subject),
    text: letter(language, user, [t(before), link, ...after.map((key) => t(key))]),
  });
}

interface ResetRequest {
  /** Named like the recipient of a mail, so that the deletion of an account deletes the job as well. */
  to: string;
  requestId: string;
}

declare module '../../lib/jobs/jobs.ts' {
  interface JobPayloads {
    'reset-mail': ResetRequest;
  }
}

/** Mails a reset link if the address has an account. */
export const mailResetLink: Job<ResetRequest> = ({ to, requestId }, { env, transaction }) =>
  transaction(async ({ db }) => {
    const user = await findUserByEmail(db, to);
    if (!user) return;
    await mailLink(db, env, user, 'reset-password');
    await audit(db, { user: undefined, requestId }, { action: 'user.reset-mail', entityId: user.id });
  });

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
  const { created_by, created_at } = code;
  if (created_by) {
    await insertGrant(db, { userId, code: { created_by, created_at }, kind: 'reset' });
    await holdAccount(db, userId);
    // The official who reset the password could otherwise add the first factor and keep the account.
    await endEnrolment(db, userId);
    await addNotice(write, { userId, kind: 'reset-used', values: {}, link: paths.contact });
  }
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
  const { issues } = fieldProblem('invitation', key).details;
  return problem('invitation-needed', { setting: 'GOVERNMENT_SIGNUP', issues });
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
