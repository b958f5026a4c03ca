/** What somebody would try against accounts: on this machine alone, and where others reach the service. */
import { api, type Problem, type PublicConfig, type Route, type SignedIn, type User } from '@ardhi/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runAdmin } from '../../src/officials/admin.ts';
import { firstInvitation } from '../../src/officials/service.ts';
import { PASSWORD, type Person, startTestApp, type TestApp } from '../app.ts';

const OFFICIAL_PASSWORD = 'seven green lorries';

let local: TestApp;
let deployed: TestApp;
beforeAll(async () => {
  local = await startTestApp();
  deployed = await startTestApp({ TRUST_PROXY: '1', GOVERNMENT_SIGNUP: '' });
});
afterAll(async () => {
  await local.close();
  await deployed.close();
});

const official = (email: string, more: Record<string, unknown> = {}) => ({
  name: 'Achieng',
  email,
  password: OFFICIAL_PASSWORD,
  role: 'government',
  department: 'Lands',
  ...more,
});

describe('deployed or not', () => {
  const FORGED = { via: 'x', forwarded: 'for=1.2.3.4', 'x-forwarded-host': 'ardhi.example' };

  it('is not changed by what a request says', async () => {
    await local.send('GET /config', { headers: FORGED });
    expect((await local.send<PublicConfig>('GET /config')).body.governmentSignup).toBe('open');
    expect((await deployed.send<PublicConfig>('GET /config')).body.governmentSignup).toBe('invite');
    const answer = await local.send('POST /auth/register', { body: official('via@gov.ke'), headers: FORGED });
    expect(answer.status).toBe(201);
  });

  it('needs an invitation where it is deployed, and tells the visitor no setting', async () => {
    const answer = await deployed.send<Problem>('POST /auth/register', { body: official('no@gov.ke') });
    expect(answer.status).toBe(403);
    expect(JSON.stringify(answer.body)).not.toMatch(/GOVERNMENT_SIGNUP/);
  });
});

/** A colleague whom the first official invited, where sign-up is by invitation. */
async function signUp(app: TestApp, body: object): Promise<Person> {
  const answer = await app.send<SignedIn>('POST /auth/register', { body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return personOf(app, answer.body);
}

function personOf(app: TestApp, { token, user }: Pick<SignedIn, 'token' | 'user'>): Person {
  const headers = { authorization: `Bearer ${token}` };
  const send: Person['send'] = (call, options = {}) =>
    app.send(call, { ...options, headers: { ...headers, ...options.headers } });
  return { user, token, send };
}

const confirm = (person: Person, password = OFFICIAL_PASSWORD) =>
  person.send('POST /auth/confirm', { body: { password } });

async function inviteAs(person: Person): Promise<string> {
  return (await person.send<{ code: string }>('POST /government/invitations', { body: {} })).body.code;
}

describe('taking over an account', () => {
  let head: Person;
  let clerk: Person;
  let farmer: Person;
  beforeAll(async () => {
    const code = (await firstInvitation(deployed.db))!;
    head = await signUp(deployed, official('head@gov.ke', { invitation: code }));
    clerk = await signUp(deployed, official('clerk@gov.ke', { invitation: await inviteAs(head) }));
    farmer = await deployed.as('farmer');
  });

  const resetCode = (by: Person, email: string, headers: Record<string, string> = {}) =>
    by.send<{ code: string } & Problem>('POST /government/reset-codes', { body: { email }, headers });

  it('needs the official’s password again, each few minutes', async () => {
    expect((await resetCode(clerk, farmer.user.email)).body.code).toBe('confirm-needed');
    expect((await confirm(clerk, 'a guess at it')).status).toBe(400);
    expect((await resetCode(clerk, farmer.user.email)).status).toBe(403);
    await confirm(clerk);
    expect((await resetCode(clerk, farmer.user.email)).status).toBe(201);
    await sql`update sessions set confirmed_at = now() - interval '6 minutes'`.execute(deployed.db);
    expect((await resetCode(clerk, farmer.user.email)).status).toBe(403);
  });

  it('is told to the farmer, and stands in the trail with the official’s name', async () => {
    const { body } = await farmer.send<{ title: string; body: string }[]>('GET /notices');
    expect(body[0]!.body).toContain('Achieng');
    const entry = await deployed.db
      .selectFrom('audit_log')
      .select(['actor_id'])
      .where('action', '=', 'user.reset-code')
      .where('entity_id', '=', farmer.user._id)
      .executeTakeFirstOrThrow();
    expect(entry.actor_id).toBe(clerk.user._id);
  });

  it('of a colleague is only for who manages', async () => {
    await confirm(clerk);
    expect((await resetCode(clerk, head.user.email)).body.code).toBe('manage-needed');
    await confirm(head);
    expect((await resetCode(head, clerk.user.email)).status).toBe(201);
    expect((await resetCode(head, head.user.email)).status).toBe(400);
    expect((await clerk.send<Problem>('POST /government/invitations', { body: {} })).body.code).toBe(
      'manage-needed',
    );
  });

  it('a new code and a new password end the old codes', async () => {
    await confirm(head);
    const [old, latest] = [
      (await resetCode(head, farmer.user.email)).body.code,
      (await resetCode(head, farmer.user.email)).body.code,
    ];
    const reset = (code: string) =>
      deployed.send('POST /auth/reset-password', { body: { code, password: 'another password' } });
    expect((await reset(old)).status).toBe(400);
    expect((await reset(latest)).status).toBe(200);

    const person = await deployed.as('farmer');
    const unused = (await resetCode(head, person.user.email)).body.code;
    await person.send('PUT /auth/password', {
      body: { currentPassword: PASSWORD, password: 'my own new password' },
    });
    expect((await reset(unused)).status).toBe(400);
  });

  it('a code stands in no remembered answer and is not given twice', async () => {
    const key = { 'idempotency-key': 'once' };
    await confirm(head);
    const { code } = (await resetCode(head, farmer.user.email, key)).body;
    expect(await resetCode(head, farmer.user.email, key)).toMatchObject({
      status: 409,
      body: { code: 'answered-once' },
    });
    const rows = await deployed.db.selectFrom('idempotency_keys').select('answer').execute();
    expect(JSON.stringify(rows)).not.toContain(code);
  });

  it('a remembered answer is given only to whoever may still make the call', async () => {
    const deputy = await signUp(deployed, official('deputy@gov.ke', { invitation: await inviteAs(head) }));
    await confirm(head);
    const duty = (by: Person, of: Person, manage: boolean, key: string) =>
      by.send(`PUT /government/officials/${of.user._id}/duties`, {
        body: { manage },
        headers: { 'idempotency-key': key },
      });
    expect((await duty(head, deputy, true, 'a')).status).toBe(200);
    await confirm(deputy);
    expect((await duty(deputy, clerk, true, 'b')).status).toBe(200);
    expect((await duty(deputy, clerk, true, 'b')).status).toBe(200);
    expect((await duty(head, deputy, false, 'c')).status).toBe(200);
    expect((await duty(deputy, clerk, true, 'b')).status).toBe(403);
    expect((await duty(head, clerk, false, 'd')).status).toBe(200);
    expect((await duty(head, head, false, 'e')).status).toBe(400);
  });

  it('a suspended account is out at once, in every process, and cannot come back', async () => {
    const other = await startTestApp({ TRUST_PROXY: '1' }, deployed.connectionString);
    try {
      const person = await deployed.as('farmer');
      const elsewhere = personOf(other, person);
      expect((await elsewhere.send('GET /auth/profile')).status).toBe(200);
      await runAdmin(deployed.connectionString, deployed.env, ['suspend', person.user.email]);
      await expect.poll(async () => (await elsewhere.send('GET /auth/profile')).status).toBe(401);
      await expect.poll(async () => (await person.send('GET /auth/profile')).status).toBe(401);
      const login = () =>
        deployed.send<Problem>('POST /auth/login', {
          body: { email: person.user.email, password: PASSWORD },
        });
      expect((await login()).body.code).toBe('account-suspended');
      await runAdmin(deployed.connectionString, deployed.env, ['unsuspend', person.user.email]);
      expect((await login()).status).toBe(200);
    } finally {
      await other.close();
    }
  });

  it('the operator lists, invites, resets and gives the duty', async () => {
    const admin = (...args: string[]) => runAdmin(deployed.connectionString, deployed.env, args);
    expect((await admin('list')).join('\n')).toMatch(/head@gov\.ke\tAchieng\tmanages/);
    expect((await admin('invite')).join()).toMatch(/: ([2-9A-Z]{4}-){3}[2-9A-Z]{4}$/);
    const [line] = await admin('reset', 'head@gov.ke');
    const code = line!.split(' ').at(-1);
    const answer = await deployed.send('POST /auth/reset-password', {
      body: { code, password: OFFICIAL_PASSWORD },
    });
    expect(answer.status).toBe(200);
    await admin('grant-manage', 'clerk@gov.ke');
    await expect.poll(async () => (await clerk.send<User>('GET /auth/profile')).body.manage).toBe(true);
    await admin('revoke-manage', 'clerk@gov.ke');
    await expect(admin('suspend', 'nobody@gov.ke')).rejects.toThrow(/no account/);
    await expect(admin('remove', 'head@gov.ke')).rejects.toThrow(/^use: npm run admin/);
    await expect(admin('grant-manage', farmer.user.email)).rejects.toThrow(/not an official/);
  });
});

describe('four eyes', () => {
  it('refuse whom the maker invited or reset', async () => {
    const app = await startTestApp({ REQUIRE_SECOND_OFFICIAL: 'true' });
    try {
      const maker = await signUp(app, official('maker@gov.ke'));
      const friend = await signUp(app, official('friend@gov.ke', { invitation: await inviteAs(maker) }));
      const stranger = await signUp(app, official('stranger@gov.ke'));
      const colleague = await signUp(app, official('colleague@gov.ke'));
      await confirm(maker);
      const { body } = await maker.send<{ code: string }>('POST /government/reset-codes', {
        body: { email: stranger.user.email },
      });
      await app.send('POST /auth/reset-password', { body: { code: body.code, password: OFFICIAL_PASSWORD } });
      const puppet = personOf(
        app,
        (
          await app.send<SignedIn>('POST /auth/login', {
            body: { email: stranger.user.email, password: OFFICIAL_PASSWORD },
          })
        ).body,
      );
      const programme = await maker.send<{ _id: string }>('POST /government/subsidies', {
        body: { name: 'Seed', description: 'For all', amount: 10 },
      });
      const approve = (by: Person) =>
        by.send<Problem>(`PUT /government/subsidies/${programme.body._id}`, { body: { status: 'approved' } });
      for (const one of [maker, friend, puppet])
        expect((await approve(one)).body.code, one.user.email).toBe('second-official');
      expect((await approve(colleague)).status).toBe(200);
    } finally {
      await app.close();
    }
  });
});

describe('the first invitation', () => {
  it('is there at every start until one is used; then the others are void', async () => {
    const app = await startTestApp({ GOVERNMENT_SIGNUP: 'invite' });
    try {
      const [first, second] = [await firstInvitation(app.db), await firstInvitation(app.db)];
      await signUp(app, official('first@gov.ke', { invitation: second }));
      expect(await firstInvitation(app.db)).toBeNull();
      const late = await app.send('POST /auth/register', {
        body: official('late@gov.ke', { invitation: first }),
      });
      expect(late.status).toBe(403);
    } finally {
      await app.close();
    }
  });

  it('a code that is given with sign-up open is used up', async () => {
    const host = await signUp(local, official('host@gov.ke'));
    const invitation = await inviteAs(host);
    await signUp(local, official('guest@gov.ke', { invitation }));
    const { body } = await host.send<{ usedBy: string | null }[]>('GET /government/invitations');
    expect(body[0]!.usedBy).toBe('Achieng');
  });
});

describe('sessions of officials', () => {
  it('end after 12 idle hours and 7 days where it is deployed; on this machine as everybody’s', async () => {
    const invitation = async () =>
      (await runAdmin(deployed.connectionString, deployed.env, ['invite']))[0]!.split(' ').at(-1);
    for (const age of [
      "last_seen_at = now() - interval '13 hours'",
      "created_at = now() - interval '8 days'",
    ]) {
      const there = await signUp(
        deployed,
        official(`age${age.length}@gov.ke`, { invitation: await invitation() }),
      );
      const here = await signUp(local, official(`age${age.length}@gov.ke`));
      const farmer = await deployed.as('farmer');
      for (const [app, person] of [
        [deployed, there],
        [local, here],
        [deployed, farmer],
      ] as const)
        await sql`update sessions set ${sql.raw(age)} where user_id = ${person.user._id}`.execute(app.db);
      expect((await there.send('GET /auth/profile')).status, age).toBe(401);
      expect((await here.send('GET /auth/profile')).status, age).toBe(200);
      expect((await farmer.send('GET /auth/profile')).status, age).toBe(200);
    }
  });
});

describe('guessing', () => {
  const guess = (app: TestApp, email: string, password: string, headers: Record<string, string> = {}) =>
    app.send<Problem>('POST /auth/login', { body: { email, password }, headers });
  const statuses = (answers: { status: number }[], status: number) =>
    answers.filter((answer) => answer.status === status).length;
  /** As if the time had passed that the last failure makes the next attempt wait. */
  const pastTheWait = (app: TestApp) => sql`update throttles set blocked_until = now()`.execute(app.db);

  for (const where of ['local', 'deployed'] as const) {
    const app = () => (where === 'local' ? local : deployed);

    it(`sixty at once are ten attempts (${where})`, async () => {
      const { user } = await app().as('farmer');
      const answers = await Promise.all(
        Array.from({ length: 60 }, (_, index) => guess(app(), user.email, `wrong guess ${index}`)),
      );
      expect(statuses(answers, 401)).toBe(10);
      expect(statuses(answers, 429)).toBe(50);
      await pastTheWait(app());
      expect((await guess(app(), user.email, PASSWORD)).status).toBe(200);
    });
  }

  it('waits twice as long after each failure, up to a minute', async () => {
    const { user } = await local.as('farmer');
    for (let failure = 0; failure < 9; failure += 1) await guess(local, user.email, 'wrong guess');
    const waits: number[] = [];
    for (let failure = 0; failure < 8; failure += 1) {
      await pastTheWait(local);
      expect((await guess(local, user.email, 'wrong guess')).status).toBe(401);
      waits.push(Number((await guess(local, user.email, PASSWORD)).headers.get('retry-after')));
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
  });

  it('of strangers does not delay the owner, who has signed in here before', async () => {
    const { user } = await deployed.as('farmer');
    const signedIn = await guess(deployed, user.email, PASSWORD);
    const cookie = signedIn.headers.get('set-cookie')!;
    expect(cookie).toMatch(/HttpOnly; SameSite=Strict/);
    for (let failure = 0; failure < 11; failure += 1) await guess(deployed, user.email, 'wrong guess');
    expect((await guess(deployed, user.email, PASSWORD)).status).toBe(429);
    const device = { cookie: cookie.split(';')[0]! };
    expect((await guess(deployed, user.email, PASSWORD, device)).status).toBe(200);
    // The token is a counter of its own, not a way around the limit; and it is of this account alone.
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => guess(deployed, user.email, 'wrong guess', device)),
    );
    expect(statuses(answers, 401)).toBe(10);
    const other = await deployed.as('farmer');
    for (let failure = 0; failure < 10; failure += 1) await guess(deployed, other.user.email, 'no', device);
    expect((await guess(deployed, other.user.email, PASSWORD, device)).status).toBe(429);
  });

  it('of many accounts from one address ends at a hundred; successes do not count', async () => {
    const from = { 'x-forwarded-for': '198.51.100.7' };
    const { user } = await deployed.as('farmer');
    for (let success = 0; success < 5; success += 1)
      expect((await guess(deployed, user.email, PASSWORD, from)).status).toBe(200);
    const answers = await Promise.all(
      Array.from({ length: 130 }, (_, index) => guess(deployed, `who${index}@example.ke`, 'guess', from)),
    );
    expect(statuses(answers, 401)).toBe(100);
    expect(statuses(answers, 429)).toBe(30);
    const elsewhere = { 'x-forwarded-for': '198.51.100.8' };
    expect((await guess(deployed, user.email, PASSWORD, elsewhere)).status).toBe(200);
  }, 60_000);

  it('the own password in a stolen session is limited as well', async () => {
    const person = await local.as('farmer');
    const answers = await Promise.all(
      Array.from({ length: 30 }, () =>
        person.send('PUT /auth/password', { body: { currentPassword: 'a guess', password: 'mine now' } }),
      ),
    );
    expect(statuses(answers, 400)).toBe(10);
    expect(statuses(answers, 429)).toBe(20);
  });
});

describe('limits', () => {
  it('every file about more than oneself and every search text has one', () => {
    const free = (Object.entries(api) as [string, Route][]).filter(([, route]) => {
      const searches = route.query !== undefined && 'q' in route.query.shape;
      const exports = /csv|pdf|octet|json/.test(route.produces ?? '') && route.access !== 'farmer';
      return (searches || exports) && !route.limit;
    });
    expect(free.map(([call]) => call)).toEqual([]);
  });

  it('hold where it is deployed, and not on this machine', async () => {
    const search = async (person: Person) =>
      (await person.send('GET /messages/users', { query: { q: 'farmer' } })).status;
    const [there, here] = [await deployed.as('farmer'), await local.as('farmer')];
    for (let time = 0; time < 300; time += 1) expect(await search(there)).toBe(200);
    expect(await search(there)).toBe(429);
    expect((await there.send('GET /messages/users')).status).toBe(200);
    for (let time = 0; time <= 300; time += 1) expect(await search(here)).toBe(200);
  }, 60_000);

  it('contact: a hundred on this machine, ten where it is deployed', async () => {
    const write = async (app: TestApp) =>
      (await app.send('POST /contact', { body: { name: 'A', email: 'a@b', message: 'x' } })).status;
    for (let time = 0; time < 10; time += 1) expect(await write(deployed)).toBe(201);
    expect(await write(deployed)).toBe(429);
    for (let time = 0; time < 100; time += 1) expect(await write(local)).toBe(201);
    expect(await write(local)).toBe(429);
  });
});

describe('passwords of officials, where not anybody may become one', () => {
  it('have ten characters and are not common; the others keep the specification’s six', async () => {
    const invitation = (await runAdmin(deployed.connectionString, deployed.env, ['invite']))[0]!
      .split(' ')
      .at(-1);
    const register = (password: string) =>
      deployed.send<Problem>('POST /auth/register', {
        body: official('strong@gov.ke', { password, invitation }),
      });
    expect((await register('Kz7#pQ')).body.issues?.[0]).toMatchObject({
      path: 'password',
      code: 'too-short',
    });
    for (const common of ['1234567890', 'Password123!', 'aaaaaaaaaaaa', 'strong@@@@@@@'])
      expect((await register(common)).body.issues?.[0], common).toMatchObject({ code: 'common-password' });
    expect((await register(OFFICIAL_PASSWORD)).status).toBe(201);
    await signUp(local, official('weak@gov.ke', { password: '123456' }));
    const farmer = { name: 'A', email: 'six@example.ke', password: '123456', role: 'farmer' };
    await signUp(deployed, { ...farmer, location: 'Molo', farmSize: 1 });
  });
});
