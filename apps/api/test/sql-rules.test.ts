/** SQL layout: tables and data in numbered migrations; functions, triggers and views in the folder sql. */
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
const last = migrations.at(-1)!.number;

describe('checksums', () => {
  const text = readFileSync(join(directory, 'checksums.txt'), 'utf8').replaceAll('\r\n', '\n');

  it('match the files', () => {
    expect(checksums(migrations, sql, text)).toBe(text);
  });

  const otherSql: SqlFolder = { ...sql, sha256: 'other' };
  const next: Migration = {
    number: last + 1,
    name: 'next.sql',
    sha256: 'next',
    sql: '',
    isConcurrent: false,
    oldestCode: last,
  };

  it('reject a changed migration', () => {
    for (const changed of migrations) {
      const others = migrations.map((one) => (one === changed ? { ...one, sha256: 'other' } : one));
      expect(() => checksums(others, sql, text)).toThrow(`${changed.name} was changed`);
    }
  });

  it('require every migration to state the oldest compatible code', () => {
    for (const oldestCode of [undefined, next.number + 1])
      expect(() => checksums([...migrations, { ...next, oldestCode }], sql, text)).toThrow(
        'next.sql does not say which code may run beside it',
      );
  });

  it('accept a change of the folder sql only with a new transactional migration', () => {
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
  /** Functions that an index, a default, a generated column or a constraint uses. */
  const usedByTables = `oid in (
    select refobjid from pg_depend
    where refclassid = 'pg_proc'::regclass and classid in ('pg_class'::regclass, 'pg_attrdef'::regclass, 'pg_constraint'::regclass))`;

  it('has no table that depends on the folder sql', async () => {
    const remaining = new Set(await routines());
    const text = sql.files.map((file) => file.sql).join('\n');
    for (const name of await routines(usedByTables)) {
      expect(text).not.toMatch(new RegExp(`create function ${name}\\(`));
      remaining.delete(name);
    }
    // All others are defined in the folder.
    for (const name of remaining) expect(text).toMatch(new RegExp(`create (function|procedure) ${name}\\(`));
  });

  it('comes from numbered files that neither create nor use objects of the folder sql', async () => {
    // A column may have the name of a function.
    const used = [
      ...(await routines(`not ${usedByTables}`)).map((name) => new RegExp(`\\b${name}\\(`)),
      ...(await views()).map((name) => new RegExp(`\\b${name}\\b`)),
    ];
    for (const { name, sql } of migrations) {
      // Obsolete objects may be dropped.
      const text = sql.replaceAll(/--.*$/gm, '').replaceAll(/\bdrop [^;]*;/g, '');
      for (const pattern of used) expect(text, name).not.toMatch(pattern);
      expect(text, name).not.toMatch(/\bcreate( or replace)? (view|trigger)\b/);
    }
  });

  it('can drop and recreate the objects of the folder sql', async () => {
    const before = await views();
    release.add('next', '-- Nothing in the tables.');
    await database.upgrade(release);
    expect((await views()).sort()).toEqual(before.sort());
  });

  it('defines the minimum confidence for comparing parcels in one place', () => {
    const places = sql.files.flatMap((file) => file.sql.match(/\b40\b/g) ?? []);
    expect(places).toHaveLength(1);
  });
});
