/** Second factor of officials: what it protects, and attempts to bypass it. */
import {
  type Api,
  api,
  type PasskeyChallenge,
  type Problem,
  type Route,
  type SecondFactors,
  type SignedIn,
} from '@ardhi/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { newAuthenticator } from './authenticator.ts';
import { type Built, confirm, PASSWORD, type Person, startBuilt, startModes, TESTED_MODES } from './built.ts';
import { enrolTotp } from './enrol-totp.ts';

const APP_SECRET = 'the-first-secret-of-these-tests-long-enough';

const running = startModes(TESTED_MODES, { APP_SECRET });

const loginAt = (app: Built, person: Person, proof: object = {}) =>
  app.send<SignedIn & Problem & { current: { totp: boolean; passkey: PasskeyChallenge | null } }>(
    'POST /auth/login',
    { body: { email: person.user.email, password: PASSWORD, ...proof } },
  );

describe.each(TESTED_MODES)('a second factor (%s)', (way) => {
  let app: Built;
  beforeAll(() => {
    app = running[way];
  });
  const login = (person: Person, proof: object = {}) => loginAt(app, person, proof);

  describe('an authenticator app', () => {
    it('is required at login, and each code works once', async () => {
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

    it('cannot be guessed by concurrent attempts', async () => {
      const person = await app.as('government');
      await enrolTotp(person);
      const responses = await Promise.all(
        Array.from({ length: 40 }, (_, index) => login(person, { code: String(100_000 + index) })),
      );
      // Ten, plus those between the delays of 1, 2, 4 … seconds: at most eight within the time limit of a test.
      const allowed = 18;
      const tried = responses.filter(({ body }) => body.code === 'second-factor-wrong').length;
      expect(tried).toBeLessThanOrEqual(allowed);
      expect(responses.filter(({ status }) => status === 200)).toEqual([]);
    });

    it('is required for re-authentication instead of the password', async () => {
      const person = await app.as('government');
      const { code } = await enrolTotp(person);
      await app.sql`update sessions set confirmed_at = null`;
      expect((await confirm(person, { password: PASSWORD })).body.code).toBe('second-factor-needed');
      expect((await person.send<Problem>('GET /government/subsidies.csv')).body.code).toBe('confirm-needed');
      expect((await confirm(person, { code: code() })).status).toBe(200);
      expect((await person.send('GET /government/subsidies.csv')).status).toBe(200);
    });
  });

  describe('recovery codes', () => {
    it('are issued with the first factor, work once each, and are voided by new ones', async () => {
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
      const authenticator = newAuthenticator(app.origin);
      const { body } = await person.send<PasskeyChallenge>('POST /auth/second-factors/passkey-options');
      const response = await person.send('POST /auth/second-factors/passkey', {
        body: {
          name: 'Laptop',
          challengeId: body.challengeId,
          response: authenticator.register(body.options.challenge as string),
        },
      });
      expect(response.status, JSON.stringify(response.body)).toBe(201);
      return authenticator;
    }

    it('logs in and re-authenticates; a challenge is valid once and only for its own key', async () => {
      const person = await app.as('government');
      const authenticator = await enrolPasskey(person);
      const challenge = async () => (await login(person)).body.current.passkey!;
      const proof = (given: PasskeyChallenge, by = authenticator) => ({
        passkey: { challengeId: given.challengeId, response: by.sign(given.options.challenge as string) },
      });
      const given = await challenge();
      expect((await login(person, proof(given))).status).toBe(200);
      expect((await login(person, proof(given))).status).toBe(403);
      expect((await login(person, proof(await challenge(), newAuthenticator(app.origin)))).status).toBe(403);
      const phished = { ...authenticator, ...newAuthenticator('https://ardhi.evil.example') };
      expect((await login(person, proof(await challenge(), phished))).status).toBe(403);

      const { body } = await person.send<PasskeyChallenge>('POST /auth/second-factors/challenge');
      expect((await confirm(person, proof(body))).status).toBe(200);
    });
  });
});

describe('the app secret', () => {
  it('encrypts the keys in rows and stored responses; it can be rotated, and a wrong one fails', async () => {
    const app = running.deployed;
    const person = await app.as('government');
    const { code, secret, recoveryCodes } = await enrolTotp(person);
    const rows = await app.sql<{ found: boolean }>`
      select exists (select from second_factors where position(${secret} in encode(secret, 'escape')) > 0) as found
    `;
    expect(rows[0]?.found).toBe(false);
    const responses = await app.db.selectFrom('idempotency_keys').select('answer').execute();
    expect(responses.length).toBeGreaterThan(0);
    for (const shownOnce of [secret, ...recoveryCodes])
      expect(JSON.stringify(responses)).not.toContain(shownOnce);

    const [rotated, lost] = await Promise.all([
      startBuilt({ APP_SECRET: `another-secret-that-came-after-it-new,${APP_SECRET}` }, app),
      startBuilt({ APP_SECRET: 'a-wrong-secret-and-the-old-one-is-lost' }, app),
    ]);
    expect((await loginAt(lost, person, { code: code() })).status).toBe(403);
    expect((await loginAt(rotated, person, { code: code() })).status).toBe(200);
    await Promise.all([rotated.close(), lost.close()]);
  });
});

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

/** Calls that an official can make before enrolment: those about the own account. */
async function openCalls(person: Person): Promise<string[]> {
  const open: string[] = [];
  for (const [call, { access }] of Object.entries(api) as [keyof Api, Route][]) {
    if (access === 'public' || access === 'farmer') continue;
    // These would end the session or never finish.
    if (call === 'POST /auth/logout' || call === 'GET /events') continue;
    const [method, path] = call.split(' ');
    const { body } = await person.send<Problem>(`${method} ${path!.replace(/\{\w+\}/g, UNKNOWN_ID)}`);
    const { code } = body;
    if (code !== 'second-factor-required' && code !== 'email-not-confirmed') open.push(call);
  }
  return open;
}

describe('required', () => {
  it('blocks all other work of an official until it is set up', async () => {
    const strict = await startBuilt({ APP_SECRET, OFFICIALS_SECOND_FACTOR: 'required' });
    const person = await strict.as('government');
    expect((await person.send<Problem>('GET /government/analytics')).body.code).toBe(
      'second-factor-required',
    );
    const open = await openCalls(person);
    expect(open.filter((call) => /government|policies|messages(?!\/unread)|subsidies/.test(call))).toEqual(
      [],
    );
    expect((await strict.as('farmer')).user.role).toBe('farmer');
    await enrolTotp(person);
    expect((await person.send('GET /government/analytics')).status).toBe(200);
    await strict.admin('reset-second-factor', person.user.email);
    await expect.poll(async () => (await person.send('GET /government/analytics')).status).toBe(403);
    await strict.close();
  });

  it('is not available if the setting is off', async () => {
    const off = await startBuilt({ OFFICIALS_SECOND_FACTOR: 'off' });
    const person = await off.as('government');
    await confirm(person, { password: PASSWORD });
    const created = await person.send('POST /auth/second-factors/totp', { body: { name: 'Phone' } });
    expect(created.status).toBe(404);
    expect((await loginAt(off, person)).status).toBe(200);
    await off.close();
  });
});
