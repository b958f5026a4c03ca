/**
 * Upgrades a database to a release: applies pending numbered migrations once and in order, and re-runs the folder `sql`
 * with each upgrade, all in one transaction. Migrations that build indexes concurrently run after it.
 * See docs/database.md.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { ServerClient } from './connector.ts';
import { runConcurrent, withoutConcurrently } from './migrate/concurrent.ts';
import { LOCK_TIMEOUTS, type LockTimeouts, withExclusiveLock } from './migrate/exclusive-lock.ts';
import {
  lastNumber,
  type Migration,
  readMigrations,
  readSqlFolder,
  type SqlFile,
  type SqlFolder,
} from './migrate/files.ts';
import { runFile } from './migrate/run.ts';
import { replaceSql } from './migrate/sql-folder.ts';

/** Advisory lock: of two servers that start at once, one applies the migrations and the other waits. */
export const MIGRATION_LOCK = [0x61726468, 2];
const LOCK_POLL_MS = 100;

export const MIGRATION_TABLE = `
  create table if not exists migrations (
    number     integer primary key,
    name       text not null,
    sha256     text not null,
    applied_at timestamptz(3) not null default now()
  );
  -- Checksum of the folder sql that was run with this migration, and the statements that drop its objects.
  alter table migrations add column if not exists sql_sha256 text, add column if not exists sql_drop text[],
    -- Number of the last migration that older code must know to run alongside this one.
    add column if not exists oldest_code integer`;

interface Plan {
  /** Run in one transaction, together with `sql`. */
  together: Migration[];
  sql?: SqlFolder;
  /** Run after that transaction. */
  concurrent: Migration[];
}

/**
 * Migrates to the last file of `directory`, or to number `upTo`.
 * Needs a direct connection: behind a transaction pooler the session-level lock would be lost after each statement.
 */
export async function migrate(
  connectionString: string,
  directory: string,
  options: {
    upTo?: number;
    /** Runs last in the transaction of the upgrade: nobody sees new tables and views without it. */
    finish?: (client: pg.Client) => Promise<void>;
  } & Partial<LockTimeouts> = {},
): Promise<{ applied: string[] }> {
  const { upTo = Number.POSITIVE_INFINITY, finish, ...patience } = options;
  const migrations = readMigrations(directory);
  const sql = lastNumber(migrations) <= upTo ? readSqlFolder(directory) : undefined;
  const requested = migrations.filter(({ number }) => number <= upTo);
  const client = new ServerClient({ connectionString, application_name: 'ardhi upgrade' });
  await client.connect();
  try {
    await client.query('set statement_timeout = 0; set lock_timeout = 0');
    const plan = async () => makePlan(migrations, requested, sql, await readApplied(client));
    if (isDone(await plan())) return { applied: [] };
    await takeLock(client);
    await client.query(MIGRATION_TABLE);
    const steps = await plan();
    if (steps.together.length || steps.sql)
      await withExclusiveLock(
        client,
        { ...LOCK_TIMEOUTS, ...patience },
        {
          first: () => runIfPresent(client, steps.sql?.lock),
          work: async () => {
            await runTogether(client, steps);
            await finish?.(client);
          },
        },
      );
    for (const migration of steps.concurrent) {
      await runConcurrent(client, migration);
      await recordMigration(client, migration);
    }
    return { applied: [...steps.together, ...steps.concurrent].map(({ name }) => name) };
  } finally {
    await client.end();
  }
}

/** Runs one migration in the current transaction of `client`. */
export async function applyMigration(client: pg.Client, migration: Migration) {
  const { name, sql, isConcurrent } = migration;
  await runFile(client, `migration ${name}`, isConcurrent ? withoutConcurrently(migration) : sql);
  await recordMigration(client, migration);
}

/**
 * `before` and `after` handle rows that the triggers of two releases treat differently. Without a migration they are
 * skipped: a restored database has the tables of this release and lacks only its functions.
 */
async function runTogether(client: pg.Client, { together, sql }: Plan): Promise<void> {
  const { before, after } = together.length && sql ? sql : {};
  await runIfPresent(client, before);
  for (const migration of together) await applyMigration(client, migration);
  if (sql) await replaceSql(client, sql);
  await runIfPresent(client, after);
}

async function runIfPresent(client: pg.Client, file: SqlFile | undefined): Promise<void> {
  if (file) await runFile(client, file.name, file.sql);
}

async function recordMigration(client: pg.Client, { number, name, sha256, oldestCode }: Migration) {
  await client.query('insert into migrations (number, name, sha256, oldest_code) values ($1, $2, $3, $4)', [
    number,
    name,
    sha256,
    oldestCode,
  ]);
}

/** Polls: a session blocked in a statement would keep a concurrent index build from finishing. */
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
    // Via JSON, because the last columns may not exist yet in a database migrated by older code.
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
  requested: Migration[],
  sql: SqlFolder | undefined,
  applied: Applied[],
): Plan {
  const last = lastNumber(migrations);
  for (const { number, name, sha256, oldest_code } of applied) {
    const known = migrations.find((migration) => migration.number === number);
    if (number > last && (oldest_code ?? number) > last)
      throw new Error(
        `the database is newer than this version of Ardhi: it has migration ${name}, and the last one known here is ${migrations.at(-1)?.name ?? 'none'}: start the newer version`,
      );
    if (known && known.sha256 !== sha256 && known.replaces?.sha256 !== sha256)
      throw new Error(
        `migration ${known.name} was changed after this database applied it: put it back and add a new one instead`,
      );
  }
  assertNotOlder(migrations, applied.at(-1));
  // Upgraded by newer code that may run beside this one: nothing is reverted.
  if (applied.some(({ number }) => number > last)) return { together: [], concurrent: [] };
  const done = new Set(applied.map(({ number }) => number));
  const pending = requested.filter(({ number }) => !done.has(number));
  const together = pending.filter(({ isConcurrent }) => !isConcurrent);
  const lastWithSql = applied.findLast(({ sql_sha256 }) => sql_sha256 !== null);
  if (sql && lastWithSql && lastWithSql.sql_sha256 !== sql.sha256 && together.length === 0)
    throw new Error(
      `the folder sql was changed after this database ran it with migration ${lastWithSql.name}: put it back, or add a migration that it goes with`,
    );
  return {
    together,
    // A new or restored database has not run the folder sql yet.
    sql: together.length || !lastWithSql ? sql : undefined,
    concurrent: pending.filter(({ isConcurrent }) => isConcurrent),
  };
}

/** A baseline creates tables, so it cannot continue from one of the migrations that it replaces, except the last. */
export function assertNotOlder(
  [first]: Migration[],
  from: { number: number; name?: string } | undefined,
): void {
  if (first?.replaces && from && from.number < first.number)
    throw new Error(
      `migration ${from.name ?? from.number} is older than this version of Ardhi can continue from: start the version with ${first.replaces.name} once, then this one`,
    );
}

const isDone = ({ together, sql, concurrent }: Plan) => !together.length && !sql && !concurrent.length;
