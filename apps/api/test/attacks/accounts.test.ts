/** Account takeover, and acting alone where four eyes are required. */
import type { Problem, PublicConfig, SignedIn, User } from '@ardhi/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type Built,
  confirm,
  lastToken,
  MODES,
  PASSWORD,
  type Person,
  personAt,
  startBuilt,
  startModes,
  TESTED_MODES,
} from './built.ts';

const running = startModes(MODES, { REQUIRE_SECOND_OFFICIAL: 'true' });

const official = (email: string, more: Record<string, unknown> = {}) => ({
  name: 'Achieng',
  email,
  password: PASSWORD,
  role: 'government',
  department: 'Lands',
  ...more,
});

const resetCode = (by: Person, email: string, headers: Record<string, string> = {}) =>
  by.send<{ code: string } & Problem>('POST /government/reset-codes', {
    body: { email, reason: 'Forgot it' },
    headers,
  });
const resetPassword = (app: Built, code: string) =>
  app.send('POST /auth/reset-password', { body: { code, password: 'another password' } });
const login = (app: Built, { user }: Person, password = PASSWORD) =>
  app.send<SignedIn & Problem>('POST /auth/login', { body: { email: user.email, password } });

describe('deployment mode', () => {
  const FORGED = {
    via: 'x',
    forwarded: 'for=1.2.3.4',
    'x-forwarded-host': 'ardhi.example',
    host: 'a.example',
  };

  it('is printed at start and not changed by request headers', async () => {
    for (const [way, signup, line] of [
      ['loopback', 'open', 'Not deployed:'],
      ['deployed', 'invite', 'Deployed:'],
    ] as const) {
      const app = running[way];
      await expect.poll(app.output).toContain(line);
      await app.send('GET /config', { headers: FORGED });
      const { body } = await app.send<PublicConfig>('GET /config');
      expect(body.governmentSignup).toBe(signup);
    }
  });

  it('decides whether an official needs an invitation; only the log names the setting', async () => {
    const register = (app: Built) =>
      app.send<Problem>('POST /auth/register', { body: official('via@gov.ke'), headers: FORGED });
    expect((await register(running.loopback)).status).toBe(201);
    const refused = await register(running.deployed);
    expect(refused.status).toBe(403);
    expect(JSON.stringify(refused.body)).not.toMatch(/GOVERNMENT_SIGNUP/);
    await expect
      .poll(running.deployed.output)
      .toMatch(/"setting":"GOVERNMENT_SIGNUP","problem":"invitation-needed"/);
  });
});

describe.each(TESTED_MODES)('account takeover (%s)', (way) => {
  let app: Built;
  let head: Person;
  let clerk: Person;
  let farmer: Person;
  beforeAll(async () => {
    app = running[way];
    head = await app.as('government', 'Head');
    await app.admin('grant-manage', head.user.email);
    clerk = await app.as('government', 'Achieng');
    farmer = await app.as('farmer');
  });

  it('requires the official to re-authenticate every few minutes', async () => {
    expect((await resetCode(clerk, farmer.user.email)).body.code).toBe('confirm-needed');
    expect((await confirm(clerk, { password: 'a guess at it' })).status).toBe(400);
    expect((await resetCode(clerk, farmer.user.email)).status).toBe(403);
    await confirm(clerk, { password: PASSWORD });
    expect((await resetCode(clerk, farmer.user.email)).status).toBe(201);
    await app.sql`update sessions set confirmed_at = now() - interval '6 minutes'`;
    expect((await resetCode(clerk, farmer.user.email)).status).toBe(403);
  });

  it('is reported to the farmer by notice and mail, and logged with the official', async () => {
    const person = await app.as('farmer', `Otieno ${way}`);
    await confirm(clerk, { password: PASSWORD });
    await resetCode(clerk, person.user.email);
    const { body } = await person.send<{ title: string; body: string }[]>('GET /notices');
    expect(body[0]!.body).toContain('Achieng');
    const toFarmer = () =>
      running.mail.taken.find(({ to, text }) => to === person.user.email && text.includes('Achieng'));
    await expect.poll(toFarmer).toBeTruthy();
    const entry = await app.row<{ actor_id: string }>`
      select actor_id from audit_log where action = 'user.reset-code' and entity_id = ${person.user._id}`;
    expect(entry.actor_id).toBe(clerk.user._id);
  });

  it('allows reset codes for colleagues only to managers, and never for oneself', async () => {
    await confirm(clerk, { password: PASSWORD });
    expect((await resetCode(clerk, head.user.email)).body.code).toBe('manage-needed');
    await confirm(head, { password: PASSWORD });
    expect((await resetCode(head, clerk.user.email)).status).toBe(201);
    expect((await resetCode(head, head.user.email)).status).toBe(400);
  });

  it('does not allow invitations by non-managers, unless anyone may register', async () => {
    const response = await clerk.send<Problem>('POST /government/invitations', { body: {} });
    expect(response.status).toBe(way === 'deployed' ? 403 : 201);
  });

  it('invalidates old codes after a new code or a new password', async () => {
    await confirm(head, { password: PASSWORD });
    const person = await app.as('farmer');
    const old = (await resetCode(head, person.user.email)).body.code;
    const latest = (await resetCode(head, person.user.email)).body.code;
    expect((await resetPassword(app, old)).status).toBe(400);
    expect((await resetPassword(app, latest)).status).toBe(200);
    expect((await resetPassword(app, latest)).status).toBe(400);
    expect((await person.send('GET /auth/profile')).status).toBe(401);

    const other = await app.as('farmer');
    const unused = (await resetCode(head, other.user.email)).body.code;
    await other.send('PUT /auth/password', {
      body: { currentPassword: PASSWORD, password: 'my own new password' },
    });
    expect((await resetPassword(app, unused)).status).toBe(400);
  });

  it('replays a stored response only to a caller who still has the permission', async () => {
    const deputy = await app.as('government');
    await confirm(head, { password: PASSWORD });
    const duty = (by: Person, of: Person, manage: boolean, key: string) =>
      by.send(`PUT /government/officials/${of.user._id}/duties`, {
        body: { manage },
        headers: { 'idempotency-key': key },
      });
    expect((await duty(head, deputy, true, 'a')).status).toBe(200);
    await confirm(deputy, { password: PASSWORD });
    expect((await duty(deputy, clerk, true, 'b')).status).toBe(200);
    expect((await duty(deputy, clerk, true, 'b')).status).toBe(200);
    expect((await duty(head, deputy, false, 'c')).status).toBe(200);
    expect((await duty(deputy, clerk, true, 'b')).status).toBe(403);
    expect((await duty(head, clerk, false, 'd')).status).toBe(200);
    expect((await duty(head, head, false, 'e')).status).toBe(400);
  });

  it('lets the operator list, invite, reset and grant the permission', async () => {
    expect((await app.admin('list')).join('\n')).toContain(`${head.user.email}\tHead\tmanages`);
    expect((await app.admin('invite')).join()).toMatch(/: ([2-9A-Z]{4}-){3}[2-9A-Z]{4}$/);
    const helped = await app.as('government');
    const [line] = await app.admin('reset', helped.user.email);
    expect((await resetPassword(app, lastToken(line!))).status).toBe(200);
    expect((await login(app, helped, 'another password')).status).toBe(200);
    await app.admin('grant-manage', clerk.user.email);
    await expect.poll(async () => (await clerk.send<User>('GET /auth/profile')).body.manage).toBe(true);
    await app.admin('revoke-manage', clerk.user.email);
    await expect(app.admin('suspend', 'nobody@gov.ke')).rejects.toThrow(/no account/);
    await expect(app.admin('remove', head.user.email)).rejects.toThrow(/^use: npm run admin/);
    await expect(app.admin('grant-manage', farmer.user.email)).rejects.toThrow(/not an official/);
  });
});

describe.each(TESTED_MODES)('four-eyes approval (%s)', (way) => {
  it('rejects the creator, and officials whom the creator invited or reset', async () => {
    const app = running[way];
    const creator = await app.as('government');
    await app.admin('grant-manage', creator.user.email);
    await expect.poll(async () => (await creator.send<User>('GET /auth/profile')).body.manage).toBe(true);
    const { body: invitation } = await creator.send<{ code: string }>('POST /government/invitations', {
      body: {},
    });
    const { body: signedIn } = await app.send<SignedIn>('POST /auth/register', {
      body: official(`friend.of.${way}@gov.ke`, { invitation: invitation.code }),
    });
    const friend = personAt(app, signedIn);
    const [victim, colleague] = [await app.as('government'), await app.as('government')];
    await confirm(creator, { password: PASSWORD });
    await resetPassword(app, (await resetCode(creator, victim.user.email)).body.code);
    const puppet = personAt(app, (await login(app, victim, 'another password')).body);

    const programme = await creator.send<{ _id: string }>('POST /government/subsidies', {
      body: { name: 'Seed', description: 'For all', amount: 10 },
    });
    const approve = (by: Person) =>
      by.send<Problem>(`PUT /government/subsidies/${programme.body._id}`, { body: { status: 'approved' } });
    for (const one of [creator, friend, puppet])
      expect((await approve(one)).body.code, one.user.email).toBe('second-official');
    expect((await approve(colleague)).status).toBe(200);
  });
});

describe('a suspended account', () => {
  it('loses its sessions and streams in every process at once, and cannot log in', async () => {
    const here = running.deployed;
    const there = await startBuilt({ TRUST_PROXY: '1' }, here);
    try {
      const person = await here.as('farmer');
      const elsewhere = personAt(there, person);
      expect((await elsewhere.send('GET /auth/profile')).status).toBe(200);
      const stream = await fetch(`${there.url}/api/events`, {
        headers: { authorization: `Bearer ${person.token}` },
      });
      await here.admin('suspend', person.user.email);
      await stream.text();
      await expect.poll(async () => (await elsewhere.send('GET /auth/profile')).status).toBe(401);
      await expect.poll(async () => (await person.send('GET /auth/profile')).status).toBe(401);
      for (const app of [here, there]) expect((await login(app, person)).body.code).toBe('account-suspended');
      // With a wrong password the response does not reveal the suspension.
      expect((await login(here, person, 'a guess')).body.code).toBe('wrong-credentials');
      await here.admin('unsuspend', person.user.email);
      expect((await login(here, person)).status).toBe(200);
    } finally {
      await there.close();
    }
  });
});

describe('invitations', () => {
  it('prints the first one at every start until one is used, which voids the others', async () => {
    const printed = async (app: Built) => {
      // Waits for the line that is printed after it.
      await expect.poll(app.output).toMatch(/deployed: .*\n/i);
      return /first official: (\S+)\n/.exec(app.output())?.[1];
    };
    const first = await startBuilt({ GOVERNMENT_SIGNUP: 'invite' });
    const again = await startBuilt({ GOVERNMENT_SIGNUP: 'invite' }, first);
    const codes = [await printed(first), await printed(again)];
    expect(codes[0]).not.toBe(codes[1]);
    const register = (email: string, invitation: string | undefined) =>
      again.send<SignedIn>('POST /auth/register', { body: official(email, { invitation }) });
    // Typed in lower case without dashes, by two people at the same time.
    const typed = codes[1]!.toLowerCase().replaceAll('-', ' ');
    const both = await Promise.all([register('b@gov.ke', typed), register('c@gov.ke', typed)]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 403]);
    expect(both.find(({ status }) => status === 201)!.body.user.manage).toBe(true);
    expect((await register('late@gov.ke', codes[0])).status).toBe(403);
    await again.close();
    const later = await startBuilt({ GOVERNMENT_SIGNUP: 'invite' }, first);
    expect(await printed(later)).toBeUndefined();
    await later.close();
    await first.close();
  });

  it('uses up an invitation even if sign-up is open', async () => {
    const app = running.loopback;
    const host = await app.as('government');
    const { body: created } = await host.send<{ _id: string; code: string }>('POST /government/invitations', {
      body: {},
    });
    const guest = await app.as('government', 'Guest', { invitation: created.code });
    const { body } = await host.send<{ _id: string; usedBy: string | null }[]>('GET /government/invitations');
    expect(body.find(({ _id }) => _id === created._id)?.usedBy).toBe(guest.user.name);
  });
});

describe('sessions of officials', () => {
  it('end after 12 idle hours or 7 days when deployed; on loopback like all others', async () => {
    for (const age of [
      "last_seen_at = now() - interval '13 hours'",
      "created_at = now() - interval '8 days'",
    ]) {
      const there = await running.deployed.as('government');
      const here = await running.loopback.as('government');
      const farmer = await running.deployed.as('farmer');
      for (const app of [running.deployed, running.loopback])
        await app.sql`update sessions set ${sql.raw(age)}`;
      expect((await there.send('GET /auth/profile')).status, age).toBe(401);
      expect((await here.send('GET /auth/profile')).status, age).toBe(200);
      expect((await farmer.send('GET /auth/profile')).status, age).toBe(200);
    }
  });
});

describe('passwords of officials if sign-up is restricted', () => {
  it('need ten characters and must not be common; others need the six of the specification', async () => {
    const invitation = lastToken((await running.deployed.admin('invite'))[0]!);
    const register = (password: string) =>
      running.deployed.send<Problem>('POST /auth/register', {
        body: official('strong@gov.ke', { password, invitation }),
      });
    expect((await register('Kz7#pQ')).body.issues?.[0]).toMatchObject({
      path: 'password',
      code: 'too-short',
    });
    for (const common of ['1234567890', 'Password123!', 'aaaaaaaaaaaa', 'strong@@@@@@@'])
      expect((await register(common)).body.issues?.[0], common).toMatchObject({ code: 'common-password' });
    expect((await register(PASSWORD)).status).toBe(201);
    const weak = { password: '123456' };
    expect((await running.loopback.as('government', 'Weak', weak)).user.role).toBe('government');
    expect((await running.deployed.as('farmer', 'Six', weak)).user.role).toBe('farmer');
  });
});
