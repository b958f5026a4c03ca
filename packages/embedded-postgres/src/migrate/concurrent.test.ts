import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type BareDatabase, bareDatabase, newRelease, type Release } from '../../test/release.ts';
import { backup, restore } from '../backup.ts';

let database: BareDatabase;
let release: Release;

const INDEXES = `-- without a transaction
-- Names are looked for, and are one of a kind.
create index concurrently people_name on people (lower(name));
create unique index concurrently people_id on people (id);
`;

beforeEach(async () => {
  database = await bareDatabase();
  release = newRelease({
    'migrations/0001_people.sql': `create table people (id integer, name text not null);
      insert into people select n, 'Achieng ' || n from generate_series(1, 100) as n`,
  });
  await database.upgrade(release);
  release.write('migrations/0002_names.sql', INDEXES);
});
afterEach(async () => {
  await database.drop();
  release.clear();
});

const indexes = (of = database) =>
  of.query(`
    select indexrelid::regclass::text as name, indisvalid as valid from pg_index
    where indrelid = 'people'::regclass order by 1`);
const validIndexes = [
  { name: 'people_id', valid: true },
  { name: 'people_name', valid: true },
];

/** Resolves when the index build is waiting for older transactions. */
const untilBuildWaits = () =>
  expect
    .poll(() => database.query('select from pg_stat_progress_create_index where phase like $1', ['waiting%']))
    .toHaveLength(1);

test('builds an index while others write and several servers start', async () => {
  const writer = await database.connect();
  await writer.query(`begin; insert into people values (101, 'Atieno')`);
  const upgrades = [1, 2, 3].map(() => database.upgrade(release));
  await untilBuildWaits();
  await database.query(`insert into people values (102, 'Wanjiru')`);
  await writer.query('commit');
  const results = await Promise.all(upgrades);
  expect(results.flat()).toEqual(['0002_names.sql']);
  expect(await indexes()).toEqual(validIndexes);
});

test('restarts an interrupted build and keeps valid indexes', async () => {
  const holder = await database.connect();
  await holder.query(`begin; insert into people values (101, 'Atieno')`);
  const interrupted = database.upgrade(release);
  interrupted.catch(() => undefined);
  await untilBuildWaits();
  await database.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where query like 'create index concurrently%'`,
  );
  await expect(interrupted).rejects.toThrow('migration 0002_names.sql failed: terminating connection');
  await holder.query('commit');
  expect(await indexes()).toEqual([{ name: 'people_name', valid: false }]);

  expect(await database.upgrade(release)).toEqual(['0002_names.sql']);
  expect(await indexes()).toEqual(validIndexes);
  expect(await database.upgrade(release)).toEqual([]);
});

test('fails again until the data is corrected', async () => {
  await database.query(`insert into people values (1, 'Achieng the other')`);
  const nameIndexOid = async () => (await database.query(`select 'people_name'::regclass::oid as oid`))[0];
  await expect(database.upgrade(release)).rejects.toThrow('could not create unique index "people_id"');
  const built = await nameIndexOid();
  await expect(database.upgrade(release)).rejects.toThrow('could not create unique index "people_id"');
  await database.query(`delete from people where name = 'Achieng the other'`);
  await database.upgrade(release);
  expect(await indexes()).toEqual(validIndexes);
  expect(await nameIndexOid()).toEqual(built);
});

test('runs after the transaction of the upgrade, and drops indexes the same way', async () => {
  release.write('migrations/0003_pets.sql', 'create table pets (name text not null);');
  release.write(
    'migrations/0004_drop.sql',
    '-- without a transaction\ndrop index concurrently if exists people_name;\n',
  );
  expect(await database.upgrade(release)).toEqual(['0003_pets.sql', '0002_names.sql', '0004_drop.sql']);
  expect(await indexes()).toEqual([{ name: 'people_id', valid: true }]);
});

test('a restored backup has its indexes', async () => {
  await database.upgrade(release);
  const target = await bareDatabase();
  const file = join(release.directory, 'people.backup');
  try {
    await backup(database.connectionString, file);
    await restore(target.connectionString, file, { migrations: release.directory });
    expect(await indexes(target)).toEqual(validIndexes);
    expect(await target.upgrade(release)).toEqual([]);
  } finally {
    await target.drop();
  }
});

test('other statements are refused', async () => {
  release.write('migrations/0002_names.sql', `${INDEXES}update people set name = upper(name);`);
  await expect(database.upgrade(release)).rejects.toThrow('not: update people set name = upper(name)');
  expect(await indexes()).toEqual([]);
});
