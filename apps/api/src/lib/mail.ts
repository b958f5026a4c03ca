/** Mail goes out through a job. Sent at least once, always under the same Message-ID. */
import { hostname } from 'node:os';
import type { Language } from '@ardhi/contract';
import type { Transporter } from 'nodemailer';
import type { Db } from './db.ts';
import type { Env } from './env.ts';
import { translator } from './i18n.ts';
import { newId } from './id.ts';
import { addJob, type Job, type JobOptions } from './jobs.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  replyTo?: string;
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

/** Queues a mail in the transaction `db`; without mail set up nothing happens. */
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

/** Whoever typed an address may have typed somebody else's: until it is confirmed, their name is not sent to it. */
export interface Addressee {
  name: string;
  email_confirmed_at: string | null;
}

/** The body of a mail to a person: greeting, paragraphs, closing line. */
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
  // A connection is kept for the next mail. A mail that fails is for its job to try again.
  transporter ??= createTransport({ url: env.smtpUrl, pool: true, maxRequeues: 1 } as object);
  await transporter.sendMail({ ...mail, from: env.mailFrom });
}

export function closeMail(): void {
  transporter?.close();
  transporter = null;
}

export const sendMail: Job<QueuedMail> = (mail, { env }) => deliver(env, mail);
