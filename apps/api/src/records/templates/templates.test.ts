import type { Problem, TextTemplate } from '@ardhi/contract';
import { fillTemplate, unknownPlaceholders } from '@ardhi/contract/template-text';
import { beforeAll, expect, it } from 'vitest';
import { beforeTests, type Person, testApp } from '../../../test/app.ts';
import { insertPost } from '../../../test/posts.ts';

const app = testApp();
const national = beforeTests(() => app.as('government', 'Achieng'));
let amina: Person;
let peter: Person;
beforeAll(async () => {
  [amina, peter] = [await app.as('government', 'Amina'), await app.as('government', 'Peter')];
  for (const person of [amina, peter]) await insertPost(app, person, 'Nakuru');
});

const missing = {
  kind: 'return',
  name: 'Missing parcel',
  english: 'Dear {farmer}, please name the parcel of {reference}.',
  kiswahili: 'Ndugu {farmer}, taja shamba la ombi {reference}.',
};
const list = async (official: Person, query = {}) =>
  (await official.send<TextTemplate[]>('GET /government/templates', { query })).body;

it('are shared within the office: colleagues edit and delete them, other offices do not see them', async () => {
  const { status, body: saved } = await amina.send<TextTemplate>('POST /government/templates', {
    body: missing,
  });
  expect([status, saved]).toMatchObject([201, { ...missing, revision: 1 }]);
  expect(await list(peter, { kind: 'return' })).toEqual([saved]);
  expect(await list(peter, { kind: 'message' })).toEqual([]);
  expect(await list(national)).toEqual([]);

  const { kind: _, ...texts } = missing;
  const path = `/government/templates/${saved._id}`;
  const edit = { ...texts, english: 'Dear {farmer}', revision: 1 };
  expect((await national.send(`PUT ${path}`, { body: edit })).status).toBe(404);
  expect((await peter.send(`PUT ${path}`, { body: edit })).body).toMatchObject({ english: 'Dear {farmer}' });
  // Optimistic concurrency: the colleague's version is returned.
  expect(await amina.send(`PUT ${path}`, { body: edit })).toMatchObject({
    status: 409,
    body: { code: 'stale', current: { revision: 2 } },
  });
  expect((await national.send(`DELETE ${path}`)).status).toBe(404);
  expect((await peter.send(`DELETE ${path}`)).status).toBe(200);
  expect(await list(amina)).toEqual([]);
  expect(await app.sql`select action from audit_log where entity_id = ${saved._id} order by id`).toEqual([
    { action: 'template.create' },
    { action: 'template.update' },
    { action: 'template.delete' },
  ]);
});

it('refuses unknown placeholders, those that a message cannot fill, and a name twice', async () => {
  const save = (body: object) => amina.send<Problem>('POST /government/templates', { body });
  expect(await save({ ...missing, kiswahili: 'Ndugu {famer}' })).toMatchObject({
    status: 400,
    body: { issues: [{ path: 'kiswahili', code: 'placeholder' }] },
  });
  expect((await save({ ...missing, kind: 'message' })).body.issues?.[0]).toMatchObject({ path: 'english' });
  expect((await save(missing)).status).toBe(201);
  expect((await save({ ...missing, name: 'MISSING parcel' })).body.issues?.[0]).toMatchObject({
    path: 'name',
    code: 'template-name',
  });
  // Two at once: one of them gets the name.
  const both = await Promise.all([1, 2].map(() => save({ ...missing, name: 'Twice' })));
  expect(both.map(({ status }) => status).sort()).toEqual([201, 400]);
});

it('needs the duty to decide to change them', async () => {
  const viewer = await app.as('government', 'Viewer');
  await insertPost(app, viewer, 'Nakuru', ['view']);
  expect((await viewer.send('POST /government/templates', { body: missing })).status).toBe(403);
  expect((await viewer.send('GET /government/templates')).status).toBe(200);
});

it('fills placeholders, and leaves those without a value', () => {
  expect(
    fillTemplate('{farmer}: { reference }, {programme}', { farmer: 'Wanjiru', reference: 'NAK-1' }),
  ).toBe('Wanjiru: NAK-1, {programme}');
  expect(unknownPlaceholders('message', '{farmer} {amount} {}')).toEqual(['amount', '']);
});
