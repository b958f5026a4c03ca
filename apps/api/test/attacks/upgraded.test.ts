/** A ministry that upgraded from 0.2.0, deployed: it keeps its settings until a manager switches each to the safe one. */
import type { Post, Problem, SignedIn } from '@ardhi/contract';
import { restore } from '@ardhi/embedded-postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase } from '../database.ts';
import { openEventStream } from '../event-stream.ts';
import { BACKUP, oldDatabase, release } from '../upgrade/databases.ts';
import { type Built, confirm, DEPLOYED, PASSWORD, type Person, personAt, startBuilt } from './built.ts';
import { enrolTotp } from './enrol-totp.ts';

/** The officials of the fixture; the first one manages. */
const OFFICIALS = ['mkulima61@example.org', 'mkulima62@example.org', 'mkulima63@example.org'];
const ALL = ['OFFICIALS_SECOND_FACTOR', 'JURISDICTION', 'REQUIRE_SECOND_OFFICIAL', 'APPROVAL_LIMIT'];
const LINE = /keeps settings of version 0\.2: (.*)\. A manager/;

let here: Built;
let there: Built;
let manager: Person;
let clerk: Person;
beforeAll(async () => {
  const database = await oldDatabase();
  here = await startBuilt(DEPLOYED, database);
  there = await startBuilt(DEPLOYED, database);
  // The fixture has no passwords.
  const { user } = await here.as('farmer');
  await here.sql`
    update users set password_hash = (select password_hash from users where id = ${user._id})
    where password_hash = ''`;
});
afterAll(async () => {
  await there?.close();
  await here?.close();
});

const login = (app: Built, email: string, proof: object = {}) =>
  app.send<SignedIn & Problem>('POST /auth/login', { body: { email, password: PASSWORD, ...proof } });
const workAt = async (app: Built, person: Person) =>
  (await personAt(app, person).send<Problem>('GET /government/analytics')).body.code ?? 'ok';
const settings = (person: Person) => person.send<string[] & Problem>('GET /government/settings');
const switchOn = (person: Person, name: string) =>
  person.send<string[] & Problem>(`DELETE /government/settings/${name}`);

it('keeps the old values: everyone signs in with the password, and an official decides alone', async () => {
  await expect.poll(() => LINE.exec(here.output())?.[1]).toBe(ALL.join(', '));
  for (const email of [...OFFICIALS, 'mkulima1@example.org', 'mkulima2@example.org'])
    expect((await login(here, email)).status, email).toBe(200);
  manager = personAt(here, (await login(here, OFFICIALS[0]!)).body);
  clerk = personAt(there, (await login(there, OFFICIALS[1]!)).body);
  expect(await workAt(there, clerk)).toBe('ok');

  const programme = await manager.send<{ _id: string }>('POST /government/subsidies', {
    body: { name: 'Seed', description: 'For all', amount: 900_000 },
  });
  const approve = (id: string) =>
    manager.send<{ status: string }>(`PUT /government/subsidies/${id}`, { body: { status: 'approved' } });
  expect((await approve(programme.body._id)).body.status).toBe('approved');
  const farmer = await here.as('farmer');
  const application = await farmer.send<{ _id: string }>('POST /subsidies', {
    body: { name: 'Pump', description: 'Solar', amount: 250_000 },
  });
  expect((await approve(application.body._id)).body.status).toBe('approved');
});

it('shows them to national managers, who must re-authenticate to switch one', async () => {
  expect((await settings(manager)).body).toEqual(ALL);
  expect((await settings(clerk)).body.code).toBe('manage-needed');
  expect((await switchOn(manager, 'JURISDICTION')).body.code).toBe('confirm-needed');
  await confirm(manager, { password: PASSWORD });
  expect((await switchOn(manager, 'LOG_LEVEL')).status).toBe(404);
  await confirm(clerk, { password: PASSWORD });
  expect((await switchOn(clerk, 'JURISDICTION')).status).toBe(403);
});

it('JURISDICTION: managers get a national post, others need one at once in every process', async () => {
  const stream = await openEventStream(there.url, clerk);
  expect((await switchOn(manager, 'JURISDICTION')).body).not.toContain('JURISDICTION');
  expect((await switchOn(manager, 'JURISDICTION')).status).toBe(404);
  while (await stream.next());
  for (const app of [here, there]) {
    await expect.poll(() => workAt(app, clerk)).toBe('post-needed');
    await expect.poll(() => workAt(app, manager)).toBe('ok');
  }
  const { status } = await manager.send<Post>('POST /government/posts', {
    body: { email: OFFICIALS[1], county: 'Nakuru', duties: ['view', 'decide'] },
  });
  expect(status).toBe(201);
  await expect.poll(() => workAt(there, clerk)).toBe('ok');
});

it('OFFICIALS_SECOND_FACTOR: everyone enrols at the next sign-in, and streams end', async () => {
  const stream = await openEventStream(there.url, clerk);
  expect((await switchOn(manager, 'OFFICIALS_SECOND_FACTOR')).status).toBe(200);
  while (await stream.next());
  for (const app of [here, there])
    for (const person of [manager, clerk])
      await expect.poll(() => workAt(app, person)).toBe('second-factor-required');
  const refused = await fetch(`${there.url}/api/events`, {
    headers: { authorization: `Bearer ${clerk.token}` },
  });
  expect(refused.status).toBe(403);

  const [, , third] = OFFICIALS;
  const enrolling = personAt(there, (await login(there, third!)).body);
  const { code } = await enrolTotp(enrolling);
  expect((await login(here, third!)).body.code).toBe('second-factor-needed');
  expect((await login(here, third!, { code: code() })).status).toBe(200);
  // The time for the others began with their sign-in, not with the switch.
  const waiting = await here.sql`
    select from users where email = ${OFFICIALS[0]} and enrol_until - now() between '13 days' and '14 days'`;
  expect(waiting).toHaveLength(1);
  for (const person of [manager, clerk]) {
    await enrolTotp(person);
    // The other process learns of it by an event.
    await expect.poll(() => workAt(there, person)).toBe('ok');
  }
});

it('REQUIRE_SECOND_OFFICIAL, APPROVAL_LIMIT: apply at once, and nothing is left', async () => {
  await here.sql`update sessions set confirmed_at = now()`;
  expect((await switchOn(manager, 'REQUIRE_SECOND_OFFICIAL')).body).toEqual(['APPROVAL_LIMIT']);
  /** The code of the response to the creator. Each attempt needs a new programme. */
  const approveAt = async (app: Built) => {
    const person = personAt(app, manager);
    const { body } = await person.send<{ _id: string }>('POST /government/subsidies', {
      body: { name: 'Tools', description: 'For all', amount: 10 },
    });
    const approval = { body: { status: 'approved' } };
    return (await person.send<Problem>(`PUT /government/subsidies/${body._id}`, approval)).body.code;
  };
  for (const app of [here, there]) await expect.poll(() => approveAt(app)).toBe('second-official');
  expect((await switchOn(manager, 'APPROVAL_LIMIT')).body).toEqual([]);
  const logged = await here.sql<{ setting: string }>`
    select after->>'setting' as setting from audit_log
    where action = 'setting.default' and actor_id = ${manager.user._id} order by id`;
  expect(logged.map(({ setting }) => setting)).toEqual([
    'JURISDICTION',
    'OFFICIALS_SECOND_FACTOR',
    'REQUIRE_SECOND_OFFICIAL',
    'APPROVAL_LIMIT',
  ]);
});

it('a later start uses the safe defaults', async () => {
  const later = await startBuilt(DEPLOYED, here);
  expect(await workAt(later, clerk)).toBe('ok');
  expect((await login(later, OFFICIALS[1]!)).body.code).toBe('second-factor-needed');
  expect(later.output()).not.toMatch(LINE);
  await later.close();
});

it('a restored back-up of 0.2.0 keeps them as well, unless the environment sets them', async () => {
  const database = await createTestDatabase({ empty: true });
  await restore(database.connectionString, BACKUP, { migrations: release.directory });
  const restored = await startBuilt({ ...DEPLOYED, OFFICIALS_SECOND_FACTOR: 'required' }, database);
  await expect
    .poll(() => LINE.exec(restored.output())?.[1])
    .toBe('JURISDICTION, REQUIRE_SECOND_OFFICIAL, APPROVAL_LIMIT');
  // The password alone is enough for a first factor only for two weeks.
  const unlimited = await restored.sql`
    select from users where role = 'government' and coalesce(enrol_until > now() + interval '14 days', true)`;
  expect(unlimited).toEqual([]);
  await restored.close();
  await database.drop();
});
