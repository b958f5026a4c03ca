import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type BareDatabase, bareDatabase, newRelease, type Release } from '../test/release.ts';
import { readMigrations } from './migrate/files.ts';

let database: BareDatabase;
let release: Release;

beforeEach(async () => {
  database = await bareDatabase();
  release = newRelease({
    'migrations/0001_people.sql': 'create table people (id integer primary key, name text not null);',
    'migrations/0002_pets.sql':
      "create table pets (owner integer references people);\ninsert into people values (1, 'Achieng');",
  });
});

afterEach(async () => {
  await database.drop();
  release.clear();
});

const last = () => database.query('select max(number) as number from migrations');

test('applies pending migrations once and in order', async () => {
  expect(await database.upgrade(release, { upTo: 1 })).toEqual(['0001_people.sql']);
  expect(await database.upgrade(release)).toEqual(['0002_pets.sql']);
  expect(await database.upgrade(release)).toEqual([]);
  expect(await database.query('select number, name from migrations order by number')).toEqual([
    { number: 1, name: '0001_people.sql' },
    { number: 2, name: '0002_pets.sql' },
  ]);
});

test('a baseline continues under the number of the last migration that it replaces', async () => {
  await database.upgrade(release);
  const older = await bareDatabase();
  const fresh = await bareDatabase();
  try {
    await older.upgrade(release, { upTo: 1 });
    const replaced = readMigrations(release.directory).at(-1)!;
    release.remove('migrations/0001_people.sql');
    release.remove('migrations/0002_pets.sql');
    release.write(
      'migrations/0002_baseline.sql',
      `-- Both tables.\n-- replaces: ${replaced.name} ${replaced.sha256}\ncreate table people (id integer); create table pets (owner integer);`,
    );
    release.add('toys', 'create table toys (id integer);');
    expect(await database.upgrade(release)).toEqual(['0003_toys.sql']);
    expect(await fresh.upgrade(release)).toEqual(['0002_baseline.sql', '0003_toys.sql']);
    await expect(older.upgrade(release)).rejects.toThrow(
      'migration 0001_people.sql is older than this version of Ardhi can continue from: start the version with 0002_pets.sql once, then this one',
    );
  } finally {
    await older.drop();
    await fresh.drop();
  }
});

test('lets one of several servers apply the migrations while the others wait', async () => {
  const results = await Promise.all([1, 2, 3].map(() => database.upgrade(release)));
  expect(results.map(({ length }) => length).sort()).toEqual([0, 0, 2]);
  expect(await database.query('select name from people')).toEqual([{ name: 'Achieng' }]);
});

test('rolls back a failed upgrade and reports where it failed', async () => {
  await database.upgrade(release);
  release.write('migrations/0003_toys.sql', 'create table toys (id integer);');
  release.write('migrations/0004_more.sql', 'create table more (id integer);\nselect nonsense\nfrom people;');
  await expect(database.upgrade(release)).rejects.toThrow(
    'migration 0004_more.sql failed at line 2: column "nonsense" does not exist',
  );
  expect(await database.query(`select to_regclass('more') as more, to_regclass('toys') as toys`)).toEqual([
    { more: null, toys: null },
  ]);
  expect(await last()).toEqual([{ number: 2 }]);
});

test('refuses a database that is newer than the code', async () => {
  await database.upgrade(release);
  release.remove('migrations/0002_pets.sql');
  await expect(database.upgrade(release)).rejects.toThrow(
    'the database is newer than this version of Ardhi: it has migration 0002_pets.sql, and the last one known here is 0001_people.sql',
  );
});

test('refuses a migration that was changed after it was applied, except for its line ends', async () => {
  await database.upgrade(release);
  release.write(
    'migrations/0002_pets.sql',
    "create table pets (owner integer references people);\r\ninsert into people values (1, 'Achieng');",
  );
  expect(await database.upgrade(release)).toEqual([]);
  release.write('migrations/0002_pets.sql', 'create table pets (owner bigint);');
  await expect(database.upgrade(release)).rejects.toThrow(
    'migration 0002_pets.sql was changed after this database applied it',
  );
});

test('refuses gaps and duplicate numbers', async () => {
  release.write('migrations/0002_other.sql', 'select 1');
  await expect(database.upgrade(release)).rejects.toThrow('0002_pets.sql should be migration 3');
});

describe('with a locked table', () => {
  beforeEach(async () => {
    await database.upgrade(release);
    release.write('migrations/0003_age.sql', 'alter table people add column age integer;');
  });

  test('the upgrade does not block others and completes when the table is free', async () => {
    const [holder, reader] = [await database.connect(), await database.connect()];
    await holder.query(`begin; update people set name = 'Atieno'`);
    const waits: string[] = [];
    const upgrade = database.upgrade(release, { tablesMs: 100, note: (line) => waits.push(line) });
    await expect.poll(() => waits.length).toBeGreaterThan(1);
    expect(waits[0]).toMatch(
      /^the upgrade waits for the tables: the longest transaction is that of process \d+/,
    );
    // Between attempts, readers are not blocked behind the holder.
    expect((await reader.query('select name from people')).rows).toEqual([{ name: 'Achieng' }]);
    await holder.query('commit');
    expect(await upgrade).toEqual(['0003_age.sql']);
    expect(await database.query('select name, age from people')).toEqual([{ name: 'Atieno', age: null }]);
  });

  test('the upgrade finally gives up and has changed nothing', async () => {
    const holder = await database.connect();
    await holder.query('begin; select from people');
    await expect(database.upgrade(release, { tablesMs: 50, wholeMs: 0 })).rejects.toThrow(
      'the upgrade cannot lock the tables: the longest transaction is that of process',
    );
    expect(await last()).toEqual([{ number: 2 }]);
  });
});

describe('code of two releases side by side: a column is renamed', () => {
  const byOldCode = `insert into people (id, name) values (2, 'Atieno')`;
  const byNewCode = `insert into people (id, full_name) values (3, 'Wanjiru')`;
  const names = () => database.query('select id, name, full_name from people order by id');

  test('expand, migrate, contract', async () => {
    await database.upgrade(release);
    const first = release.copy();

    // Expand: both columns exist, and a trigger keeps them in sync.
    release.write('sql/order.txt', 'names.sql\n');
    release.write(
      'sql/names.sql',
      `create function keep_names() returns trigger language plpgsql as $$
       begin
         if tg_op = 'UPDATE' and new.full_name is distinct from old.full_name then new.name := new.full_name;
         elsif tg_op = 'INSERT' and new.full_name is not null then new.name := new.full_name;
         else new.full_name := new.name;
         end if;
         return new;
       end $$;
       create trigger people_names before insert or update on people for each row execute function keep_names();`,
    );
    release.add('full_name', '-- oldest code: 0002\nalter table people add column full_name text;');
    await database.upgrade(release);
    // The previous release starts, changes nothing and works.
    expect(await database.upgrade(first)).toEqual([]);
    await database.query(byOldCode);
    await database.query(byNewCode);

    // Migrate the old rows, in a release after the last process that wrote only the old column.
    const second = release.copy();
    release.add(
      'names_filled',
      '-- oldest code: 0002\nupdate people set full_name = name where full_name is null;',
    );
    await database.upgrade(release);
    expect(await database.upgrade(first)).toEqual([]);
    expect(await names()).toEqual([
      { id: 1, name: 'Achieng', full_name: 'Achieng' },
      { id: 2, name: 'Atieno', full_name: 'Atieno' },
      { id: 3, name: 'Wanjiru', full_name: 'Wanjiru' },
    ]);

    // Contract: code must know the new column from now on, and older code is refused.
    release.write('sql/names.sql', '-- Nothing to keep in step.');
    release.add('no_name', '-- oldest code: 0003\nalter table people drop column name;');
    await database.upgrade(release);
    await expect(database.upgrade(first)).rejects.toThrow(
      'the database is newer than this version of Ardhi: it has migration 0005_no_name.sql, and the last one known here is 0002_pets.sql',
    );
    expect(await database.upgrade(second)).toEqual([]);
    await database.query(`insert into people (id, full_name) values (4, 'Njeri')`);
    expect(await database.query('select count(*)::integer as people from people')).toEqual([{ people: 4 }]);
    for (const one of [first, second]) one.clear();
  });

  test('an older release does not restore its own functions over newer ones', async () => {
    release.write('sql/order.txt', 'words.sql\n');
    release.write('sql/words.sql', `create function word() returns text language sql return 'old';`);
    await database.upgrade(release);
    const old = release.copy();
    release.write('sql/words.sql', `create function word() returns text language sql return 'new';`);
    release.add('words', '-- oldest code: 0002');
    await database.upgrade(release);
    expect(await database.upgrade(old)).toEqual([]);
    expect(await database.query('select word()')).toEqual([{ word: 'new' }]);
    old.clear();
  });
});
