import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../test/databases.ts';
import { migrate } from './migrate.ts';

let database: TestDatabase;
let directory: string;

beforeEach(async () => {
  database = await createDatabase(inject('administratorUrl'));
  directory = mkdtempSync(join(tmpdir(), 'ardhi-migrations-'));
  write('0001_people.sql', 'create table people (id integer primary key, name text not null);');
  write(
    '0002_pets.sql',
    "create table pets (owner integer references people);\ninsert into people values (1, 'Achieng');",
  );
});

afterEach(async () => {
  await database.drop();
  rmSync(directory, { recursive: true });
});

const write = (name: string, sql: string) => writeFileSync(join(directory, name), sql);
const run = (options?: { upTo?: number }) => migrate(database.connectionString, directory, options);

async function query(text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

test('applies in order what is not there yet, once', async () => {
  expect(await run({ upTo: 1 })).toEqual({ applied: ['0001_people.sql'] });
  expect(await run()).toEqual({ applied: ['0002_pets.sql'] });
  expect(await run()).toEqual({ applied: [] });
  expect(await query('select number, name from migrations order by number')).toEqual([
    { number: 1, name: '0001_people.sql' },
    { number: 2, name: '0002_pets.sql' },
  ]);
});

test('lets one of several servers apply, while the others wait', async () => {
  const results = await Promise.all([run(), run(), run()]);
  expect(results.map(({ applied }) => applied.length).sort()).toEqual([0, 0, 2]);
  expect(await query('select name from people')).toEqual([{ name: 'Achieng' }]);
});

test('leaves nothing of a migration that fails, and says where it failed', async () => {
  write('0003_more.sql', 'create table more (id integer);\nselect nonsense\nfrom people;');
  await expect(run()).rejects.toThrow(
    'migration 0003_more.sql failed at line 2: column "nonsense" does not exist',
  );
  expect(
    await query(`select to_regclass('more') as more, (select max(number) from migrations) as last`),
  ).toEqual([{ more: null, last: 2 }]);
});

test('refuses a database that is newer than the code', async () => {
  await run();
  rmSync(join(directory, '0002_pets.sql'));
  await expect(run()).rejects.toThrow(
    'the database is newer than this version of Ardhi: it has migration 0002_pets.sql, and the last one known here is 0001_people.sql',
  );
});

test('refuses a migration that was changed after it was applied, but not for its line ends', async () => {
  await run();
  write(
    '0002_pets.sql',
    "create table pets (owner integer references people);\r\ninsert into people values (1, 'Achieng');",
  );
  expect(await run()).toEqual({ applied: [] });
  write('0002_pets.sql', 'create table pets (owner bigint);');
  await expect(run()).rejects.toThrow('migration 0002_pets.sql was changed after this database applied it');
});

test('refuses gaps and numbers used twice', async () => {
  write('0002_other.sql', 'select 1');
  await expect(run()).rejects.toThrow('0002_pets.sql should be migration 3');
});
