/** The second factor of officials: what it opens, and what does not get past it. */
import type { PasskeyChallenge, Problem, SecondFactors, SignedIn } from '@ardhi/contract';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runAdmin } from '../../src/officials/admin.ts';
import { PASSWORD, type Person, startTestApp, type TestApp } from '../app.ts';
import { newAuthenticator } from './authenticator.ts';

const APP_SECRET = 'the-first-secret-of-these-tests-long-enough';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ APP_SECRET });
});
afterAll(() => app.close());

const login = (person: Person, proof: object = {}, of = app) =>
  of.send<SignedIn & Problem & { current: { totp: boolean; passkey: PasskeyChallenge | null } }>(
    'POST /auth/login',
    { body: { email: person.user.email, password: PASSWORD, ...proof } },
  );
const confirm = (person: Person, proof: object) =>
  person.send<Problem>('POST /auth/confirm', { body: proof });

/** Sets up an authenticator app; `code` answers the code of so many half minutes from now. */
async function enrolTotp(person: Person) {
  await confirm(person, { password: PASSWORD });
  const made = await person.send<{ _id: string; secret: string }>('POST /auth/second-factors/totp', {
    body: { name: 'Phone' },
  });
  expect(made.status).toBe(201);
  const totp = new TOTP({ secret: Secret.fromBase32(made.body.secret) });
  const code = (steps = 0) => totp.generate({ timestamp: Date.now() + steps * 30_000 });
  const done = await person.send<{ recoveryCodes: string[] }>(
    `POST /auth/second-factors/${made.body._id}/confirm`,
    { body: { code: code(-1) } },
  );
  expect(done.status).toBe(200);
  return { code, secret: made.body.secret, recoveryCodes: done.body.recoveryCodes };
}

describe('an authenticator app', () => {
  it('is asked for at sign-in, each code once', async () => {
    const person = await app.as('government');
    const { code } = await enrolTotp(person);
    const without = await login(person);
    expect(without).toMatchObject({
      status: 403,
      body: { code: 'second-factor-needed', current: { totp: true, passkey: null } },
    });
    expect((await login(person, { code: '000000' })).body.code).toBe('second-factor-wrong');
    const now = code();
    const both = await Promise.all([login(person, { code: now }), login(person, { code: now })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 403]);
    expect((await login(person, { code: now })).status).toBe(403);
  });

  it('cannot be guessed by many at once', async () => {
    const person = await app.as('government');
    await enrolTotp(person);
    const begin = Date.now();
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => login(person, { code: String(100_000 + index) })),
    );
    // Ten, and those that the waits of 1, 2, 4 … seconds let in while the passwords were checked.
    const allowed = 10 + Math.floor(Math.log2((Date.now() - begin) / 1000 + 1));
    const tried = answers.filter(({ body }) => body.code === 'second-factor-wrong').length;
    expect(tried).toBeLessThanOrEqual(allowed);
    expect(answers.filter(({ status }) => status === 200)).toEqual([]);
  });

  it('keeps its key sealed: in no answer, no row in the clear, and readable after the secret was changed', async () => {
    const person = await app.as('government');
    const { code, secret } = await enrolTotp(person);
    const { rows } = await sql<{ found: boolean }>`
      select exists (select from second_factors where position(${secret} in encode(secret, 'escape')) > 0) as found
    `.execute(app.db);
    expect(rows[0]?.found).toBe(false);
    const answers = await app.db.selectFrom('idempotency_keys').select('answer').execute();
    expect(JSON.stringify(answers)).not.toContain(secret);

    const rotated = await startTestApp(
      { APP_SECRET: `another-secret-that-came-after-it-new,${APP_SECRET}` },
      app.connectionString,
    );
    const lost = await startTestApp(
      { APP_SECRET: 'a-wrong-secret-and-the-old-one-is-lost' },
      app.connectionString,
    );
    try {
      expect((await login(person, { code: code() }, lost)).status).toBe(403);
      expect((await login(person, { code: code() }, rotated)).status).toBe(200);
    } finally {
      await rotated.close();
      await lost.close();
    }
  });

  it('is asked for again instead of the password', async () => {
    const person = await app.as('government');
    const { code } = await enrolTotp(person);
    await sql`update sessions set confirmed_at = null`.execute(app.db);
    expect((await confirm(person, { password: PASSWORD })).body.code).toBe('second-factor-needed');
    expect((await person.send<Problem>('GET /government/subsidies.csv')).body.code).toBe('confirm-needed');
    expect((await confirm(person, { code: code() })).status).toBe(200);
    expect((await person.send('GET /government/subsidies.csv')).status).toBe(200);
  });
});

describe('recovery codes', () => {
  it('come with the first factor, work once each, and are ended by new ones', async () => {
    const person = await app.as('government');
    const { recoveryCodes } = await enrolTotp(person);
    expect(recoveryCodes).toHaveLength(10);
    const typed = recoveryCodes[0]!.toLowerCase().replaceAll('-', ' ');
    expect((await login(person, { code: typed })).status).toBe(200);
    expect((await login(person, { code: typed })).status).toBe(403);
    const renewed = await person.send<{ recoveryCodes: string[] }>(
      'POST /auth/second-factors/recovery-codes',
    );
    expect((await login(person, { code: recoveryCodes[1] })).status).toBe(403);
    expect((await login(person, { code: renewed.body.recoveryCodes[1] })).status).toBe(200);
    const listed = await person.send<SecondFactors>('GET /auth/second-factors');
    expect(listed.body).toMatchObject({ mode: 'optional', recoveryCodesLeft: 9 });
  });
});

describe('a passkey', () => {
  async function enrolPasskey(person: Person) {
    await confirm(person, { password: PASSWORD });
    const authenticator = newAuthenticator(app.url);
    const { body } = await person.send<PasskeyChallenge>('POST /auth/second-factors/passkey-options');
    const answer = await person.send('POST /auth/second-factors/passkey', {
      body: {
        name: 'Laptop',
        challengeId: body.challengeId,
        response: authenticator.register(body.options.challenge as string),
      },
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return authenticator;
  }

  it('signs in and confirms; a challenge is good once and only for its own key', async () => {
    const person = await app.as('government');
    const authenticator = await enrolPasskey(person);
    const challenge = async () => (await login(person)).body.current.passkey!;
    const proof = (given: PasskeyChallenge, by = authenticator) => ({
      passkey: { challengeId: given.challengeId, response: by.sign(given.options.challenge as string) },
    });
    const given = await challenge();
    expect((await login(person, proof(given))).status).toBe(200);
    expect((await login(person, proof(given))).status).toBe(403);
    expect((await login(person, proof(await challenge(), newAuthenticator(app.url)))).status).toBe(403);
    const phished = { ...authenticator, ...newAuthenticator('https://ardhi.evil.example') };
    expect((await login(person, proof(await challenge(), phished))).status).toBe(403);

    const { body } = await person.send<PasskeyChallenge>('POST /auth/second-factors/challenge');
    expect((await confirm(person, proof(body))).status).toBe(200);
  });
});

describe('required', () => {
  it('lets an official do nothing else before it is set up', async () => {
    const strict = await startTestApp({ APP_SECRET, OFFICIALS_SECOND_FACTOR: 'required' });
    try {
      const person = await strict.as('government');
      expect((await person.send<Problem>('GET /government/analytics')).body.code).toBe(
        'second-factor-required',
      );
      expect((await strict.as('farmer')).user.role).toBe('farmer');
      await enrolTotp(person);
      expect((await person.send('GET /government/analytics')).status).toBe(200);
      await runAdmin(strict.connectionString, strict.env, ['reset-second-factor', person.user.email]);
      await expect.poll(async () => (await person.send('GET /government/analytics')).status).toBe(403);
    } finally {
      await strict.close();
    }
  });

  it('off asks nobody', async () => {
    const off = await startTestApp({ OFFICIALS_SECOND_FACTOR: 'off' });
    try {
      const person = await off.as('government');
      await confirm(person, { password: PASSWORD });
      const made = await person.send('POST /auth/second-factors/totp', { body: { name: 'Phone' } });
      expect(made.status).toBe(404);
      expect((await login(person, {}, off)).status).toBe(200);
    } finally {
      await off.close();
    }
  });
});
