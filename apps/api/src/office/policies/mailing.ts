/**
 * The mails of a notice: one farmer after another, in the order of their ids. The place is written down after
 * each mail that the mail server took, so that a killed process repeats at most the one it was sending, under the
 * same Message-ID.
 */
import type { Language } from '@ardhi/contract';
import type { Db } from '../../lib/database/db.ts';
import { newId } from '../../lib/database/id.ts';
import type { Services } from '../../lib/http/services.ts';
import { addJob, type Job } from '../../lib/jobs/jobs.ts';
import { deliver } from '../../lib/jobs/mail.ts';
import type { Env } from '../../lib/settings/env.ts';
import { noticeMail } from '../../records/notices/texts.ts';
import {
  advanceMailing,
  finishMailing,
  listAddressees,
  listStrandedMailings,
  MAIL_JOB_KEY,
  releaseMailing,
  renewMailing,
  takeMailing,
} from './mailing-queries.ts';

declare module '../../lib/jobs/jobs.ts' {
  interface JobPayloads {
    'policy-mail': { noticeId: string };
    'policy-mail-resume': Record<string, never>;
  }
}

export function queueMailing(db: Db, noticeId: string): Promise<void> {
  return addJob(db, 'policy-mail', { noticeId }, { key: `${MAIL_JOB_KEY}${noticeId}` });
}

/** Short turns, so that other jobs, a password mail for one, need not wait for a million of these. */
const TURN_MS = 5000;
const BATCH = 200;
const RENEW_MS = 1500;

export const mailPolicy: Job<{ noticeId: string }> = async ({ noticeId }, services) => {
  const lease = newId();
  const mailing = await takeMailing(services.db, noticeId, lease);
  // Finished, taken back, or another process is at it.
  if (!mailing) return;
  const renewal = setInterval(() => {
    renewMailing(services.db, noticeId, lease).catch((error: Error) =>
      services.log.warn({ err: error }, 'could not renew the lease of a mailing'),
    );
  }, RENEW_MS);
  try {
    await sendTurn(services, mailing, lease);
  } finally {
    clearInterval(renewal);
    await releaseMailing(services.db, noticeId, lease);
  }
};

type Mailing = NonNullable<Awaited<ReturnType<typeof takeMailing>>>;
type Addressee = Awaited<ReturnType<typeof listAddressees>>[number];

async function sendTurn(services: Services, mailing: Mailing, lease: string): Promise<void> {
  const { db } = services;
  const end = Date.now() + TURN_MS;
  let cursor = mailing.mail_cursor;
  for (;;) {
    const addressees = await listAddressees(db, { sentAt: mailing.sent_at, after: cursor, limit: BATCH });
    for (const addressee of addressees) {
      const taken = await send(services, mailing, addressee);
      // Without the lease somebody else is sending: going on would mean every mail twice.
      if (!(await advanceMailing(db, mailing.notice_id, lease, addressee.id, taken))) return;
      cursor = addressee.id;
      if (Date.now() > end) {
        await queueMailing(db, mailing.notice_id);
        return;
      }
    }
    if (addressees.length < BATCH) {
      await finishMailing(db, mailing.notice_id, lease);
      return;
    }
  }
}

/** Whether the mail server took the mail. A mail server that is away is a fault of the turn, not of the mail. */
async function send(services: Services, mailing: Mailing, addressee: Addressee): Promise<boolean> {
  const mail = {
    to: addressee.email,
    userId: addressee.id,
    messageId: messageId(services.env, mailing.notice_id, addressee.id),
    ...noticeMail(services.env, {
      language: addressee.language as Language,
      to: addressee,
      kind: mailing.kind,
      details: mailing.details,
      link: mailing.link,
    }),
  };
  try {
    await deliver(services.env, mail);
    return true;
  } catch (error) {
    const fault = faultOf(error);
    if (fault === 'server') throw error;
    // "Try again later" for one address: it is tried by itself, the others do not wait.
    if (fault === 'later') await addJob(services.db, 'send-mail', mail);
    return fault === 'later';
  }
}

/** Whose fault a failed mail is: the address's, for now or for good, or the mail server's. */
export function faultOf(error: unknown): 'address' | 'later' | 'server' {
  const { code, command, responseCode } = error as { code?: string; command?: string; responseCode?: number };
  if (code !== 'EENVELOPE' || command === 'MAIL FROM') return 'server';
  return responseCode !== undefined && responseCode < 500 ? 'later' : 'address';
}

/** The same on every try and in every process. */
function messageId(env: Env, noticeId: string, userId: string): string {
  const host = env.publicUrl ? new URL(env.publicUrl).hostname : /@([\w.-]+)/.exec(env.mailFrom)?.[1];
  return `<${noticeId}.${userId}@${host ?? 'localhost'}>`;
}

/** Takes up what a killed process left behind. */
export const resumeMailings: Job<Record<string, never>> = async (_, { db }) => {
  for (const noticeId of await listStrandedMailings(db)) await queueMailing(db, noticeId);
};
