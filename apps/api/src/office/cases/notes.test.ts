/** Internal notes: for officials who can see the case, never for the farmer. */
import { api, type Call, type CaseNote, type Problem, type SubsidyDossier } from '@ardhi/contract';
import { beforeAll, expect, it } from 'vitest';
import { beforeTests, PASSWORD, type Person, signInAgain, testApp } from '../../../test/app.ts';
import { newParcel } from '../../../test/land.ts';
import { insertPost } from '../../../test/posts.ts';
import { manage, newApplication } from '../../../test/subsidies.ts';

const app = testApp();
const SECRET = 'Quokka: the chief disputes the boundary';
const farmer = beforeTests(() => app.as('farmer', 'Wanjiru'));
let amina: Person;
let peter: Person;
let outside: Person;
let id: string;
beforeAll(async () => {
  [amina, peter, outside] = [
    await app.as('government', 'Amina'),
    await app.as('government', 'Peter'),
    await app.as('government', 'Rotich'),
  ];
  for (const person of [amina, peter]) await insertPost(app, person, 'Nakuru');
  await insertPost(app, outside, 'Kericho');
  const parcel = await newParcel(farmer, { county: 'Nakuru' });
  id = (await newApplication(farmer, { name: 'Seed', parcelIds: [parcel._id] }))._id;
});

const add = (official: Person, content: string, to = id) =>
  official.send<{ notes: CaseNote[] } & Problem>(`POST /government/subsidies/${to}/notes`, {
    body: { content },
  });
const notesOf = async (official: Person) =>
  (await official.send<SubsidyDossier>(`GET /government/subsidies/${id}`)).body.notes;

it('are listed with author and time for officials who see the case, and logged without their text', async () => {
  const { status, body } = await add(amina, SECRET);
  expect([status, body.notes]).toMatchObject([201, [{ content: SECRET, author: { name: 'Amina' } }]]);
  await add(peter, 'I visit on Monday');
  expect(await notesOf(amina)).toMatchObject([
    { content: SECRET },
    { content: 'I visit on Monday', author: { name: 'Peter' }, createdAt: expect.any(String) },
  ]);
  expect((await add(outside, 'Not mine')).status).toBe(404);
  expect((await add(farmer, 'Mine')).status).toBe(403);
  const entries = await app.sql<{ entry: string }>`
    select row_to_json(audit_log)::text as entry from audit_log where action = 'case.note'`;
  expect(entries).toHaveLength(2);
  expect(JSON.stringify(entries)).not.toContain('Quokka');
});

it('no call that a farmer may make contains a note', async () => {
  await manage(amina, id, { status: 'rejected', reason: 'Budget is spent' });
  await signInAgain(app, farmer);
  const open = new Set(['public', 'signed-in', 'farmer']);
  const reads = (Object.keys(api) as Call[]).filter(
    (call) => call.startsWith('GET ') && open.has(api[call].access) && call !== 'GET /events',
  );
  const { body: notices } = await farmer.send<{ _id: string }[]>('GET /notices');
  expect(notices.length).toBeGreaterThan(0);
  for (const call of reads) {
    // Every id in a path is tried with the application's.
    const response = await fetch(`${app.url}/api${call.slice(4).replace(/\{\w+\}/g, id)}`, {
      headers: { authorization: `Bearer ${farmer.token}` },
    });
    expect([call, (await response.text()).includes('Quokka')]).toEqual([call, false]);
  }
  expect(reads.length).toBeGreaterThan(30);
  const data = await farmer.send('GET /auth/data');
  expect(data.status).toBe(200);
  expect(JSON.stringify(data.body)).toContain(id);
  // The response of a write, too.
  const appeal = await farmer.send(`POST /subsidies/${id}/appeal`, { body: { reason: 'Look again' } });
  expect(JSON.stringify(appeal.body)).not.toContain('Quokka');
});

it('are deleted with the account of the farmer', async () => {
  await farmer.send('POST /auth/confirm', { body: { password: PASSWORD } });
  const deleted = await farmer.send('DELETE /auth/account', { body: { password: PASSWORD } });
  expect(deleted.status).toBe(200);
  expect(await app.sql`select from case_notes`).toEqual([]);
  expect((await add(amina, 'Too late')).status).toBe(404);
  const stored = await app.sql`select from idempotency_keys where answer like '%Quokka%'`;
  expect(stored).toEqual([]);
});
