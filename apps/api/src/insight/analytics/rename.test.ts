/** A new name goes to all that lists and searches have of a farmer, while the same farmer changes land elsewhere. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { newParcel } from '../../../test/land.ts';
import type { Db } from '../../lib/database/db.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** Until so many statements wait for a lock. */
const waiting = (count: number) =>
  expect
    .poll(async () => {
      const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(app.db);
      return rows[0]!.count;
    })
    .toBe(count);

it('new land elsewhere and a new name wait for each other in one order', async () => {
  const farmer = await app.as('farmer');
  const { _id: id } = await newParcel(farmer, { location: { address: 'Njoro, Nakuru County' } });
  const application = { name: 'Pump', description: 'One pump', amount: 10 };
  expect((await farmer.send('POST /subsidies', { body: application })).status).toBe(201);

  const insideOne = (work: (db: Db) => Promise<unknown>) => app.db.transaction().execute(work);
  // The application leaves its county, as its farmer now has land in two.
  const getLand = (db: Db) =>
    sql`insert into parcels select (jsonb_populate_record(parcels, jsonb_build_object(
      'id', gen_random_uuid(), 'county', 'Meru', 'region', 'east'))).* from parcels where id = ${id}`.execute(
      db,
    );
  const rename = (db: Db) =>
    sql`update users set name = 'Njeri Kariuki' where id = ${farmer.user._id}`.execute(db);

  const both: Promise<unknown>[] = [];
  await insideOne(async (db) => {
    await sql`select from farmer_words where id = ${farmer.user._id} for update`.execute(db);
    both.push(insideOne(getLand));
    await waiting(1);
    both.push(insideOne(rename));
    await waiting(2);
  });
  // Had they taken their locks in two orders, PostgreSQL would have ended one of them.
  expect((await Promise.allSettled(both)).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
  const { rows } = await sql<{ name: string }>`
    select distinct name from farmer_areas where id = ${farmer.user._id}`.execute(app.db);
  expect(rows).toEqual([{ name: 'Njeri Kariuki' }]);
});
