/** Enrolment of an official's first second factor, where one is required: what a password alone can do. */
import type { Problem, SecondFactors, SignedIn } from '@ardhi/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Built, confirm, lastToken, PASSWORD, type Person, personAt, startModes } from './built.ts';
import { enrolTotp } from './enrol-totp.ts';

const running = startModes(['deployed'], { OFFICIALS_SECOND_FACTOR: 'required' });
let app: Built;
beforeAll(() => {
  app = running.deployed;
});

const login = ({ user }: Person, proof: object = {}) =>
  app.send<SignedIn & Problem>('POST /auth/login', {
    body: { email: user.email, password: PASSWORD, ...proof },
  });
const workOf = (person: Person) => person.send<Problem>('GET /government/analytics');
const newApp = (person: Person) =>
  person.send<Problem>('POST /auth/second-factors/totp', { body: { name: 'Phone' } });
const streamOf = ({ token }: Person) =>
  fetch(`${app.url}/api/events`, { headers: { authorization: `Bearer ${token}` } });

/** The day after registration has passed. */
const endEnrolment = ({ user }: Person) =>
  app.sql`update users set enrol_until = enrol_until - interval '1 day' where id = ${user._id}`;

describe('the first factor', () => {
  it('can be added for a day after registration, and nothing else can be done before', async () => {
    const person = await app.as('government');
    expect((await workOf(person)).body.code).toBe('second-factor-required');
    // Not only in the session of the registration.
    const later = personAt(app, (await login(person)).body);
    await enrolTotp(later);
    expect((await workOf(later)).status).toBe(200);
  });

  it('needs a code of the operator after that, which works once and only for its own account', async () => {
    const person = await app.as('government');
    const other = await app.as('government');
    await confirm(person, { password: PASSWORD });
    const begun = await person.send<{ _id: string }>('POST /auth/second-factors/totp', {
      body: { name: 'Begun in time' },
    });
    await endEnrolment(person);

    const thief = personAt(app, (await login(person)).body);
    await confirm(thief, { password: PASSWORD });
    expect((await newApp(thief)).body.code).toBe('enrol-code-needed');
    for (const call of ['passkey-options', `${begun.body._id}/confirm`])
      expect(
        (await thief.send<Problem>(`POST /auth/second-factors/${call}`, { body: { code: '123456' } })).body
          .code,
      ).toBe('enrol-code-needed');
    const { body } = await thief.send<SecondFactors>('GET /auth/second-factors');
    expect(body).toMatchObject({ mode: 'required', factors: [], needsCode: true });

    const code = lastToken((await app.admin('enrol-code', person.user.email)).at(-1)!);
    const enter = (by: Person, typed: string) =>
      by.send<Problem>('POST /auth/second-factors/enrolment', { body: { code: typed } });
    expect((await enter(other, code)).body.code).toBe('code-invalid');
    expect((await enter(person, 'AAAA-BBBB-CCCC-DDDD')).body.code).toBe('code-invalid');
    expect((await enter(person, code.toLowerCase().replaceAll('-', ' '))).status).toBe(200);
    expect((await enter(person, code)).body.code).toBe('code-invalid');
    // The code counts in the session that entered it.
    expect((await newApp(thief)).body.code).toBe('enrol-code-needed');
    await enrolTotp(person);
    expect((await workOf(person)).status).toBe(200);
    expect((await thief.send('GET /auth/profile')).status).toBe(401);
  });

  it('cannot be added by guessing the code', async () => {
    const person = await app.as('government');
    const guesses = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        person.send<Problem>('POST /auth/second-factors/enrolment', { body: { code: `guess ${index}` } }),
      ),
    );
    // Ten, plus those between the delays of 1, 2, 4 … seconds.
    expect(guesses.filter(({ status }) => status === 400).length).toBeLessThanOrEqual(18);
    const limited = guesses.find(({ status }) => status === 429);
    expect(Number(limited?.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('is needed again, with a code, after the operator reset it', async () => {
    const person = await app.as('government');
    const { code } = await enrolTotp(person);
    const lines = await app.admin('reset-second-factor', person.user.email);
    await expect.poll(async () => (await workOf(person)).body.code).toBe('second-factor-required');
    await confirm(person, { password: PASSWORD });
    expect((await newApp(person)).body.code).toBe('enrol-code-needed');
    await person.send('POST /auth/second-factors/enrolment', { body: { code: lastToken(lines.at(-1)!) } });
    const next = await enrolTotp(person);
    expect((await login(person, { code: code() })).body.code).toBe('second-factor-wrong');
    expect((await login(person, { code: next.code() })).status).toBe(200);
  });

  it('cannot be added by a colleague who reset the password of an official without one', async () => {
    const [manager, victim] = [await app.as('government', 'Manager'), await app.as('government', 'New')];
    await app.admin('post', manager.user.email, 'country', 'view,decide,manage');
    await enrolTotp(manager);
    await confirm(manager, { password: PASSWORD });
    const { email } = victim.user;
    const { body } = await manager.send<{ code: string }>('POST /government/reset-codes', {
      body: { email, reason: 'Forgot it' },
    });
    const password = 'another green lorry';
    await app.send('POST /auth/reset-password', { body: { code: body.code, password } });
    const { body: session } = await app.send<SignedIn>('POST /auth/login', { body: { email, password } });
    const thief = personAt(app, session);
    await confirm(thief, { password });
    expect((await newApp(thief)).body.code).toBe('enrol-code-needed');
  });

  it('cannot be removed without another one', async () => {
    const person = await app.as('government');
    const { code } = await enrolTotp(person);
    await confirm(person, { code: code() });
    const { body } = await person.send<SecondFactors>('GET /auth/second-factors');
    const removed = await person.send<Problem>(`DELETE /auth/second-factors/${body.factors[0]!._id}`);
    expect(removed.body.code).toBe('last-factor');
    expect((await workOf(person)).status).toBe(200);
  });
});

describe('a new factor', () => {
  it('is announced to the owner by notice and mail', async () => {
    const person = await app.as('government');
    await enrolTotp(person);
    const { body } = await person.send<{ title: string; body: string }[]>('GET /notices');
    expect(body[0]).toMatchObject({
      title: 'A second step was added to your account',
      body: expect.stringContaining('“Phone”'),
    });
    const mail = () =>
      running.mail.taken.find(({ to, text }) => to === person.user.email && text.includes('second step'));
    await expect.poll(mail).toBeTruthy();
  });

  it('ends every session from before, and sign-ins that are under way', async () => {
    const person = await app.as('government');
    const before = personAt(app, (await login(person)).body);
    await enrolTotp(person);
    expect((await before.send('GET /auth/profile')).status).toBe(401);
    expect((await person.send('GET /auth/profile')).status).toBe(200);

    // The password is correct and no factor is found; the factor is confirmed before the session opens.
    const late = await app.as('government');
    let signedIn: ReturnType<typeof login> | undefined;
    await app.db.transaction().execute(async (db) => {
      await db.selectFrom('users').select('id').where('id', '=', late.user._id).forUpdate().execute();
      signedIn = login(late);
      const isBlocked = async () =>
        (
          await app.sql`
            select from pg_stat_activity
            where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`
        ).length;
      await expect.poll(isBlocked).toBe(1);
      await db
        .insertInto('second_factors')
        .values({
          id: late.user._id,
          user_id: late.user._id,
          kind: 'totp',
          name: 'Phone',
          secret: Buffer.from('x'),
          confirmed_at: new Date().toISOString(),
        })
        .execute();
    });
    expect((await signedIn!).status).toBe(403);
  });
});

describe('the event stream', () => {
  it('is refused without the required factor, and ends when the factor is reset', async () => {
    const person = await app.as('government');
    const refused = await streamOf(person);
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({ code: 'second-factor-required' });
    await enrolTotp(person);
    const stream = await streamOf(person);
    expect(stream.status).toBe(200);
    await app.admin('reset-second-factor', person.user.email);
    // Ends only if the server closes it.
    await stream.text();
    expect((await streamOf(person)).status).toBe(403);
  });
});

describe('challenges for passkeys', () => {
  const LIMIT = 30;

  it('are limited per account and address, at each call that creates one', async () => {
    const calls: Record<string, (person: Person) => Promise<{ status: number; headers: Headers }>> = {
      'login without a proof': (person) => login(person),
      'POST /auth/confirm': (person) => confirm(person, {}),
      'POST /auth/second-factors/challenge': (person) => person.send('POST /auth/second-factors/challenge'),
      'POST /auth/second-factors/passkey-options': (person) =>
        person.send('POST /auth/second-factors/passkey-options'),
    };
    for (const [name, create] of Object.entries(calls)) {
      await app.db.deleteFrom('throttles').execute();
      const person = await app.as('government');
      await confirm(person, { password: PASSWORD });
      await app.sql`
        insert into second_factors (id, user_id, kind, name, credential_id, public_key, confirmed_at)
        values (gen_random_uuid(), ${person.user._id}, 'passkey', 'Key', ${person.user._id}, 'x', now())`;
      const count = async () =>
        (await app.row<{ count: number }>`select count(*)::int as count from passkey_challenges`).count;
      const before = await count();
      for (let time = 1; time <= LIMIT; time += 1)
        expect((await create(person)).status, `${name}, ${time}`).not.toBe(429);
      const limited = await create(person);
      expect(limited.status, name).toBe(429);
      expect(Number(limited.headers.get('retry-after')), name).toBeGreaterThan(0);
      expect((await count()) - before, name).toBe(LIMIT);
    }
  });
});
