/** Suspension of officials by managers. */
import type { Case, Notice, Official, Post, Problem } from '@ardhi/contract';
import { expect, it } from 'vitest';
import { beforeTests, PASSWORD, type Person, testApp } from '../../../test/app.ts';
import { auditEntries } from '../../../test/audit.ts';
import { sent } from '../../../test/land.ts';
import { newApplication } from '../../../test/subsidies.ts';

const app = testApp();
// The first official manages.
const head = beforeTests(async () => {
  const person = await app.as('government', 'Achieng');
  await confirm(person);
  return person;
});

const confirm = (person: Person) => person.send('POST /auth/confirm', { body: { password: PASSWORD } });
const suspend = (by: Person, of: Person, suspended = true, reason = 'Left the office') =>
  by.send<Official & Problem>(`PUT /government/officials/${of.user._id}/suspended`, {
    body: { suspended, reason },
  });
const login = ({ user }: Person) =>
  app.send<{ token: string } & Problem>('POST /auth/login', {
    body: { email: user.email, password: PASSWORD },
  });
const post = (official: Person, county: string | undefined, duties: string[]) =>
  sent<Post>(head, 'POST /government/posts', { email: official.user.email, county, duties });

it('ends sessions, returns cases to the queue, ends issued codes, and can be lifted', async () => {
  const official = await app.as('government', 'Otieno');
  const farmer = await app.as('farmer');
  const { _id } = await newApplication(farmer);
  await sent<Case>(official, `PUT /government/queue/${_id}`, { from: null, to: official.user._id });
  await confirm(official);
  const body = { email: farmer.user.email, reason: 'Lost phone' };
  const { code } = await sent<{ code: string }>(official, 'POST /government/reset-codes', body);
  const invitation = await sent<{ _id: string; code: string }>(official, 'POST /government/invitations', {});

  expect((await suspend(head, official, true, ' ')).status).toBe(400);
  expect(await suspend(head, official)).toMatchObject({ status: 200, body: { suspended: true } });
  expect((await official.send('GET /auth/profile')).status).toBe(401);
  expect((await login(official)).body.code).toBe('account-suspended');
  const { body: cases } = await head.send<Case[]>('GET /government/queue', { query: { view: 'nobody' } });
  expect(cases).toMatchObject([{ _id, assignedTo: null }]);
  const reset = { code, password: 'another password' };
  expect((await app.send('POST /auth/reset-password', { body: reset })).status).toBe(400);
  const { body: listed } = await head.send<{ _id: string }[]>('GET /government/invitations');
  expect(listed.map((one) => one._id)).not.toContain(invitation._id);

  // A repetition changes nothing; lifting is logged and reported as well.
  expect((await suspend(head, official)).status).toBe(200);
  expect(await suspend(head, official, false, 'Back')).toMatchObject({
    status: 200,
    body: { suspended: false },
  });
  const entries = await auditEntries(app, official.user._id);
  expect(entries.filter(({ actor_id }) => actor_id === head.user._id)).toMatchObject([
    { action: 'user.suspend', after: { reason: 'Left the office' } },
    { action: 'user.unsuspend', after: { reason: 'Back' } },
  ]);
  const { token } = (await login(official)).body;
  const { body: notices } = await app.send<Notice[]>('GET /notices', {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(notices.map(({ body: text }) => text)).toEqual([
    expect.stringContaining('Achieng lifted the suspension'),
    expect.stringContaining('The reason: Left the office'),
  ]);
});

it('is for re-authenticated managers, within their area, never for themselves', async () => {
  const [national, inside, outside, nakuru, clerk] = [
    await app.as('government', 'Mwangi'),
    await app.as('government', 'Njeri'),
    await app.as('government', 'Wambui'),
    await app.as('government', 'Kamau'),
    await app.as('government', 'Chebet'),
  ];
  await post(inside, 'Nakuru', ['view']);
  await post(outside, 'Kericho', ['view']);
  await post(nakuru, 'Nakuru', ['view', 'manage']);
  expect((await suspend(nakuru, inside)).body.code).toBe('confirm-needed');
  for (const person of [nakuru, clerk]) await confirm(person);
  expect((await suspend(clerk, inside)).body.code).toBe('manage-needed');
  expect((await suspend(nakuru, nakuru)).body.code).toBe('own-suspension');
  expect((await suspend(head, head)).body.code).toBe('own-suspension');
  for (const person of [head, national, outside, await app.as('farmer')])
    expect((await suspend(nakuru, person)).status).toBe(404);
  expect((await suspend(nakuru, inside)).status).toBe(200);
  // A post elsewhere makes the account more than the county's own.
  await post(inside, 'Kericho', ['view']);
  expect((await suspend(nakuru, inside, false)).status).toBe(404);
});

it('leaves one of two managers who suspend each other at once', async () => {
  const deputy = await app.as('government', 'Barasa');
  await sent(head, `PUT /government/officials/${deputy.user._id}/duties`, { manage: true });
  await confirm(deputy);
  const both = await Promise.all([suspend(head, deputy), suspend(deputy, head)]);
  expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
  const managers = await app.sql`
    select from users where role = 'government' and manage and suspended_at is null`;
  expect(managers).toHaveLength(1);
});
