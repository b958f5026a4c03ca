/** Mail through a real SMTP server: the jobs that send it, and the links in it. */
import type { Problem, SignedIn, User } from '@ardhi/contract';
import { describe, expect, it } from 'vitest';
import { PASSWORD } from './app.ts';
import type { ReceivedMail } from './mail-server.ts';
import { runQueuedJobs, testAppWithMail } from './mailing.ts';

const { app, mailServer } = testAppWithMail({
  CONTACT_EMAIL: 'team@ardhi.example',
  GOVERNMENT_SIGNUP: 'domains:gov.example',
});
runQueuedJobs(app);

let mailsRead = 0;
/** Waits for the next mail. */
async function nextMail(): Promise<ReceivedMail> {
  await expect.poll(() => mailServer.taken.length).toBeGreaterThan(mailsRead);
  mailsRead += 1;
  return mailServer.taken[mailsRead - 1]!;
}

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
    const code = codeIn((await nextMail()).text, '/confirm-email');
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
    await nextMail();
    const known = await app.send<{ message: string }>('POST /auth/forgot-password', {
      body: { email: 'MKULIMA@example.ke' },
    });
    const unknown = await app.send<{ message: string }>('POST /auth/forgot-password', {
      body: { email: 'who@example.ke' },
    });
    expect(unknown.body).toEqual(known.body);
    const { text: mail } = await nextMail();
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
    const { text: mail } = await nextMail();
    expect(mail).toContain('To: team@ardhi.example');
    expect(mail).toContain('Reply-To: amina@example.ke');
    expect(mail).not.toMatch(/^Bcc:/m);
  });
});

describe('a mail server that refuses', () => {
  it('is retried with the same Message-ID', async () => {
    const write = (name: string) => app.send('POST /contact', { body: { name, email: 'a@b', message: 'x' } });
    await write('First');
    const first = await nextMail();
    mailServer.refuse('team@ardhi.example', 450);
    await write('Second');
    const failed = () =>
      app.row<{ payload: { messageId: string } }>`
        select payload from graphile_worker._private_jobs where attempts > 0 and locked_at is null`;
    await expect.poll(failed).toBeTruthy();
    const { payload } = await failed();
    mailServer.refuse('team@ardhi.example', 0);
    await app.sql`update graphile_worker._private_jobs set run_at = now()`;
    const second = await nextMail();
    expect(second.messageId).toBe(payload.messageId);
    expect(second.messageId).not.toBe(first.messageId);
  });
});
