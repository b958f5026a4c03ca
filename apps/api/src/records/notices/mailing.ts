/**
 * Mails a notice to farmers one by one, in the order of their ids. The cursor is saved after each mail, so that after a
 * crash at most one mail is sent twice, with the same Message-ID.
 */
import type { Language } from '@ardhi/contract';
import type { Db } from '../../lib/database/db.ts';
import { newId } from '../../lib/database/id.ts';
import type { Services } from '../../lib/http/services.ts';
import { addJob, type Job } from '../../lib/jobs/jobs.ts';
import { deliver } from '../../lib/jobs/mail.ts';
import type { Env } from '../../lib/settings/env.ts';
import {
  advanceMailing,
  finishMailing,
  leaseMailing,
  listAbandonedMailings,
  listAddressees,
  MAIL_JOB_KEY,
  releaseMailing,
  renewMailing,
} from './mailing-queries.ts';
import { noticeMail } from './texts.ts';

declare module '../../lib/jobs/jobs.ts' {
  interface JobPayloads {
    'policy-mail': { noticeId: string };
    'policy-mail-resume': Record<string, never>;
  }
}

export function queueMailing(db: Db, noticeId: string): Promise<void> {
  return addJob(db, 'policy-mail', { noticeId }, { key: `${MAIL_JOB_KEY}${noticeId}` });
}

/** Short turns, so that other jobs (a password mail, for example) are not blocked by a million mails. */
const TURN_MS = 5000;
const BATCH = 200;
const RENEW_MS = 1500;

export const mailPolicy: Job<{ noticeId: string }> = async ({ noticeId }, services) => {
  const lease = newId();
  const mailing = await leaseMailing(services.db, noticeId, lease);
  // Finished, withdrawn, or leased by another process.
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

type Mailing = NonNullable<Awaited<ReturnType<typeof leaseMailing>>>;
type Addressee = Awaited<ReturnType<typeof listAddressees>>[number];

async function sendTurn(services: Services, mailing: Mailing, lease: string): Promise<void> {
  const { db } = services;
  const end = Date.now() + TURN_MS;
  let cursor = mailing.mail_cursor;
  for (;;) {
    const addressees = await listAddressees(db, { sentAt: mailing.sent_at, after: cursor, limit: BATCH });
    for (const addressee of addressees) {
      const isAccepted = await send(services, mailing, addressee);
      // Lost the lease: another process is sending, and continuing would send every mail twice.
      if (!(await advanceMailing(db, mailing.notice_id, lease, addressee.id, isAccepted))) return;
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

/** Returns whether the mail was accepted or queued for retry. An unavailable mail server fails the whole turn. */
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
    // Temporary failure of one address: retried in its own job, so that it does not delay the others.
    if (fault === 'later') await addJob(services.db, 'send-mail', mail);
    return fault === 'later';
  }
}

/** Classifies a failed mail: permanent or temporary failure of the address, or failure of the mail server. */
export function faultOf(error: unknown): 'address' | 'later' | 'server' {
  const { code, command, responseCode } = error as { code?: string; command?: string; responseCode?: number };
  if (code !== 'EENVELOPE' || command === 'MAIL FROM') return 'server';
  return responseCode !== undefined && responseCode < 500 ? 'later' : 'address';
}

/** Deterministic, so that retries and other processes send the same Message-ID. */
function messageId(env: Env, noticeId: string, userId: string): string {
  const host = env.publicUrl ? new URL(env.publicUrl).hostname : /@([\w.-]+)/.exec(env.mailFrom)?.[1];
  return `<${noticeId}.${userId}@${host ?? 'localhost'}>`;
}

/** Resumes mailings that a killed process left unfinished. */
export const resumeMailings: Job<Record<string, never>> = async (_, { db }) => {
  for (const noticeId of await listAbandonedMailings(db)) await queueMailing(db, noticeId);
};
