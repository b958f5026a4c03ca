/** Where SQL lives: tables and data in numbered migrations; functions, triggers and views in the folder sql. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  checksums,
  type Migration,
  readMigrations,
  readSqlFolder,
  type SqlFolder,
} from '@ardhi/embedded-postgres';
import { type BareDatabase, bareDatabase, newRelease } from '@ardhi/embedded-postgres/test/release';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const api = fileURLToPath(new URL('..', import.meta.url));
const directory = join(api, 'migrations');
const migrations = readMigrations(directory);
const sql = readSqlFolder(directory)!;
/** The last one in which functions, triggers and views were made by numbered files. */
const LAST_MIXED = 12;

describe('checksums', () => {
  const text = readFileSync(join(directory, 'checksums.txt'), 'utf8').replaceAll('\r\n', '\n');

  it('are those of the files', () => {
    expect(checksums(migrations, sql, text)).toBe(text);
  });

  const otherSql: SqlFolder = { ...sql, sha256: 'other' };
  const next: Migration = {
    number: migrations.length + 1,
    name: 'next.sql',
    sha256: 'next',
    sql: '',
    isConcurrent: false,
    oldestCode: migrations.length,
  };

  it('do not follow a migration that was changed', () => {
    for (const changed of migrations) {
      const others = migrations.map((one) => (one === changed ? { ...one, sha256: 'other' } : one));
      expect(() => checksums(others, sql, text)).toThrow(`${changed.name} was changed`);
    }
  });

  it('are made only of migrations that say which code may run beside them', () => {
    for (const oldestCode of [undefined, next.number + 1])
      expect(() => checksums([...migrations, { ...next, oldestCode }], sql, text)).toThrow(
        'next.sql does not say which code may run beside it',
      );
  });

  it('take a change of the folder sql with a new migration only, and one that has a transaction', () => {
    const refused = 'the folder sql was changed: that goes with migration';
    expect(() => checksums(migrations, otherSql, text)).toThrow(refused);
    expect(checksums([...migrations, next], otherSql, text)).toBe(`${text}next.sql next sql other\n`);
    const concurrent = { ...next, isConcurrent: true };
    expect(checksums([...migrations, concurrent], sql, text)).toBe(`${text}next.sql next\n`);
    expect(() => checksums([...migrations, concurrent], otherSql, text)).toThrow(refused);
  });
});

describe('a database of this release', () => {
  let database: BareDatabase;
  const release = newRelease(api);
  beforeAll(async () => {
    database = await bareDatabase();
    await database.upgrade(release);
  });
  afterAll(async () => {
    await database.drop();
    release.clear();
  });

  const named = async (query: string) =>
    (await database.query<{ name: string }>(query)).map(({ name }) => name);
  const routines = (which = 'true') =>
    named(
      `select distinct proname as name from pg_proc where pronamespace = 'public'::regnamespace and ${which}`,
    );
  const views = () =>
    named(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'v'`,
    );
  /** Those that an index, a default, a generated column or a constraint is made of. */
  const ofTables = `oid in (
    select refobjid from pg_depend
    where refclassid = 'pg_proc'::regclass and classid in ('pg_class'::regclass, 'pg_attrdef'::regclass, 'pg_constraint'::regclass))`;

  it('has nothing in its tables that is made of the folder sql', async () => {
    const made = new Set(await routines());
    const text = sql.files.map((file) => file.sql).join('\n');
    for (const name of await routines(ofTables)) {
      expect(text).not.toMatch(new RegExp(`create function ${name}\\(`));
      made.delete(name);
    }
    // And all the others stand there.
    for (const name of made) expect(text).toMatch(new RegExp(`create (function|procedure) ${name}\\(`));
  });

  it('was made by numbered files that neither make nor use what the folder sql makes', async () => {
    const names = [...(await routines(`not ${ofTables}`)), ...(await views())];
    for (const { name, sql } of migrations.slice(LAST_MIXED)) {
      // What is no longer there may be dropped.
      const text = sql.replaceAll(/--.*$/gm, '').replaceAll(/\bdrop [^;]*;/g, '');
      for (const used of names) expect(text, `${name} uses ${used}`).not.toMatch(new RegExp(`\\b${used}\\b`));
      expect(text, name).not.toMatch(/\bcreate( or replace)? (view|trigger)\b/);
    }
  });

  it('can have the folder sql taken away and made again', async () => {
    const before = await views();
    release.add('next', '-- Nothing in the tables.');
    await database.upgrade(release);
    expect((await views()).sort()).toEqual(before.sort());
  });

  it('says from which confidence on parcels are compared in one place', () => {
    const places = sql.files.flatMap((file) => file.sql.match(/\b40\b/g) ?? []);
    expect(places).toHaveLength(1);
  });
});
