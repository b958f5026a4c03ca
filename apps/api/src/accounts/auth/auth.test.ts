import { createHash } from 'node:crypto';
import type { Notice, Problem, SignedIn, User } from '@ardhi/contract';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import {
  issuesOf,
  PASSWORD,
  type Person,
  signInAgain,
  startTestApp,
  type TestApp,
  testApp,
} from '../../../test/app.ts';
import { auditEntries } from '../../../test/audit.ts';
import { personAt } from '../../../test/client.ts';
import { insertPost } from '../../../test/posts.ts';
import { mailResetLink } from './service.ts';

const app = testApp();

const farmer = {
  name: 'Wanjiku Kamau',
  email: 'wanjiku@example.ke',
  password: PASSWORD,
  role: 'farmer',
  location: 'Njoro',
  farmSize: 2.5,
};

describe('register', () => {
  it('creates a farmer and signs in', async () => {
    const response = await app.send<SignedIn>('POST /auth/register', {
      body: { ...farmer, phoneNumber: '' },
    });
    expect(response.status).toBe(201);
    expect(response.body.role).toBe('farmer');
    expect(response.body.user).toMatchObject({
      name: 'Wanjiku Kamau',
      location: 'Njoro',
      farmSize: 2.5,
      phoneNumber: null,
    });
    expect(JSON.stringify(response.body)).not.toContain('password');
  });

  it('rejects a second account with the same email in any case', async () => {
    const response = await app.send<Problem>('POST /auth/register', {
      body: { ...farmer, email: 'WANJIKU@example.ke' },
    });
    expect(response.status).toBe(409);
    expect(response.body.issues?.map(({ path }) => path)).toEqual(['email']);
  });

  it('reports all invalid fields at once', async () => {
    const response = await app.send<Problem>('POST /auth/register', {
      body: { name: ' ', email: 'nonsense', password: 'short', role: 'farmer' },
    });
    expect(response.status).toBe(400);
    expect(response.body.issues?.map(({ path }) => path).sort()).toEqual([
      'email',
      'farmSize',
      'location',
      'name',
      'password',
    ]);
  });

  it('requires only the fields of the role', async () => {
    const official = { name: 'Otieno', email: 'otieno@gov.ke', password: PASSWORD, role: 'government' };
    const missing = await app.send<Problem>('POST /auth/register', { body: official });
    expect(missing.body.issues?.map(({ path }) => path)).toEqual(['department']);
    const made = await app.send<SignedIn>('POST /auth/register', {
      body: { ...official, department: 'Agriculture', location: 'ignored', farmSize: 7 },
    });
    expect(made.status).toBe(201);
    expect(made.body.user).toMatchObject({ department: 'Agriculture', location: null, farmSize: null });
  });

  it('accepts a farm size as a decimal string or zero and rejects values out of range', async () => {
    const size = (farmSize: unknown, email: string) =>
      app.send<SignedIn & Problem>('POST /auth/register', { body: { ...farmer, email, farmSize } });
    expect((await size('0.5', 'half@example.ke')).body.user.farmSize).toBe(0.5);
    expect((await size(0, 'zero@example.ke')).body.user.farmSize).toBe(0);
    for (const wrong of [-1, 1e308, 'many', '0x10', null]) {
      const { status, body } = await size(wrong, 'wrong@example.ke');
      expect([status, body.issues?.map(({ path }) => path)], String(wrong)).toEqual([400, ['farmSize']]);
    }
  });

  it('accepts unusual Unicode and rejects control characters and overlong names', async () => {
    const named = (name: string, email: string) =>
      app.send<SignedIn & Problem>('POST /auth/register', { body: { ...farmer, email, name } });
    expect((await named("Ng'ang'a 🌽 Ōlè", 'odd@example.ke')).body.user.name).toBe("Ng'ang'a 🌽 Ōlè");
    expect((await named('lone \ud800 surrogate', 'lone@example.ke')).body.user.name).toBe(
      'lone \ufffd surrogate',
    );
    expect((await named('nul \0 byte', 'nul@example.ke')).body.issues?.[0]).toMatchObject({
      path: 'name',
      code: 'control',
    });
    expect((await named('x'.repeat(10_000), 'long@example.ke')).body.issues?.[0]).toMatchObject({
      path: 'name',
      code: 'too-long',
    });
  });

  it('never trims a password', async () => {
    const body = { ...farmer, email: 'spaces@example.ke', password: '  spaces  ' };
    await app.send('POST /auth/register', { body });
    const login = (password: string) =>
      app.send('POST /auth/login', { body: { email: body.email, password } });
    expect((await login('spaces')).status).toBe(401);
    expect((await login('  spaces  ')).status).toBe(200);
  });
});

describe('log in', () => {
  it('returns token, role and user; the email is case-insensitive', async () => {
    const response = await app.send<SignedIn>('POST /auth/login', {
      body: { email: 'Wanjiku@Example.ke', password: PASSWORD },
    });
    expect(response.status).toBe(200);
    expect(response.body.role).toBe('farmer');
    const profile = await app.send<User>('GET /auth/profile', {
      headers: { authorization: `Bearer ${response.body.token}` },
    });
    expect(profile.body).toEqual(response.body.user);
  });

  it('returns the same error for an unknown email and a wrong password', async () => {
    const wrong = await app.send<Problem>('POST /auth/login', {
      body: { email: farmer.email, password: 'not it at all' },
    });
    const unknown = await app.send<Problem>('POST /auth/login', {
      body: { email: 'who@example.ke', password: 'not it at all' },
    });
    expect(wrong.status).toBe(401);
    expect(wrong.body.message).toBe(
      'Invalid email or password. Please check your credentials and try again.',
    );
    expect(unknown.body).toEqual(wrong.body);
  });

  it('resets the failure count after a success', async () => {
    const person = await app.as('farmer');
    const guess = (password: string) =>
      app.send('POST /auth/login', { body: { email: person.user.email, password } });
    for (let round = 0; round < 3; round += 1) {
      for (let failure = 0; failure < 9; failure += 1) await guess('wrong guess');
      expect((await guess(PASSWORD)).status).toBe(200);
    }
  });
});

describe('sessions', () => {
  it('end immediately on logout', async () => {
    const person = await app.as('farmer');
    expect((await person.send('POST /auth/logout')).status).toBe(200);
    expect((await person.send('GET /auth/profile')).status).toBe(401);
  });

  it('can be ended with the hash of their token, which grants no access', async () => {
    const [person, other] = [await app.as('farmer'), await app.as('farmer')];
    const tokenHash = createHash('sha256').update(person.token).digest('hex');
    const opened = await app.send('GET /auth/profile', { headers: { authorization: `Bearer ${tokenHash}` } });
    expect(opened.status).toBe(401);
    expect((await person.send('GET /auth/profile')).status).toBe(200);
    for (const hash of [tokenHash, tokenHash, '0'.repeat(64)])
      expect((await app.send('POST /auth/revoke', { body: { tokenHash: hash } })).status).toBe(200);
    expect((await person.send('GET /auth/profile')).status).toBe(401);
    expect((await other.send('GET /auth/profile')).status).toBe(200);
  });

  it('expire after 30 idle days and after 180 days in total', async () => {
    for (const age of [
      "last_seen_at = now() - interval '31 days'",
      "created_at = now() - interval '181 days'",
    ]) {
      const person = await app.as('farmer');
      await app.sql`update sessions set ${sql.raw(age)} where user_id = ${person.user._id}`;
      expect((await person.send('GET /auth/profile')).status, age).toBe(401);
    }
  });

  it('store only a hash of the token', async () => {
    const person = await app.as('farmer');
    const stored = await app.row`
        select exists (select from sessions where position(convert_to(${person.token}, 'utf8') in token_hash) > 0) as found`;
    expect(stored).toEqual({ found: false });
  });

  it('reject malformed and unknown tokens', async () => {
    for (const authorization of ['', 'Bearer', 'Bearer x', 'Basic abc', `Bearer ${'a'.repeat(5000)}`]) {
      expect(
        (await app.send('GET /auth/profile', { headers: { authorization } })).status,
        authorization,
      ).toBe(401);
    }
  });
});

describe('invitations', () => {
  const closed = testApp({ GOVERNMENT_SIGNUP: 'invite' });

  const official = (email: string, invitation?: string) =>
    closed.send<SignedIn & Problem>('POST /auth/register', {
      body: {
        name: 'Achieng',
        email,
        password: PASSWORD,
        role: 'government',
        department: 'Lands',
        invitation,
      },
    });

  it('are required for a government account and work once', async () => {
    const { createBootstrapInvitation } = await import('../officials/service.ts');
    const code = await createBootstrapInvitation(closed.db);
    expect(code).toMatch(/^([2-9A-Z]{4}-){3}[2-9A-Z]{4}$/);

    const without = await official('a@gov.ke');
    expect(without.status).toBe(403);
    expect(without.body.issues?.map(({ path }) => path)).toEqual(['invitation']);
    expect((await official('a@gov.ke', 'WRONG-CODE')).status).toBe(403);

    // Lower case without dashes, by two people concurrently.
    const typed = code!.toLowerCase().replaceAll('-', ' ');
    const both = await Promise.all([official('b@gov.ke', typed), official('c@gov.ke', typed)]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 403]);
    const winner = both.find(({ status }) => status === 201)!;
    expect(await createBootstrapInvitation(closed.db)).toBeNull();

    const first = personAt(closed, winner.body);
    const made = await first.send<{ _id: string; code: string }>('POST /government/invitations', {
      body: { note: 'Nakuru office' },
    });
    expect(made.status).toBe(201);
    const listed = await first.send<{ code?: string; note: string }[]>('GET /government/invitations');
    expect(listed.body.find(({ note }) => note === 'Nakuru office')?.code).toBeUndefined();
    expect((await first.send(`DELETE /government/invitations/${made.body._id}`)).status).toBe(200);
    expect((await official('d@gov.ke', made.body.code)).status).toBe(403);
  });

  it('are not required for farmers', async () => {
    expect((await closed.as('farmer')).user.role).toBe('farmer');
  });
});

describe('a forgotten password', () => {
  // Queues mails without sending them.
  const mailing = testApp({ SMTP_URL: 'smtp://127.0.0.1:1' });

  /** Rows that a request has written. */
  async function written(email: string) {
    await mailing.sql`select graphile_worker.complete_jobs(array(select id from graphile_worker._private_jobs))`;
    await mailing.sql`delete from one_time_codes`;
    const { status } = await mailing.send('POST /auth/forgot-password', { body: { email } });
    const rows = await mailing.row`
      select
        (select array_agg(identifier) from graphile_worker._private_jobs as job
          join graphile_worker._private_tasks as task on task.id = job.task_id) as jobs,
        (select count(*) from one_time_codes) as codes,
        (select count(*) from audit_log where action = 'user.reset-mail') as entries`;
    return { status, rows };
  }

  it('causes the same work whether or not the account exists: a job looks it up', async () => {
    const { user } = await mailing.as('farmer');
    const known = await written(user.email);
    expect(known).toEqual({ status: 200, rows: { jobs: ['reset-mail'], codes: 0, entries: 0 } });
    expect(await written('nobody@example.ke')).toEqual(known);
  });

  it('is mailed by the job, which is logged with the request', async () => {
    const { user } = await mailing.as('farmer');
    await mailResetLink({ to: user.email, requestId: 'a request' }, mailing.services);
    await mailResetLink({ to: 'nobody@example.ke', requestId: 'another' }, mailing.services);
    expect(
      await mailing.sql`
        select entity_id, request_id from audit_log where action = 'user.reset-mail'`,
    ).toEqual([{ entity_id: user._id, request_id: 'a request' }]);
  });
});

describe('a one-time code from an official', () => {
  it('sets a new password once and ends every session', async () => {
    const official = await app.as('government');
    const person = await app.as('farmer');
    await official.send('POST /auth/confirm', { body: { password: PASSWORD } });
    expect(
      (
        await official.send('POST /government/reset-codes', {
          body: { email: 'nobody@example.ke', reason: 'Forgot it' },
        })
      ).status,
    ).toBe(404);
    const { body } = await official.send<{ code: string }>('POST /government/reset-codes', {
      body: { email: person.user.email, reason: 'Forgot it' },
    });

    const reset = (code: string) =>
      app.send<Problem>('POST /auth/reset-password', { body: { code, password: 'a new password' } });
    expect((await reset('ABCD-ABCD-ABCD-ABCD')).body.code).toBe('code-invalid');
    expect((await reset(body.code)).status).toBe(200);
    expect((await reset(body.code)).status).toBe(400);
    expect((await person.send('GET /auth/profile')).status).toBe(401);
    const login = await app.send('POST /auth/login', {
      body: { email: person.user.email, password: 'a new password' },
    });
    expect(login.status).toBe(200);
  });

  const issue = (official: Person, { user }: Person, reason: string | undefined = 'Lost phone') =>
    official.send<{ code: string } & Problem>('POST /government/reset-codes', {
      body: { email: user.email, reason },
    });
  /** An official who has re-authenticated, with a national post that has these duties. */
  async function officialWith(duties: string[]): Promise<Person> {
    const registered = await app.as('government', 'Achieng');
    await insertPost(app, registered, '', duties);
    const person = await signInAgain(app, registered);
    await person.send('POST /auth/confirm', { body: { password: PASSWORD } });
    return person;
  }

  it('needs a reason, the duty to decide for farmers, and the duty to manage for officials', async () => {
    const [viewer, decider, manager] = [
      await officialWith(['view']),
      await officialWith(['view', 'decide']),
      await officialWith(['view', 'manage']),
    ];
    const [farmer, colleague] = [await app.as('farmer'), await app.as('government')];
    expect((await issue(viewer, farmer)).body.code).toBe('duty-needed');
    expect((await issue(manager, farmer)).body.code).toBe('duty-needed');
    expect((await issue(decider, colleague)).body.code).toBe('manage-needed');
    expect(issuesOf((await issue(decider, farmer, '')).body)).toEqual(['reason: required']);
    expect((await issue(decider, farmer)).status).toBe(201);
    expect((await issue(manager, colleague)).status).toBe(201);
    const { body: notices } = await farmer.send<Notice[]>('GET /notices');
    expect(notices[0]!.body).toMatch(/^Achieng made .* Reason: “Lost phone”\. For 24 hours/);
    expect(await auditEntries(app, farmer.user._id)).toContainEqual(
      expect.objectContaining({ action: 'user.reset-code', after: { reason: 'Lost phone' } }),
    );
  });

  it('holds the account for 24 hours from its issue and from its use', async () => {
    const decider = await officialWith(['view', 'decide']);
    const owner = await app.as('farmer', 'Wanjiku', { phoneNumber: '0700 000001' });
    const { user } = owner;
    const profile = (phoneNumber: string) => ({
      body: { name: 'Wanjiku N.', location: 'Njoro', farmSize: 2, phoneNumber },
    });
    async function expectHeld(person: Person): Promise<void> {
      for (const response of [
        await person.send<Problem>('GET /auth/data'),
        await person.send<Problem>('DELETE /auth/account', { body: { password: 'a new password' } }),
        await person.send<Problem>('PUT /auth/profile', profile('0700 000002')),
      ]) {
        expect(response).toMatchObject({ status: 403, body: { code: 'account-held' } });
        expect(response.body.message).toMatch(/again on \d+ \w+ \d{4} at \d\d:\d\d\.$/);
      }
      expect((await person.send('PUT /auth/profile', profile('0700 000001'))).status).toBe(200);
    }
    const { body } = await issue(decider, owner);
    await expectHeld(owner);
    // Almost a day later the code is used.
    await app.sql`update users set held_until = now() + interval '1 minute' where id = ${user._id}`;
    const password = 'a new password';
    await app.send('POST /auth/reset-password', { body: { code: body.code, password } });
    const login = await app.send<SignedIn>('POST /auth/login', { body: { email: user.email, password } });
    const taken = personAt(app, login.body);
    // A further change of the password does not end the hold.
    await taken.send('PUT /auth/password', { body: { currentPassword: password, password: 'a third one' } });
    await expectHeld(taken);
    const left = await app.row`
      select held_until > now() + interval '23 hours' as whole_day from users where id = ${user._id}`;
    expect(left).toEqual({ whole_day: true });
    expect((await taken.send<Notice[]>('GET /notices')).body.map(({ kind }) => kind)).toEqual([
      'reset-used',
      'reset-code',
    ]);
    await app.sql`update users set held_until = now() where id = ${user._id}`;
    expect((await taken.send('GET /auth/data')).status).toBe(200);
    expect((await taken.send('PUT /auth/profile', profile('0700 000002'))).status).toBe(200);
    expect((await taken.send('DELETE /auth/account', { body: { password: 'a third one' } })).status).toBe(
      200,
    );
  });

  it('holds the second factors of an official, unless one must be set up first', async () => {
    const manager = await officialWith(['view', 'manage']);
    const colleague = await app.as('government', 'Colleague');
    await issue(manager, colleague);
    const add = async (server: TestApp) => {
      const person = await signInAgain(server, colleague);
      await person.send('POST /auth/confirm', { body: { password: PASSWORD } });
      return person.send<Problem>('POST /auth/second-factors/totp', { body: { name: 'Phone' } });
    };
    expect((await add(app)).body.code).toBe('account-held');
    const required = await startTestApp({ OFFICIALS_SECOND_FACTOR: 'required' }, app.connectionString);
    expect((await add(required)).status).toBe(201);
    await required.close();
  });
});
