/** A rename updates all lists and search indexes of a farmer, while the same farmer gets land elsewhere. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { expectExact } from '../../../test/analytics.ts';
import { testApp } from '../../../test/app.ts';
import { newParcel } from '../../../test/land.ts';
import type { Db } from '../../lib/database/db.ts';

const app = testApp();
const inTransaction = (work: (db: Db) => Promise<unknown>) => app.db.transaction().execute(work);

/** Polls until this many statements are blocked by a lock. */
const expectBlocked = (count: number) =>
  expect
    .poll(async () => {
      const { count } = await app.row<{ count: number }>`
      select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
      return count;
    })
    .toBe(count);

it('concurrent new land and a rename take their locks in the same order', async () => {
  const farmer = await app.as('farmer');
  const { _id: id } = await newParcel(farmer, { location: { address: 'Njoro, Nakuru County' } });
  const application = { name: 'Pump', description: 'One pump', amount: 10 };
  expect((await farmer.send('POST /subsidies', { body: application })).status).toBe(201);

  // The application leaves its county, because its farmer now has land in two counties.
  const addLand = (db: Db) =>
    sql`insert into parcels select (jsonb_populate_record(parcels, jsonb_build_object(
      'id', gen_random_uuid(), 'county', 'Meru', 'region', 'east'))).* from parcels where id = ${id}`.execute(
      db,
    );
  const rename = (db: Db) =>
    sql`update users set name = 'Njeri Kariuki' where id = ${farmer.user._id}`.execute(db);

  const both: Promise<unknown>[] = [];
  await inTransaction(async (db) => {
    await sql`select from farmer_words where id = ${farmer.user._id} for update`.execute(db);
    both.push(inTransaction(addLand));
    await expectBlocked(1);
    both.push(inTransaction(rename));
    await expectBlocked(2);
  });
  // With different lock orders, PostgreSQL would have aborted one of them as a deadlock.
  expect((await Promise.allSettled(both)).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
  const rows = await app.sql<{ name: string }>`
    select distinct name from farmer_areas where id = ${farmer.user._id}`;
  expect(rows).toEqual([{ name: 'Njeri Kariuki' }]);
});

it.each(['land', 'name'])(
  'a farmer’s first land and a rename at the same time, first the %s',
  async (first) => {
    const { _id: id } = await newParcel(await app.as('farmer'));
    const { user } = await app.as('farmer');
    const addLand = (db: Db) =>
      sql`insert into parcels select (jsonb_populate_record(parcels, jsonb_build_object(
      'id', gen_random_uuid(), 'owner_id', ${user._id}::text))).* from parcels where id = ${id}`.execute(db);
    const rename = (db: Db) =>
      sql`update users set name = 'Njeri Kariuki' where id = ${user._id}`.execute(db);
    const [one, other] = first === 'land' ? [addLand, rename] : [rename, addLand];
    let second: Promise<unknown> | undefined;
    await inTransaction(async (db) => {
      await one(db);
      second = inTransaction(other);
      await expectBlocked(1);
    });
    await second;
    await expectExact(app.db);
  },
);
