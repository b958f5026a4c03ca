/** Mail is sent by a job: at least once, always with the same Message-ID. */
import { hostname } from 'node:os';
import type { Language } from '@ardhi/contract';
import { sql } from 'kysely';
import type { Transporter } from 'nodemailer';
import type { Db } from '../database/db.ts';
import { newId } from '../database/id.ts';
import { counters } from '../logging/counters.ts';
import type { Env } from '../settings/env.ts';
import { translator } from '../text/i18n.ts';
import { addJob, type Job, type JobOptions } from './jobs.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  replyTo?: string;
  /** Recipient's account; absent if the address came from a form without a login. */
  userId?: string;
  /** Another account whose texts the mail contains. The mail is deleted with that account. */
  aboutId?: string;
}

interface QueuedMail extends Mail {
  messageId: string;
}

declare module './jobs.ts' {
  interface JobPayloads {
    'send-mail': QueuedMail;
  }
}

export const mailEnabled = (env: Env) => env.smtpUrl !== null;

/** Queues a mail in the transaction `db`; does nothing if mail is not configured. */
export async function queueMail(
  db: Db,
  env: Env,
  mail: Mail,
  options: Pick<JobOptions, 'priority'> = {},
): Promise<void> {
  if (!mailEnabled(env)) return;
  const host = env.publicUrl ? new URL(env.publicUrl).hostname : hostname();
  await addJob(db, 'send-mail', { ...mail, messageId: `<${newId()}@${host}>` }, options);
}

/** Deletes queued and failed mails to or about an account and, given its address, those to and from that address. */
export async function deleteMailsOf(db: Db, userId: string, address: string | null): Promise<void> {
  await sql`select graphile_worker.complete_jobs(array(
    select id from graphile_worker._private_jobs
    where ${userId} in (payload ->> 'userId', payload ->> 'aboutId')
      or ${address} in (payload ->> 'to', payload ->> 'replyTo')))`.execute(db);
}

/** An unconfirmed address may belong to someone else, so the name is not sent to it. */
export interface Addressee {
  name: string;
  email_confirmed_at: string | null;
}

/** Mail body: greeting, paragraphs, footer. */
export function letter(language: Language, to: Addressee, paragraphs: string[]): string {
  const t = translator(language);
  const greeting =
    to.email_confirmed_at === null ? t('mail.greeting-unnamed') : t('mail.greeting', { name: to.name });
  return [greeting, ...paragraphs, `-- \n${t('mail.footer')}`].join('\n\n');
}

let transporter: Transporter | null = null;

export async function deliver(env: Env, mail: QueuedMail): Promise<void> {
  if (!env.smtpUrl) return;
  const { createTransport } = await import('nodemailer');
  // Pooled, so that mails share a connection. The job retries a failed mail.
  transporter ??= createTransport({ url: env.smtpUrl, pool: true, maxRequeues: 1 } as object);
  const { userId: _, aboutId: __, ...message } = mail;
  await transporter.sendMail({ ...message, from: env.mailFrom });
}

/** Connects and logs in as for a mail, without sending one. */
export async function checkMailServer(smtpUrl: string, limitMs: number): Promise<void> {
  const { createTransport } = await import('nodemailer');
  const limits = { connectionTimeout: limitMs, greetingTimeout: limitMs, socketTimeout: limitMs };
  const probe = createTransport({ url: smtpUrl, ...limits } as object);
  await probe.verify().finally(() => probe.close());
}

export function closeMail(): void {
  transporter?.close();
  transporter = null;
}

export const sendMail: Job<QueuedMail> = async (mail, { env }) => {
  try {
    await deliver(env, mail);
  } catch (error) {
    counters.mailFailures += 1;
    throw error;
  }
};
