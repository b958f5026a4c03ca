/** A new deployed installation without further settings: the first officials, their posts, and the last manager. */
import type { Invitation, Post, Problem, SignedIn, User } from '@ardhi/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type Built,
  confirm,
  DEPLOYED,
  lastToken,
  PASSWORD,
  type Person,
  personAt,
  startBuilt,
} from './built.ts';
import { enrolTotp } from './enrol-totp.ts';

const NATIONAL = { duties: ['view', 'decide', 'manage'] };

let app: Built;
let first: Person;
let code: (steps?: number) => string;
beforeAll(async () => {
  app = await startBuilt(DEPLOYED);
});
afterAll(() => app.close());

async function register(email: string, invitation: string): Promise<Person> {
  const { status, body } = await app.send<SignedIn>('POST /auth/register', {
    body: { name: email, email, password: PASSWORD, role: 'government', department: 'Lands', invitation },
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return personAt(app, body);
}

/** Invited by the first official, with a second factor. */
async function colleague(email: string, post?: object): Promise<Person> {
  const { body } = await first.send<Invitation>('POST /government/invitations', { body: {} });
  const person = await register(email, body.code!);
  await enrolTotp(person);
  if (post) await assign(first, person, post);
  return person;
}

async function assign(by: Person, to: Person, post: object): Promise<Post> {
  const { status, body } = await by.send<Post>('POST /government/posts', {
    body: { email: to.user.email, ...post },
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}

/** As with each code, the authenticator's current one works once; a test needs the confirmation longer than 5 minutes. */
const keepConfirmed = () => app.sql`update sessions set confirmed_at = now() + interval '1 hour'`;

it('the first official enrols, has a national post without special duties, and invites', async () => {
  const printed = () => /first official: (\S+)\n/.exec(app.output())?.[1];
  await expect.poll(printed).toBeTruthy();
  first = await register('first@gov.example', printed()!);
  expect((await first.send<Problem>('GET /government/analytics')).body.code).toBe('second-factor-required');
  ({ code } = await enrolTotp(first));
  expect(await confirm(first, { code: code() })).toMatchObject({ status: 200 });
  await keepConfirmed();
  const { body } = await first.send<User>('GET /auth/profile');
  expect(body).toMatchObject({ manage: true, post: { county: null, ...NATIONAL } });
  expect((await first.send('GET /government/analytics')).status).toBe(200);
  const { status } = await first.send('POST /government/invitations', { body: {} });
  expect(status).toBe(201);
  expect((await first.send<string[]>('GET /government/settings')).body).toEqual([]);
});

it('an invited official sees nothing without a post', async () => {
  const person = await colleague('second@gov.example');
  expect((await person.send<Problem>('GET /government/farmers')).body.code).toBe('post-needed');
  expect((await person.send('POST /government/posts', { body: {} })).status).toBe(403);
  await assign(first, person, { county: 'Nakuru', duties: ['view', 'decide'] });
  expect((await person.send('GET /government/farmers')).status).toBe(200);
});

it('a programme is approved by another official than its creator', async () => {
  const { body } = await first.send<{ _id: string }>('POST /government/subsidies', {
    body: { name: 'Seed', description: 'For all', amount: 10 },
  });
  const approval = await first.send<Problem>(`PUT /government/subsidies/${body._id}`, {
    body: { status: 'approved' },
  });
  expect(approval.body.code).toBe('second-official');
});

it('a county manager neither assigns posts to officials with a national post nor resets them', async () => {
  const county = await colleague('county@gov.example', {
    county: 'Nakuru',
    duties: ['view', 'decide', 'manage'],
  });
  const national = await colleague('national@gov.example', { duties: ['view'] });
  const later = await colleague('later@gov.example', { county: 'Nakuru', duties: ['view'] });
  await assign(first, later, { duties: ['view'], from: '2100-01-01' });
  // The operator grants the permission to an official without a post, who then manages nationally.
  const unposted = await colleague('unposted@gov.example');
  await app.admin('grant-manage', unposted.user.email);
  const newcomer = await colleague('newcomer@gov.example');
  await keepConfirmed();

  const give = (to: Person) =>
    county.send<Problem>('POST /government/posts', {
      body: { email: to.user.email, county: 'Nakuru', duties: ['view'] },
    });
  for (const person of [first, national, later, unposted]) {
    expect((await give(person)).body.issues?.[0]?.code, person.user.email).toBe('national-official');
    const reset = await county.send('POST /government/reset-codes', {
      body: { email: person.user.email, reason: 'Forgotten' },
    });
    expect(reset.status, person.user.email).toBe(404);
  }
  expect((await give(newcomer)).status).toBe(201);
  expect((await first.send<User>('GET /auth/profile')).body.post?.county).toBeNull();
});

it('the post of the last manager cannot be ended, not even by two at once or by the operator', async () => {
  await app.admin('revoke-manage', 'unposted@gov.example');
  const own = (await first.send<User>('GET /auth/profile')).body.post!;
  const end = (by: Person, postId: string) => by.send<Problem>(`PUT /government/posts/${postId}/end`);
  await expect(app.admin('end-posts', first.user.email)).rejects.toThrow(/Assign such a post to a colleague/);

  // A manager with a last day does not count.
  const deputy = await colleague('deputy@gov.example', { ...NATIONAL, until: '2100-01-01' });
  await keepConfirmed();
  expect((await end(deputy, own._id)).body.code).toBe('last-manager');
  const lasting = await assign(first, deputy, NATIONAL);
  const results = await Promise.all([end(deputy, own._id), end(first, lasting._id)]);
  const managers = await app.sql`
    select from current_posts where place = '' and until_day is null and 'manage' = any(duties)`;
  expect(managers).toHaveLength(1);
  expect(results.map(({ status }) => status).sort()).not.toEqual([200, 200]);
});

it('a first official from before posts were required gets a national one at the next start', async () => {
  const settings = { ...DEPLOYED, OFFICIALS_SECOND_FACTOR: 'optional' };
  const open = await startBuilt({ ...settings, JURISDICTION: 'open' });
  const early = await open.as('government');
  const unposted = await open.as('government');
  await open.admin('grant-manage', unposted.user.email);
  const later = await Promise.all([startBuilt(settings, open), startBuilt(settings, open)]);
  const person = personAt(later[0]!, early);
  expect((await person.send<User>('GET /auth/profile')).body.post).toMatchObject({
    county: null,
    ...NATIONAL,
  });
  expect((await person.send('GET /government/analytics')).status).toBe(200);
  expect(await open.sql`select official_id from posts`).toEqual([{ official_id: early.user._id }]);
  for (const built of [...later, open]) await built.close();
});

it('settings of the environment apply instead of the defaults', async () => {
  const open = await startBuilt(
    { ...DEPLOYED, JURISDICTION: 'open', OFFICIALS_SECOND_FACTOR: 'optional' },
    app,
  );
  try {
    const invitation = lastToken((await app.admin('invite'))[0]!);
    const person = personAt(open, await register('open@gov.example', invitation));
    expect((await person.send('GET /government/analytics')).status).toBe(200);
  } finally {
    await open.close();
  }
});
