/** Settings of release 0.2 in an upgraded database: they apply until a manager switches each to its safe default. */
import type { Problem, User } from '@ardhi/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  beforeTests,
  PASSWORD,
  type Person,
  signInAgain,
  startTestApp,
  type TestApp,
} from '../../../test/app.ts';
import { personAt } from '../../../test/client.ts';
import { openEventStream } from '../../../test/event-stream.ts';

const DEPLOYED = { PUBLIC_URL: 'https://ardhi.example' };
const OLD = { jurisdiction: 'open', officialsSecondFactor: 'optional', requireSecondOfficial: false };
const SAFE = { jurisdiction: 'strict', officialsSecondFactor: 'required', requireSecondOfficial: true };

/** On loopback, where the first official registers and the rows of an upgrade are stored. */
const old = beforeTests(() => startTestApp());
const manager = beforeTests(() => old.as('government', 'Achieng'));
const clerk = beforeTests(() => old.as('government', 'Otieno'));
beforeAll(async () => {
  await old.sql`
    insert into stored_settings (name, value) values
      ('OFFICIALS_SECOND_FACTOR', 'optional'), ('JURISDICTION', 'open'),
      ('REQUIRE_SECOND_OFFICIAL', 'false'), ('APPROVAL_LIMIT', '')`;
});
const here = beforeTests(() => startTestApp(DEPLOYED, old.connectionString));
const there = beforeTests(() => startTestApp(DEPLOYED, old.connectionString));
afterAll(async () => {
  await there.close();
  await here.close();
  await old.close();
});

const work = (app: TestApp, person: Person) =>
  personAt(app, person).send<Problem>('GET /government/analytics');
const settings = (person: Person) => person.send<string[]>('GET /government/settings');
const switchOn = (person: Person, name: string) =>
  person.send<string[] & Problem>(`DELETE /government/settings/${name}`);

it('are listed for managers of a deployed server, unless the environment sets them', async () => {
  expect(here.env).toMatchObject({ ...OLD, approvalLimitCents: null });
  const list = async (app: TestApp) => (await settings(personAt(app, manager))).body;
  const ALL = ['OFFICIALS_SECOND_FACTOR', 'JURISDICTION', 'REQUIRE_SECOND_OFFICIAL', 'APPROVAL_LIMIT'];
  expect(await list(here)).toEqual(ALL);
  expect(await list(old)).toEqual([]);
  const explicit = { ...DEPLOYED, JURISDICTION: 'strict', APPROVAL_LIMIT: '5000' };
  const third = await startTestApp(explicit, old.connectionString);
  expect(third.env).toMatchObject({ ...OLD, jurisdiction: 'strict', approvalLimitCents: 5000_00 });
  const { body } = await settings(personAt(here, clerk));
  expect(body).toMatchObject({ code: 'manage-needed' });
  await third.close();
});

it('switch in every process at once, and lock no manager out', async () => {
  const head = personAt(here, manager);
  expect((await switchOn(head, 'JURISDICTION')).body.code).toBe('confirm-needed');
  await head.send('POST /auth/confirm', { body: { password: PASSWORD } });
  expect((await switchOn(personAt(old, manager), 'JURISDICTION')).status).toBe(404);

  const stream = await openEventStream(there.url, clerk);
  expect((await work(there, clerk)).status).toBe(200);
  expect((await switchOn(head, 'JURISDICTION')).body).toEqual([
    'OFFICIALS_SECOND_FACTOR',
    'REQUIRE_SECOND_OFFICIAL',
    'APPROVAL_LIMIT',
  ]);
  // Ends when the process has the new value; the browser reconnects with the new scope.
  while (await stream.next());
  expect((await work(there, clerk)).body.code).toBe('post-needed');
  await expect.poll(async () => (await work(here, clerk)).body.code).toBe('post-needed');
  for (const app of [here, there]) expect((await work(app, manager)).status).toBe(200);
  const { body } = await head.send<User>('GET /auth/profile');
  expect(body.post).toMatchObject({ county: null, duties: ['view', 'decide', 'manage'] });

  // A time limit from before does not apply, and starts at the next sign-in.
  await old.sql`update users set enrol_until = now() - interval '1 day' where id = ${clerk.user._id}`;
  const own = await openEventStream(here.url, manager);
  expect((await switchOn(head, 'OFFICIALS_SECOND_FACTOR')).status).toBe(200);
  while (await own.next());
  expect((await work(here, manager)).body.code).toBe('second-factor-required');
  const { body: factors } = await personAt(here, clerk).send('GET /auth/second-factors');
  expect(factors).toMatchObject({ mode: 'required', needsCode: false });
  await signInAgain(here, clerk);
  const limited = await old.sql`
    select from users where id = ${clerk.user._id} and enrol_until - now() between '23 hours' and '24 hours'`;
  expect(limited).toHaveLength(1);
});

it('use the safe defaults after the last switch', async () => {
  await old.sql`delete from stored_settings`;
  await here.services.transaction(async ({ emit }) => emit({ offices: 'all' }, 'settings'));
  await expect.poll(() => there.env).toMatchObject({ ...SAFE, approvalLimitCents: 100_000_00 });
  expect(old.env).toMatchObject(OLD);
  const later = await startTestApp(DEPLOYED, old.connectionString);
  expect(later.env).toMatchObject(SAFE);
  await later.close();
});
