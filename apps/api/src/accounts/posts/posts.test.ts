/** Posts: assignment, access and end. */
import type { OwnPost, Post, Problem, User } from '@ardhi/contract';
import { addDays, today } from '@ardhi/contract/dates';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import {
  beforeTests,
  issuesOf,
  PASSWORD,
  type Person,
  signInAgain,
  startTestApp,
  testApp,
} from '../../../test/app.ts';
import { auditActions } from '../../../test/audit.ts';
import { newParcel } from '../../../test/land.ts';
import { runAdmin } from '../officials/admin.ts';
import { createBootstrapInvitation } from '../officials/service.ts';
import { lockManagers } from '../users/managers.ts';

const app = testApp();
// The first official may manage and works nationally.
const manager = beforeTests(() => app.as('government', 'Achieng'));
beforeAll(async () => {
  await manager.send('POST /auth/confirm', { body: { password: PASSWORD } });
});

const assignPost = (assigner: Person, official: Person, more: object = {}) =>
  assigner.send<Post & Problem>('POST /government/posts', {
    body: { email: official.user.email, county: 'Nakuru', duties: ['view', 'decide'], ...more },
  });
const end = (ender: Person, postId: string) =>
  ender.send<Post & Problem>(`PUT /government/posts/${postId}/end`);
const farmers = (official: Person) => official.send<{ name: string }[] & Problem>('GET /government/farmers');
const profile = async (person: Person) => (await person.send<User>('GET /auth/profile')).body;

/** A re-authenticated manager of Nakuru. */
async function countyManager(): Promise<Person> {
  const person = await app.as('government', 'Njeri');
  expect((await assignPost(manager, person, { duties: ['view', 'manage'] })).status).toBe(201);
  await person.send('POST /auth/confirm', { body: { password: PASSWORD } });
  return person;
}

it('grants access to its area and duties during its days, until it ends', async () => {
  const official = await app.as('government', 'Otieno');
  expect((await profile(official)).post).toBeNull();
  await newParcel(await app.as('farmer', 'Wanjiru'));
  await newParcel(await app.as('farmer', 'Chebet'), { location: { address: 'Belgut, Kericho County' } });
  expect((await farmers(official)).body.map(({ name }) => name)).toEqual(['Chebet', 'Wanjiru']);

  const { status, body: post } = await assignPost(manager, official, { duties: ['view'] });
  expect(status).toBe(201);
  expect(post).toMatchObject({
    county: 'Nakuru',
    duties: ['view'],
    from: today(),
    until: null,
    official: { name: 'Otieno' },
    givenBy: 'Achieng',
    current: true,
  });
  expect((await profile(official)).post).toEqual({ _id: post._id, county: 'Nakuru', duties: ['view'] });
  expect((await farmers(official)).body.map(({ name }) => name)).toEqual(['Wanjiru']);
  const programme = { name: 'Seed', description: 'Seed', amount: 1 };
  expect(await official.send('POST /government/subsidies', { body: programme })).toMatchObject({
    status: 403,
    body: { code: 'duty-needed' },
  });
  expect(await official.send('GET /government/posts')).toMatchObject({
    status: 403,
    body: { code: 'manage-needed' },
  });

  // A post that starts tomorrow grants no access yet; one whose last day is today still does.
  await app.sql`update posts set from_day = ${addDays(today(), 1)} where id = ${post._id}`;
  await app.services.transaction(async ({ emit }) => emit({ user: official.user._id }, 'session'));
  expect((await farmers(official)).body.code).toBe('post-needed');
  await app.sql`
    update posts set from_day = ${addDays(today(), -9)}, until_day = ${today()} where id = ${post._id}`;
  await app.services.transaction(async ({ emit }) => emit({ user: official.user._id }, 'session'));
  expect((await farmers(official)).status).toBe(200);

  expect((await end(manager, post._id)).body).toMatchObject({ current: false });
  expect((await farmers(official)).body.code).toBe('post-needed');
  expect((await end(manager, post._id)).status).toBe(200);
  expect(await auditActions(app, post._id)).toEqual(['post.give', 'post.end']);
});

it('can be switched, with one working post at a time', async () => {
  const official = await app.as('government', 'Kamau');
  const [first, second] = [
    (await assignPost(manager, official)).body,
    (await assignPost(manager, official, { county: 'kericho' })).body,
  ];
  type Own = { working: string; posts: OwnPost[] };
  const own = async () => (await official.send<Own>('GET /government/posts/own')).body;
  expect(await own()).toMatchObject({
    working: first._id,
    posts: [{ county: 'Nakuru' }, { county: 'Kericho' }],
  });
  const change = (postId: string) => official.send('PUT /government/posts/own', { body: { postId } });
  expect((await change(second._id)).body).toMatchObject({ county: 'Kericho' });
  expect((await own()).working).toBe(second._id);
  expect((await farmers(official)).body.map(({ name }) => name)).toEqual(['Chebet']);
  // When the working post ends, the other one takes over.
  await end(manager, second._id);
  expect((await farmers(official)).body.map(({ name }) => name)).toEqual(['Wanjiru']);
  expect((await change(second._id)).status).toBe(404);
});

it('is assigned and switched once per idempotency key', async () => {
  const official = await app.as('government', 'Wafula');
  const headers = { 'idempotency-key': 'give-once' };
  const body = { email: official.user.email, county: 'Nakuru', duties: ['view'] };
  const send = () => manager.send<Post>('POST /government/posts', { body, headers });
  const responses = [...(await Promise.all([send(), send(), send()])), await send()];
  expect(responses.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  expect(new Set(responses.map(({ body: { _id } }) => _id)).size).toBe(1);
  const own = await official.send<{ posts: OwnPost[] }>('GET /government/posts/own');
  expect(own.body.posts).toHaveLength(1);

  // The first call changes the official's scope; the retry must still match its key.
  const { body: other } = await assignPost(manager, official, { county: 'Kericho' });
  const change = () =>
    official.send<OwnPost>('PUT /government/posts/own', {
      body: { postId: other._id },
      headers: { 'idempotency-key': 'switch-once' },
    });
  const [changed, again] = [await change(), await change()];
  expect(changed).toMatchObject({ status: 200, body: { county: 'Kericho' } });
  expect(again).toMatchObject({ status: 200, body: changed.body });
});

it('is assigned by managers within their area, never to themselves or to national officials', async () => {
  const nakuru = await countyManager();
  const [national, posted] = [await app.as('government', 'Mwangi'), await app.as('government', 'Wambui')];
  const away = (await assignPost(manager, posted, { county: 'Kericho' })).body;
  const refused = async (response: Promise<{ status: number; body: Problem }>) => {
    const { status, body } = await response;
    return [status, body.issues?.[0]?.path ?? body.code];
  };
  expect(await refused(assignPost(nakuru, posted, { county: 'Kericho' }))).toEqual([400, 'county']);
  expect(await refused(assignPost(nakuru, posted, { county: null }))).toEqual([400, 'county']);
  expect(await refused(assignPost(nakuru, national))).toEqual([400, 'email']);
  expect(await refused(assignPost(nakuru, nakuru))).toEqual([400, 'email']);
  expect(await refused(assignPost(manager, posted, { county: 'Atlantis' }))).toEqual([400, 'county']);
  expect(await refused(assignPost(manager, posted, { duties: ['decide'] }))).toEqual([400, 'duties']);
  expect(await refused(assignPost(manager, posted, { until: '2020-01-01' }))).toEqual([400, 'until']);
  expect(await refused(assignPost(manager, posted, { from: '2030-02-02', until: '2030-02-01' }))).toEqual([
    400,
    'until',
  ]);
  expect(await refused(assignPost(manager, await app.as('farmer')))).toEqual([404, 'email']);
  expect(await refused(end(nakuru, away._id))).toEqual([404, 'not-found']);
  expect((await assignPost(nakuru, posted)).status).toBe(201);
  // The working post stays Kericho until the official switches.
  expect((await profile(posted)).post?.county).toBe('Kericho');
  const own = (await profile(nakuru)).post!._id;
  expect(await refused(end(nakuru, own))).toEqual([409, 'own-post']);
  const { body: listed } = await nakuru.send<Post[]>('GET /government/posts', { query: { limit: 100 } });
  expect(new Set(listed.map(({ county }) => county))).toEqual(new Set(['Nakuru']));

  // Requires re-authentication.
  const [unconfirmed] = [await app.as('government', 'Barasa')];
  await assignPost(manager, unconfirmed, { duties: ['view', 'manage'] });
  expect(await refused(assignPost(unconfirmed, posted))).toEqual([403, 'confirm-needed']);

  // A password reset would give access to more than the county.
  const reset = (email: string) =>
    nakuru.send('POST /government/reset-codes', { body: { email, reason: 'Forgot it' } });
  expect((await reset(posted.user.email)).status).toBe(404);
  expect((await reset(national.user.email)).status).toBe(404);
});

it('of an official with a national post, now or later, is assigned and reset only nationally', async () => {
  const nakuru = await countyManager();
  const [national, later] = [await app.as('government', 'Mwangi'), await app.as('government', 'Wambui')];
  await assignPost(manager, national, { county: undefined });
  await assignPost(manager, later, { duties: ['view'] });
  await assignPost(manager, later, { county: undefined, from: addDays(today(), 30) });
  for (const person of [national, later]) {
    expect((await assignPost(nakuru, person)).body.issues?.[0]?.code).toBe('national-official');
    const body = { email: person.user.email, reason: 'Forgotten' };
    expect((await nakuru.send('POST /government/reset-codes', { body })).status).toBe(404);
  }
});

it('of the last national manager cannot be ended', async () => {
  const [first, second] = [await app.as('government', 'Chebet'), await app.as('government', 'Kiptoo')];
  const national = { county: undefined, duties: ['view', 'decide', 'manage'] };
  const own = (await assignPost(manager, first, national)).body;
  await assignPost(manager, second, { ...national, until: addDays(today(), 30) });
  for (const person of [first, second])
    await person.send('POST /auth/confirm', { body: { password: PASSWORD } });
  // Neither an official who manages without a post remains, nor one whose post has no last day.
  await app.sql`update users set manage = false where id = ${manager.user._id}`;
  expect(await end(second, own._id)).toMatchObject({ status: 409, body: { code: 'last-manager' } });
  await expect(runAdmin(app.connectionString, app.env, ['end-posts', first.user.email])).rejects.toThrow(
    'Assign such a post to a colleague first.',
  );
  await app.sql`update users set manage = true where id = ${manager.user._id}`;
  expect((await end(second, own._id)).status).toBe(200);
});

it('of the last manager is not replaced by a first post without the permission, nor left to one who cannot enrol', async () => {
  const own = await startTestApp();
  try {
    const [head, deputy] = [await own.as('government', 'Achieng'), await own.as('government', 'Deputy')];
    const admin = (...args: string[]) =>
      runAdmin(own.connectionString, { ...own.env, officialsSecondFactor: 'required' }, args);
    const [first, second] = [head.user.email, deputy.user.email];
    await expect(admin('post', first, 'Nakuru', 'view,manage')).rejects.toThrow('Assign such a post');
    await expect(admin('post', first, 'country', 'view,decide')).rejects.toThrow('Assign such a post');
    await admin('post', first, 'country', 'view,decide,manage');
    await admin('post', first, 'Nakuru', 'view');

    await admin('post', second, 'country', 'view,manage');
    await own.sql`update users set enrol_until = now() - interval '1 hour' where id = ${deputy.user._id}`;
    await expect(admin('end-posts', first)).rejects.toThrow('Assign such a post');
    await own.sql`insert into second_factors (id, user_id, kind, name, secret, confirmed_at)
      values (gen_random_uuid(), ${deputy.user._id}, 'totp', 'Phone', 'x', now())`;
    await admin('end-posts', first);
  } finally {
    await own.close();
  }
});

it('is ended without a deadlock with a manager who deletes the account', async () => {
  const leaver = await app.as('government', 'Leaver');
  const post = (await assignPost(manager, leaver, { county: undefined, duties: ['view', 'manage'] })).body;
  let ending: ReturnType<typeof end> | undefined;
  // The same locks as a deletion, in the same order.
  await app.db.transaction().execute(async (db) => {
    await lockManagers(db);
    ending = end(manager, post._id);
    const countBlocked = async () =>
      (
        await app.sql`
          select from pg_stat_activity
          where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`
      ).length;
    await expect.poll(countBlocked).toBe(1);
    await sql`select from posts where id = ${post._id} for update nowait`.execute(db);
  });
  expect((await ending!).status).toBe(200);
});

it('with strict jurisdiction the first official gets a national one, with which they invite', async () => {
  const strict = await startTestApp({ JURISDICTION: 'strict', GOVERNMENT_SIGNUP: 'invite' });
  const invitation = (await createBootstrapInvitation(strict.db))!;
  const password = 'seven green lorries';
  const first = await strict.as('government', 'Achieng', { invitation, password });
  expect(first.user).toMatchObject({
    manage: true,
    post: { county: null, duties: ['view', 'decide', 'manage'] },
  });
  const { body } = await first.send<{ code: string }>('POST /government/invitations', { body: {} });
  const second = await strict.as('government', 'Otieno', { invitation: body.code, password });
  expect(second.user).toMatchObject({ manage: false, post: null });
  await strict.close();
});

it('is included in an invitation by a county', async () => {
  const nakuru = await countyManager();
  const { body } = await nakuru.send<{ code: string }>('POST /government/invitations', { body: {} });
  const invited = await app.as('government', 'Akinyi', { invitation: body.code });
  expect(invited.user.post).toMatchObject({ county: 'Nakuru', duties: ['view', 'decide'] });
  expect((await farmers(invited)).body.map(({ name }) => name)).toEqual(['Wanjiru']);
  const notices = await invited.send<{ kind: string; title: string }[]>('GET /notices');
  expect(notices.body).toContainEqual(
    expect.objectContaining({ kind: 'post-given', title: 'You have a new post: Nakuru County' }),
  );
  expect(
    await app.row`select actor_id, action from audit_log where entity_id = ${invited.user.post!._id}`,
  ).toEqual({ actor_id: nakuru.user._id, action: 'post.give' });
});

it('to audit excludes one to decide or manage on the same days', async () => {
  const auditing = { county: undefined, duties: ['auditor'] };
  const [firstDay, inTen, inEleven] = [today(), addDays(today(), 10), addDays(today(), 11)];
  const overlap = ['duties: auditor-overlap'];

  const decider = await app.as('government', 'Naliaka');
  const { body: deciding } = await assignPost(manager, decider, { until: inTen });
  const refused = await assignPost(manager, decider, auditing);
  expect(issuesOf(refused.body)).toEqual(overlap);
  expect(refused.body.issues?.[0]?.message).toContain('audit and decide at the same time');
  expect(issuesOf((await assignPost(manager, decider, { ...auditing, from: inTen })).body)).toEqual(overlap);
  expect((await assignPost(manager, decider, { ...auditing, from: inEleven })).status).toBe(201);
  expect(issuesOf((await assignPost(manager, decider, { county: 'Kericho' })).body)).toEqual(overlap);

  const auditor = await app.as('government', 'Simiyu');
  const { body: post } = await assignPost(manager, auditor, { ...auditing, until: inTen });
  for (const duties of [
    ['view', 'decide'],
    ['view', 'manage'],
  ])
    expect(issuesOf((await assignPost(manager, auditor, { duties })).body)).toEqual(overlap);
  expect((await assignPost(manager, auditor, { duties: ['view'], from: firstDay })).status).toBe(201);
  expect((await assignPost(manager, auditor, { from: inEleven })).status).toBe(201);
  await expect(
    runAdmin(app.connectionString, app.env, ['post', auditor.user.email, 'country', 'view,decide']),
  ).rejects.toThrow('audit and decide at the same time');

  // An ended post does not count.
  expect((await end(manager, post._id)).status).toBe(200);
  expect((await assignPost(manager, auditor)).status).toBe(201);
  expect((await end(manager, deciding._id)).status).toBe(200);
  expect((await assignPost(manager, decider, { ...auditing, until: inTen })).status).toBe(201);
});

it('to audit and one to decide are not both assigned at the same time', async () => {
  const official = await app.as('government', 'Auma');
  const responses = await Promise.all([
    assignPost(manager, official, { duties: ['auditor'] }),
    assignPost(manager, official),
  ]);
  expect(responses.map(({ status }) => status).sort()).toEqual([201, 400]);
});

it('is not included in an invitation by an official who no longer manages the county', async () => {
  const own = await startTestApp({ GOVERNMENT_SIGNUP: 'invite' });
  try {
    const password = 'seven green lorries';
    const join = (name: string, invitation: string) => own.as('government', name, { invitation, password });
    const head = await join('Achieng', (await createBootstrapInvitation(own.db))!);
    await head.send('POST /auth/confirm', { body: { password } });
    const inviteBy = async (person: Person) =>
      (await person.send<{ code: string }>('POST /government/invitations', { body: {} })).body.code;
    const clerk = await join('Clerk', await inviteBy(head));
    const { body: post } = await assignPost(head, clerk, { duties: ['view', 'manage'], limit: 10 });
    const [used, late] = [await inviteBy(clerk), await inviteBy(clerk)];
    expect((await join('In time', used)).user.post).toMatchObject({ county: 'Nakuru' });
    expect((await end(head, post._id)).status).toBe(200);
    await expect(join('Too late', late)).rejects.toThrow('invitation');
  } finally {
    await own.close();
  }
});

it('is required with strict jurisdiction, and managers and operators can assign it', async () => {
  const strict = await startTestApp({ JURISDICTION: 'strict' }, app.connectionString);
  const signIn = (person: Person) => signInAgain(strict, person);
  const newcomer = await app.as('government', 'Cheruiyot');
  const [head, official] = [await signIn(manager), await signIn(newcomer)];
  expect((await farmers(official)).body.code).toBe('post-needed');
  expect((await official.send('GET /messages')).status).toBe(200);
  expect((await farmers(head)).body.code).toBe('duty-needed');
  expect((await head.send('GET /government/posts')).status).toBe(200);

  const lines = await runAdmin(app.connectionString, app.env, [
    'post',
    newcomer.user.email,
    'nakuru',
    'view,decide',
  ]);
  expect(lines[0]).toContain('Nakuru, view, decide');
  const again = await signIn(newcomer);
  expect((await farmers(again)).body.map(({ name }) => name)).toEqual(['Wanjiru']);
  await runAdmin(app.connectionString, app.env, ['end-posts', newcomer.user.email]);
  expect((await farmers(await signIn(newcomer))).body.code).toBe('post-needed');
  await expect(
    runAdmin(app.connectionString, app.env, ['post', newcomer.user.email, 'Atlantis', 'view']),
  ).rejects.toThrow('no county');
  await strict.close();
});

it('is required with strict jurisdiction to reach farmers; ended or missing posts give no access', async () => {
  const strict = await startTestApp({ JURISDICTION: 'strict' }, app.connectionString);
  const farmer = await app.as('farmer', 'Mutua');
  await newParcel(farmer);
  const [dismissed, newcomer] = [await app.as('government', 'Barasa'), await app.as('government', 'Wekesa')];
  const { body: post } = await assignPost(manager, dismissed);
  const write = (official: Person, recipient: Person) =>
    official.send<Problem>('POST /messages', {
      body: {
        recipientId: recipient.user._id,
        channelType: 'general',
        subject: 'Land',
        content: 'Hello',
      },
    });
  const listed = async (official: Person, query: Record<string, string>) =>
    (await official.send<User[]>('GET /messages/users', { query })).body.map(({ role }) => role);

  // The post gives access to a farmer with land in the county.
  const posted = await signInAgain(strict, dismissed);
  expect(await listed(posted, { q: 'Mutua' })).toEqual(['farmer']);
  expect((await end(manager, post._id)).status).toBe(200);

  // The manager may still assign posts, but nothing else.
  for (const official of [posted, await signInAgain(strict, newcomer), await signInAgain(strict, manager)]) {
    const queries: Record<string, string>[] = [{}, { q: 'Mutua' }, { userId: farmer.user._id }];
    for (const query of queries) expect(await listed(official, query)).not.toContain('farmer');
    expect(await listed(official, {})).toContain('government');
    expect(await write(official, farmer)).toMatchObject({ status: 403, body: { code: 'post-needed' } });
    for (const call of [
      'GET /government/farmers',
      'GET /government/lands',
      'GET /government/analytics',
      'GET /government/queue',
      'GET /government/complaints',
      'GET /government/overlaps',
      'GET /government/tiles/6/38/32',
      `GET /government/farmers/${farmer.user._id}`,
      'GET /subsidies/admin/all',
    ])
      expect([call, (await official.send(call)).status]).toEqual([call, 403]);
  }
  expect((await write(posted, manager)).status).toBe(201);
  // A farmer may still write to an official, who may reply.
  const { body: message } = await farmer.send<{ threadId: string }>('POST /messages', {
    body: {
      recipientId: dismissed.user._id,
      channelType: 'government-farmer',
      subject: 'Land',
      content: 'Hello',
    },
  });
  const reply = await posted.send('POST /messages', {
    body: { threadId: message.threadId, content: 'I am no longer in charge' },
  });
  expect(reply.status).toBe(201);
  expect(
    (await (await signInAgain(strict, manager)).send<Post[]>('GET /government/posts')).body,
  ).toContainEqual(expect.objectContaining({ _id: post._id }));
  await strict.close();
});
