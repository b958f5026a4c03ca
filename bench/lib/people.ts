/** Bulk creation of users, with or without sessions. */
import { createHash, randomBytes } from 'node:crypto';
import { COUNTIES } from '@ardhi/agronomy';
import type { Role } from '@ardhi/contract';
import { sql } from 'kysely';
import type { Database } from '../../apps/api/src/lib/database/database.ts';
import type { Db } from '../../apps/api/src/lib/database/db.ts';
import { newId } from '../../apps/api/src/lib/database/id.ts';

export interface BenchPerson {
  id: string;
  token: string;
}

export async function addPeople(db: Db, count: number, role: Role): Promise<BenchPerson[]> {
  const people = Array.from({ length: count }, () => ({
    id: newId(),
    token: randomBytes(32).toString('base64url'),
  }));
  await db
    .insertInto('users')
    .values(
      people.map(({ id }) => ({
        id,
        email: `${id}@bench.example`,
        name: `Bench ${id}`,
        role,
        password_hash: '',
      })),
    )
    .execute();
  await db
    .insertInto('sessions')
    .values(
      people.map(({ id, token }) => ({
        id: newId(),
        user_id: id,
        token_hash: createHash('sha256').update(token).digest(),
        device: 'bench',
      })),
    )
    .execute();
  return people;
}

/** Assigns a post in that county to the official. */
export async function assignPost(db: Db, { id }: BenchPerson, county: string): Promise<void> {
  await sql`insert into posts (id, official_id, level, place, duties, from_day)
    values (${newId()}, ${id}, 'county', ${county}, '{view,decide}', '2020-01-01')`.execute(db);
}

/** Creates a session for an existing user. */
export async function signIn(db: Db, id: string): Promise<BenchPerson> {
  const token = randomBytes(32).toString('base64url');
  await db
    .insertInto('sessions')
    .values({
      id: newId(),
      user_id: id,
      token_hash: createHash('sha256').update(token).digest(),
      device: 'bench',
    })
    .execute();
  return { id, token };
}

const FIRST = [
  'Wanjiku',
  'Kamau',
  'Achieng',
  'Otieno',
  'Mutua',
  'Chebet',
  'Hassan',
  'Njeri',
  'Barasa',
  'Amina',
];
const LAST = [
  'Otieno',
  'Njoroge',
  'Mwangi',
  'Kiptoo',
  'Abdi',
  'Wafula',
  'Musyoka',
  'Ochieng',
  'Karanja',
  'Ali',
];

const TRIGGER_TABLES = ['users', 'parcels', 'farmer_places'];

/** Farmers with a parcel each, spread over the counties. */
export async function addFarmers({ db, pool }: Database, count: number): Promise<void> {
  // Totals are written once at the end instead of row by row by triggers.
  for (const table of TRIGGER_TABLES) await pool.query(`alter table ${table} disable trigger user`);
  for (let from = 1; from <= count; from += BATCH_SIZE)
    await addBatch(db, from, Math.min(count, from + BATCH_SIZE - 1));
  await pool.query(`
    insert into farmer_places (owner_id, north, south, east, west)
    select owner_id, sum((region = 'north')::int), sum((region = 'south')::int), sum((region = 'east')::int),
      sum((region = 'west')::int)
    from parcels group by owner_id on conflict do nothing`);
  await pool.query(
    `
    insert into rollup_farmers (region, farmers)
    select 'all', $1::int union all select region, count(distinct owner_id) from parcels group by region
    on conflict (region) do update set farmers = rollup_farmers.farmers + excluded.farmers`,
    [count],
  );
  for (const table of TRIGGER_TABLES) await pool.query(`alter table ${table} enable trigger user`);
  await pool.query('vacuum analyze users, parcels, farmer_places');
}

const BATCH_SIZE = 100_000;

async function addBatch(db: Db, from: number, to: number): Promise<void> {
  const names = COUNTIES.map(({ name }) => name);
  const regions = COUNTIES.map(({ region }) => region);
  await sql`
    with people as (
      insert into users (id, email, name, role, password_hash)
      select gen_random_uuid(), 'mkulima' || n || '@bench.example',
        (${FIRST}::text[])[1 + n % 10] || ' ' || (${LAST}::text[])[1 + (n / 10) % 10] || ' ' || n, 'farmer', ''
      from generate_series(${from}::int, ${to}::int) as n
      returning id
    ),
    numbered as (select id, 1 + (row_number() over ())::int % ${names.length}::int as county from people)
    insert into parcels (id, owner_id, name, size_acres, county, region, county_source,
      score_as_of, score_version, inputs_hash)
    select gen_random_uuid(), id, 'Shamba', 2, (${names}::text[])[county], (${regions}::text[])[county],
      'address', '2026-01-01', '1', ''
    from numbered`.execute(db);
}
