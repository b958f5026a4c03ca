/**
 * Brings a database up to a release: the numbered migrations that it has not seen, each once and in order, and the folder
 * `sql` beside them, which is run with each upgrade. All of that is one transaction. Migrations that build indexes
 * beside running work come after it. See docs/database.md.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { ServerClient } from './connector.ts';
import { aloneInTransaction, PATIENCE, type Patience } from './migrate/alone.ts';
import { runConcurrent, withoutConcurrently } from './migrate/concurrent.ts';
import {
  type Migration,
  readMigrations,
  readSqlFolder,
  type SqlFile,
  type SqlFolder,
} from './migrate/files.ts';
import { runFile } from './migrate/run.ts';
import { replaceSql } from './migrate/sql-folder.ts';

export { readMigrations };

/** Held while migrations are applied, so that of two servers started at once one applies and the other waits. */
export const MIGRATION_LOCK = [0x61726468, 2];
const LOCK_POLL_MS = 100;

const TABLE = `
  create table if not exists migrations (
    number     integer primary key,
    name       text not null,
    sha256     text not null,
    applied_at timestamptz(3) not null default now()
  );
  -- Of the folder sql, where it was run with this migration: its checksum, and the statements that take it away.
  alter table migrations add column if not exists sql_sha256 text, add column if not exists sql_drop text[],
    -- The last migration that code must know at least to run beside this one.
    add column if not exists oldest_code integer`;

interface Plan {
  /** In one transaction, with the folder `sql` where that is to be run. */
  together: Migration[];
  sql?: SqlFolder;
  /** After it. */
  concurrent: Migration[];
}

/**
 * Brings the database up to the last file of `directory`, or to number `upTo`.
 * The connection must be a direct one: the lock would not outlive a statement behind a transaction pooler.
 */
export async function migrate(
  connectionString: string,
  directory: string,
  options: { upTo?: number } & Partial<Patience> = {},
): Promise<{ applied: string[] }> {
  const { upTo = Number.POSITIVE_INFINITY, ...patience } = options;
  const migrations = readMigrations(directory);
  const sql = migrations.length <= upTo ? readSqlFolder(directory) : undefined;
  const wanted = migrations.filter(({ number }) => number <= upTo);
  const client = new ServerClient({ connectionString, application_name: 'ardhi upgrade' });
  await client.connect();
  try {
    await client.query('set statement_timeout = 0; set lock_timeout = 0');
    const plan = async () => makePlan(migrations, wanted, sql, await readApplied(client));
    if (isDone(await plan())) return { applied: [] };
    await takeLock(client);
    await client.query(TABLE);
    const steps = await plan();
    if (steps.together.length || steps.sql)
      await aloneInTransaction(
        client,
        { ...PATIENCE, ...patience },
        { first: () => runIfThere(client, steps.sql?.lock), work: () => runTogether(client, steps) },
      );
    for (const migration of steps.concurrent) {
      await runConcurrent(client, migration);
      await noteMigration(client, migration);
    }
    return { applied: [...steps.together, ...steps.concurrent].map(({ name }) => name) };
  } finally {
    await client.end();
  }
}

export async function createMigrationTable(client: pg.Client) {
  await client.query(TABLE);
}

/** Runs one migration in the transaction that `client` is in. */
export async function applyMigration(client: pg.Client, migration: Migration) {
  const { name, sql, isConcurrent } = migration;
  await runFile(client, `migration ${name}`, isConcurrent ? withoutConcurrently(migration) : sql);
  await noteMigration(client, migration);
}

/**
 * What stands before and after is about rows that the triggers of two releases see in two ways. Without a migration
 * there are no two: a restored database has the tables of this release, and lacks only its functions.
 */
async function runTogether(client: pg.Client, { together, sql }: Plan): Promise<void> {
  const { before, after } = together.length && sql ? sql : {};
  await runIfThere(client, before);
  for (const migration of together) await applyMigration(client, migration);
  if (sql) await replaceSql(client, sql);
  await runIfThere(client, after);
}

async function runIfThere(client: pg.Client, file: SqlFile | undefined): Promise<void> {
  if (file) await runFile(client, file.name, file.sql);
}

async function noteMigration(client: pg.Client, { number, name, sha256, oldestCode }: Migration) {
  await client.query('insert into migrations (number, name, sha256, oldest_code) values ($1, $2, $3, $4)', [
    number,
    name,
    sha256,
    oldestCode,
  ]);
}

/** By asking again and again: a session that waits in a statement would keep an index from being built concurrently. */
async function takeLock(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query('select pg_try_advisory_lock($1, $2) as taken', MIGRATION_LOCK);
    if (rows[0].taken) return;
    await pause(LOCK_POLL_MS);
  }
}

interface Applied {
  number: number;
  name: string;
  sha256: string;
  sql_sha256: string | null;
  oldest_code: number | null;
}

async function readApplied(client: pg.Client): Promise<Applied[]> {
  try {
    // As JSON, because the last columns are not there before the first upgrade by code that knows them.
    const { rows } = await client.query<Applied>(`
      select number, name, sha256, to_jsonb(migrations) ->> 'sql_sha256' as sql_sha256,
        (to_jsonb(migrations) ->> 'oldest_code')::integer as oldest_code
      from migrations order by number`);
    return rows;
  } catch (error) {
    const isMissingTable = (error as pg.DatabaseError).code === '42P01';
    if (isMissingTable) return [];
    throw error;
  }
}

function makePlan(
  migrations: Migration[],
  wanted: Migration[],
  sql: SqlFolder | undefined,
  applied: Applied[],
): Plan {
  for (const { number, name, sha256, oldest_code } of applied) {
    const known = migrations[number - 1];
    if (!known && (oldest_code ?? number) > migrations.length)
      throw new Error(
        `the database is newer than this version of Ardhi: it has migration ${name}, and the last one known here is ${migrations.at(-1)?.name ?? 'none'}: start the newer version`,
      );
    if (known && known.sha256 !== sha256)
      throw new Error(
        `migration ${known.name} was changed after this database applied it: put it back and add a new one instead`,
      );
  }
  // Upgraded already by newer code, which may run beside this one: nothing of it is put back.
  if (applied.some(({ number }) => number > migrations.length)) return { together: [], concurrent: [] };
  const done = new Set(applied.map(({ number }) => number));
  const pending = wanted.filter(({ number }) => !done.has(number));
  const together = pending.filter(({ isConcurrent }) => !isConcurrent);
  const last = applied.findLast(({ sql_sha256 }) => sql_sha256 !== null);
  if (sql && last && last.sql_sha256 !== sql.sha256 && together.length === 0)
    throw new Error(
      `the folder sql was changed after this database ran it with migration ${last.name}: put it back, or add a migration that it goes with`,
    );
  return {
    together,
    // None was run yet in a new database, and in one that was restored.
    sql: together.length || !last ? sql : undefined,
    concurrent: pending.filter(({ isConcurrent }) => isConcurrent),
  };
}

const isDone = ({ together, sql, concurrent }: Plan) => !together.length && !sql && !concurrent.length;
