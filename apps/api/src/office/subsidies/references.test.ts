/** Reference numbers: drawn by the database, read by the contract. */
import { COUNTIES } from '@ardhi/agronomy';
import type { Application, Case, ManagedSubsidy, Programme } from '@ardhi/contract';
import { today } from '@ardhi/contract/dates';
import { readReference } from '@ardhi/contract/reference';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { beforeTests, testApp } from '../../../test/app.ts';
import { insertParcel } from '../../../test/parcels.ts';
import { insertPost } from '../../../test/posts.ts';
import { newApplication, openProgramme } from '../../../test/subsidies.ts';

const app = testApp();
const farmer = beforeTests(() => app.as('farmer', 'Wanjiku Kamau'));
const official = beforeTests(() => app.as('government', 'Amina Yusuf'));

const year = today().slice(0, 4);

it('numbers a programme of the country and an application of a county, and shows them to farmer and official', async () => {
  const programme = await openProgramme(official);
  expect(programme.reference).toMatch(new RegExp(`^${year}-00-`));
  expect(readReference(programme.reference!)).toBe(programme.reference);
  await insertParcel(app.db, farmer.user._id, { county: 'Nakuru' });
  const application = await newApplication(farmer, { programmeId: programme._id });
  expect(application.reference).toMatch(new RegExp(`^${year}-32-`));
  expect(readReference(application.reference!)).toBe(application.reference);

  const own = await farmer.send<Application[]>('GET /subsidies');
  expect(own.body[0]!.reference).toBe(application.reference);
  const programmes = await farmer.send<Programme[]>('GET /subsidies/programmes');
  expect(programmes.body[0]!.reference).toBe(programme.reference);
  const queue = await official.send<Case[]>('GET /government/queue');
  expect(queue.body[0]!.reference).toBe(application.reference);
  const dossier = await official.send<ManagedSubsidy>(`GET /government/subsidies/${application._id}`);
  expect(dossier.body.reference).toBe(application.reference);
});

it('keeps the number when the application moves to another county', async () => {
  const application = await newApplication(farmer);
  await insertParcel(app.db, farmer.user._id, { county: 'Kisumu', sizeAcres: 900 });
  const { body } = await farmer.send<Application>(`GET /subsidies/${application._id}`);
  expect(body.reference).toBe(application.reference);
});

it('finds one row of the table by its number, however it is typed, within the area', async () => {
  const { reference = '', _id } = await newApplication(farmer);
  const find = (q: string) => official.send<ManagedSubsidy[]>('GET /subsidies/admin/all', { query: { q } });
  for (const typed of [reference, reference.toLowerCase().replaceAll('-', ' ')])
    expect((await find(typed)).body.map((row) => row._id)).toEqual([_id]);
  const elsewhere = await app.as('government', 'Officer of Mombasa');
  await insertPost(app, elsewhere, 'Mombasa');
  const { body } = await elsewhere.send('GET /subsidies/admin/all', { query: { q: reference } });
  expect(body).toEqual([]);
});

it('draws another number if one is taken', async () => {
  const { _id } = await newApplication(farmer);
  const [first, second] = await app.db.transaction().execute(async (db) => {
    const draw = async () => {
      await sql`select setseed(0.5)`.execute(db);
      const { rows } = await sql<{ drawn: string }>`select draw_reference(now(), null) as drawn`.execute(db);
      return rows[0]!.drawn;
    };
    const taken = await draw();
    await sql`update subsidies set reference = ${taken} where id = ${_id}`.execute(db);
    return [taken, await draw()];
  });
  expect(readReference(second!)).toBe(second);
  expect(second).not.toBe(first);
});

it('fills rows of older releases', async () => {
  await app.sql`update subsidies set reference = null`;
  await app.sql`call fill_references()`;
  const rows = await app.sql<{ reference: string }>`select reference from subsidies`;
  expect(rows.length).toBeGreaterThan(1);
  for (const { reference } of rows) expect(readReference(reference)).toBe(reference);
  expect(new Set(rows.map(({ reference }) => reference)).size).toBe(rows.length);
});

it('uses the official numbers of the counties', async () => {
  const codes = await app.sql<{ code: string }>`
    select county_code(name) as code from unnest(${COUNTIES.map(({ name }) => name)}::text[]) as name`;
  expect(codes.map(({ code }) => Number(code))).toEqual(COUNTIES.map((_, index) => index + 1));
});
