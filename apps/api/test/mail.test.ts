/** Mail through a real SMTP server: the jobs that send it, and the links in it. */
import type { Problem, SignedIn, User } from '@ardhi/contract';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jobs } from '../src/jobs.ts';
import { connect, type Database } from '../src/lib/database/database.ts';
import { type JobRunner, startJobs } from '../src/lib/jobs/jobs.ts';
import { closeMail } from '../src/lib/jobs/mail.ts';
import { PASSWORD, startTestApp, type TestApp } from './app.ts';

/** Stores incoming mails and returns them one by one. */
async function startMailbox() {
  const arrived: string[] = [];
  const waiters: ((mail: string) => void)[] = [];
  let refusals = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (refusals > 0) {
          refusals -= 1;
          return done(new Error('try later'));
        }
        done();
        const mail = Buffer.concat(chunks).toString();
        const next = waiters.shift();
        if (next) next(mail);
        else arrived.push(mail);
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as { port: number };
  return {
    url: `smtp://127.0.0.1:${port}`,
    next: () => {
      const mail = arrived.shift();
      return mail !== undefined
        ? Promise.resolve(mail)
        : new Promise<string>((resolve) => waiters.push(resolve));
    },
    refuse: (times: number) => {
      refusals = times;
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

let mailbox: Awaited<ReturnType<typeof startMailbox>>;
let app: TestApp;
let database: Database;
let runner: JobRunner;

beforeAll(async () => {
  mailbox = await startMailbox();
  app = await startTestApp({
    SMTP_URL: mailbox.url,
    PUBLIC_URL: 'https://ardhi.example',
    CONTACT_EMAIL: 'team@ardhi.example',
    GOVERNMENT_SIGNUP: 'domains:gov.example',
  });
  database = connect(app.connectionString);
  runner = startJobs(database.pool, app.services, jobs, []);
});
afterAll(async () => {
  await runner.stop();
  closeMail();
  await database.close();
  await app.close();
  await mailbox.close();
});

/** Decodes the quoted-printable text of a mail. */
const readable = (mail: string) =>
  mail
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
const codeIn = (mail: string, path: string) =>
  new RegExp(`https://ardhi\\.example${path}#([\\w-]+)`).exec(readable(mail))?.[1] ?? '';

const register = (body: object) =>
  app.send<SignedIn>('POST /auth/register', { body: { name: 'Achieng', password: PASSWORD, ...body } });

describe('an official by mail domain', () => {
  it('has access only after confirming the address', async () => {
    const official = { role: 'government', department: 'Lands' };
    expect((await register({ ...official, email: 'a@elsewhere.example' })).status).toBe(403);
    const registered = await register({ ...official, email: 'a@lands.gov.example' });
    expect(registered.status).toBe(201);
    const headers = { authorization: `Bearer ${registered.body.token}` };
    expect(await app.send('GET /government/invitations', { headers })).toMatchObject({
      status: 403,
      body: { code: 'email-not-confirmed' },
    });
    // An unconfirmed official can neither list users nor write to them.
    for (const call of ['GET /messages/users', 'POST /messages'])
      expect((await app.send<Problem>(call, { headers })).body.code).toBe('email-not-confirmed');
    const code = codeIn(await mailbox.next(), '/confirm-email');
    expect((await app.send('POST /auth/confirm-email', { body: { code } })).status).toBe(200);
    expect((await app.send('GET /government/invitations', { headers })).status).toBe(200);
    expect((await app.send<User>('GET /auth/profile', { headers })).body.emailConfirmed).toBe(true);
    expect((await app.send('POST /auth/confirm-email', { body: { code } })).status).toBe(400);
  });
});

describe('a forgotten password', () => {
  it('is reset by the link in the mail, in the language of the user', async () => {
    const farmer = {
      role: 'farmer',
      location: 'Molo',
      farmSize: 1,
      email: 'mkulima@example.ke',
      language: 'sw',
    };
    await register(farmer);
    await mailbox.next();
    const known = await app.send<{ message: string }>('POST /auth/forgot-password', {
      body: { email: 'MKULIMA@example.ke' },
    });
    const unknown = await app.send<{ message: string }>('POST /auth/forgot-password', {
      body: { email: 'who@example.ke' },
    });
    expect(unknown.body).toEqual(known.body);
    const mail = await mailbox.next();
    expect(mail).toContain('Subject: Weka nenosiri jipya la Ardhi');
    const reset = () =>
      app.send('POST /auth/reset-password', {
        body: { code: codeIn(mail, '/reset-password'), password: 'brand new' },
      });
    expect((await reset()).status).toBe(200);
    expect((await reset()).status).toBe(400);
    const login = await app.send('POST /auth/login', {
      body: { email: farmer.email, password: 'brand new' },
    });
    expect(login.status).toBe(200);
  });
});

describe('a contact message', () => {
  it('is mailed to the team, with its sender as Reply-To', async () => {
    await app.send('POST /contact', {
      body: { name: 'Amina\r\nBcc: all@example.com', email: 'amina@example.ke', message: 'Help' },
    });
    const mail = await mailbox.next();
    expect(mail).toContain('To: team@ardhi.example');
    expect(mail).toContain('Reply-To: amina@example.ke');
    expect(mail).not.toMatch(/^Bcc:/m);
  });
});

describe('a mail server that refuses', () => {
  it('is retried with the same Message-ID', async () => {
    const ids: string[] = [];
    await app.send('POST /contact', { body: { name: 'First', email: 'a@b', message: 'x' } });
    ids.push(/Message-ID: (.*)/.exec(await mailbox.next())![1]!);
    mailbox.refuse(1);
    await app.send('POST /contact', { body: { name: 'Second', email: 'a@b', message: 'x' } });
    const failed = async () =>
      (
        await database.pool.query(
          'select attempts, payload from graphile_worker._private_jobs where attempts > 0 and locked_at is null',
        )
      ).rows[0];
    await expect.poll(failed).toBeTruthy();
    const before = (await failed()).payload.messageId;
    await database.pool.query('update graphile_worker._private_jobs set run_at = now()');
    ids.push(/Message-ID: (.*)/.exec(await mailbox.next())![1]!);
    expect(ids[1]).toBe(before);
    expect(ids[0]).not.toBe(ids[1]);
  });
});
