/** The upgrade from migration 12 to this release neither loses nor changes user data. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type BareDatabase, bareDatabase, newRelease } from '@ardhi/embedded-postgres/test/release';
import { afterAll, beforeAll, expect, it } from 'vitest';

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');
const release = newRelease(fileURLToPath(new URL('../..', import.meta.url)));
let database: BareDatabase;
beforeAll(async () => {
  database = await bareDatabase();
  await database.upgrade(release, { upTo: 12 });
  await database.query(read('0012.sql') + read('0012-people.sql'));
});
afterAll(async () => {
  await database.drop();
  release.clear();
});

/** Derived tables, which users do not write and an upgrade folds. */
const DERIVED = /^(migrations|rollup_.*|.*_deltas)$/;

type Row = Record<string, unknown>;

async function rowsOf(tables: string[]): Promise<Map<string, Row[]>> {
  const found = new Map<string, Row[]>();
  for (const table of tables) {
    const rows = await database.query<{ row: Row }>(`select to_jsonb(t) as row from ${table} as t`);
    found.set(
      table,
      rows.map(({ row }) => row),
    );
  }
  return found;
}

const tables = async () =>
  (
    await database.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public'`,
    )
  )
    .map(({ name }) => name)
    .filter((name) => !DERIVED.test(name));

it('keeps every row with its values', async () => {
  const names = await tables();
  const before = await rowsOf(names);
  const filled = names.filter((name) => before.get(name)!.length > 0);
  expect(filled.length).toBeGreaterThan(15);
  await database.upgrade(release);
  const namesAfter = await tables();
  expect(names.filter((name) => !namesAfter.includes(name))).toEqual([]);
  const after = await rowsOf(filled);
  for (const name of filled) {
    const columns = Object.keys(before.get(name)![0]!);
    // Ignores later columns and the order of rows.
    const texts = (rows: Row[]) =>
      rows.map((row) => JSON.stringify(columns.map((column) => row[column]))).sort();
    expect(texts(after.get(name)!), name).toEqual(texts(before.get(name)!));
  }
});
