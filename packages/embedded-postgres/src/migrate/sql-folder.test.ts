import { afterEach, beforeEach, expect, test } from 'vitest';
import { type BareDatabase, bareDatabase, newRelease, type Release } from '../../test/release.ts';

let database: BareDatabase;
const releases: Release[] = [];

const FIRST = {
  'migrations/0001_people.sql': `create table people (name text not null, greeted integer not null default 0);
    insert into people values ('Achieng')`,
  'sql/order.txt': '# in this order\nwords.sql\ngreetings.sql\n',
  'sql/words.sql': `create function greeting(name text) returns text language sql immutable return 'Habari ' || name;`,
  'sql/greetings.sql': `create view greetings as select greeting(name) as text from people;
    create function count_greeting() returns trigger language plpgsql as
      'begin new.greeted := new.greeted + 1; return new; end';
    create trigger people_greeted before update on people for each row execute function count_greeting();`,
};

/** Changes a function, the columns of a view and the name of a trigger. */
function nextRelease(first: Release): Release {
  const next = first.copy();
  releases.push(next);
  next.write('migrations/0002_pets.sql', 'create table pets (name text not null);');
  next.edit('sql/words.sql', (text) => text.replace('Habari', 'Jambo'));
  next.edit('sql/greetings.sql', (text) =>
    text
      .replace('greeting(name) as text', 'length(greeting(name)) as size, name')
      .replace('trigger people_greeted', 'trigger people_counted'),
  );
  return next;
}

let first: Release;
beforeEach(async () => {
  database = await bareDatabase();
  first = newRelease(FIRST);
  releases.push(first);
});
afterEach(async () => {
  await database.drop();
  for (const release of releases.splice(0)) release.clear();
});

test('is run once, in its order, with the last migration', async () => {
  expect(await database.upgrade(first)).toEqual(['0001_people.sql']);
  expect(await database.upgrade(first)).toEqual([]);
  expect(await database.query('select text from greetings')).toEqual([{ text: 'Habari Achieng' }]);
});

test('is recreated with the next migration without leftovers', async () => {
  await database.upgrade(first);
  await database.query('create function of_somebody_else() returns integer language sql return 1');
  await database.upgrade(nextRelease(first));
  expect(await database.query('select size, name from greetings')).toEqual([{ size: 13, name: 'Achieng' }]);
  // A leftover trigger under the old name would count twice.
  expect(await database.query('update people set name = name returning greeted')).toEqual([{ greeted: 1 }]);
  expect(await database.query('select of_somebody_else() as answer')).toEqual([{ answer: 1 }]);
});

test('rolls back together with its migration', async () => {
  await database.upgrade(first);
  const next = nextRelease(first);
  next.edit('sql/greetings.sql', (text) => `${text}\nselect nonsense;`);
  await expect(database.upgrade(next)).rejects.toThrow(
    'sql/greetings.sql failed at line 5: column "nonsense" does not exist',
  );
  expect(await database.query(`select text, to_regclass('pets') as pets from greetings`)).toEqual([
    { text: 'Habari Achieng', pets: null },
  ]);
});

test('of an older release is never restored', async () => {
  await database.upgrade(first);
  const next = nextRelease(first);
  await database.upgrade(next);
  await expect(database.upgrade(first)).rejects.toThrow('the database is newer than this version of Ardhi');
  expect(await database.query(`select greeting('Atieno') as text`)).toEqual([{ text: 'Jambo Atieno' }]);
});

test('of an older release is never restored when both releases start at once', async () => {
  const next = nextRelease(first);
  for (let round = 0; round < 5; round += 1) {
    const other = await bareDatabase();
    try {
      const starts = [first, next, first, next].map((release) => other.upgrade(release));
      const [, one, , two] = await Promise.allSettled(starts);
      expect([one?.status, two?.status]).toEqual(['fulfilled', 'fulfilled']);
      expect(await other.query(`select greeting('Atieno') as text`)).toEqual([{ text: 'Jambo Atieno' }]);
      expect(await other.query('update people set name = name returning greeted')).toEqual([{ greeted: 1 }]);
    } finally {
      await other.drop();
    }
  }
});

test('is refused if it was changed without a migration', async () => {
  await database.upgrade(first);
  first.edit('sql/words.sql', (text) => text.replace('Habari', 'Hujambo'));
  await expect(database.upgrade(first)).rejects.toThrow(
    'the folder sql was changed after this database ran it with migration 0001_people.sql: put it back, or add a migration that it goes with',
  );
  expect(await database.query('select text from greetings')).toEqual([{ text: 'Habari Achieng' }]);
});

test('is refused if a file is missing from order.txt', async () => {
  first.write('sql/forgotten.sql', 'select 1');
  await expect(database.upgrade(first)).rejects.toThrow('order.txt does not list forgotten.sql');
});

test('can process rows before an upgrade with the old functions and after it with the new ones', async () => {
  await database.upgrade(first);
  const next = nextRelease(first);
  next.write('migrations/0003_seen.sql', `insert into people select 'seen' where false`);
  next.write('sql/upgrade-before.sql', `insert into people values (greeting('before'));`);
  next.write('sql/upgrade-after.sql', `insert into people values (greeting('after'));`);
  await database.upgrade(next);
  await database.upgrade(next);
  expect(await database.query('select name from people')).toEqual([
    { name: 'Achieng' },
    { name: 'Habari before' },
    { name: 'Jambo after' },
  ]);
});
