/** Backup and restore, independent of PostgreSQL's version and of where it runs. No superuser is needed. */
import { renameSync, rmSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { IdentityError } from './backup/encryption.ts';
import { type Manifest, type Rows, readBackup, type TableEntry, writeBackup } from './backup/format.ts';
import {
  countRows,
  droppingStatements,
  loadingStatements,
  persistentTables,
  usedSequences,
} from './backup/schema.ts';
import { ServerClient } from './connector.ts';
import { GUARD } from './launcher.ts';
import { lastNumber, readMigrations } from './migrate/files.ts';
import { applyMigration, assertNotOlder, MIGRATION_LOCK, MIGRATION_TABLE, migrate } from './migrate.ts';

const { escapeIdentifier: quote } = pg;

// Settings that change how values are written as text. Row security would silently omit rows.
const SESSION = `
  set search_path = public;
  set client_encoding = 'UTF8';
  set datestyle = 'ISO, YMD';
  set intervalstyle = 'postgres';
  set timezone = 'UTC';
  set bytea_output = 'hex';
  set extra_float_digits = 1;
  set row_security = off;
  set statement_timeout = 0;
  set idle_in_transaction_session_timeout = 0`;

/** Writes one consistent snapshot, without the tables `leftOut`. The server may keep running. */
export async function backup(
  connectionString: string,
  file: string,
  { leftOut = [] }: { leftOut?: string[] } = {},
): Promise<Manifest> {
  const partial = `${file}.partial`;
  const client = await connect(connectionString);
  try {
    await client.query('begin transaction isolation level repeatable read read only');
    const manifest = await describe(client, leftOut);
    await writeBackup(partial, manifest, (table) =>
      client.query(copyTo(`copy (${rowsOf(table)}) to stdout`)),
    );
    await checkBackup(partial);
    renameSync(partial, file);
    return manifest;
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  } finally {
    await client.end();
  }
}

/**
 * Replaces the database's content with the backup in one transaction: it succeeds or changes nothing.
 * A backup of an older version is loaded into the tables of that version and migrated from there. `dropSchemas` are
 * further schemas to drop with the old data. `identity` is the content of an age identity file, for an encrypted backup.
 */
export async function restore(
  connectionString: string,
  file: string,
  options: { migrations: string; dropSchemas?: string[]; force?: boolean; identity?: string },
): Promise<Manifest> {
  const manifest = await checkBackup(file, options.identity);
  const migrations = readMigrations(options.migrations);
  const last = lastNumber(migrations);
  if (manifest.migration > last)
    throw new Error(
      `${file} comes from a newer version of Ardhi (migration ${manifest.migration}; this one knows ${last}): restore it with that version`,
    );
  assertNotOlder(migrations, { number: manifest.migration });
  const client = await connect(connectionString);
  try {
    await refuseOtherPrograms(client);
    if (!options.force) await refuseData(client);
    await client.query('select pg_advisory_lock($1, $2)', MIGRATION_LOCK);
    await client.query('begin');
    await runAll(client, await droppingStatements(client));
    for (const schema of options.dropSchemas ?? [])
      await client.query(`drop schema if exists ${quote(schema)} cascade`);
    await client.query(MIGRATION_TABLE);
    for (const migration of migrations.filter(({ number }) => number <= manifest.migration))
      await applyMigration(client, migration);
    await load(client, file, options.identity);
    await client.query('commit');
    await client.query('analyze');
  } finally {
    await client.end();
  }
  await migrate(connectionString, options.migrations);
  return manifest;
}

/** Removes everything that `restore` created. */
export async function emptyDatabase(connectionString: string): Promise<void> {
  const client = await connect(connectionString);
  try {
    await client.query('begin');
    await runAll(client, await droppingStatements(client));
    await client.query('commit');
  } finally {
    await client.end();
  }
}

async function describe(client: pg.Client, leftOut: string[]): Promise<Manifest> {
  const { rows } = await client.query(`select to_regclass('migrations') is not null as migrated`);
  if (!rows[0].migrated) throw new Error('the database is empty: there is nothing to back up');
  const { rows: last } = await client.query('select max(number) as number from migrations');
  const tables: TableEntry[] = [];
  for (const table of await persistentTables(client, leftOut))
    tables.push({ ...table, rows: await countRows(client, table.name) });
  return {
    createdAt: new Date().toISOString(),
    migration: last[0].number ?? 0,
    tables,
    sequences: await usedSequences(client),
  };
}

async function checkBackup(file: string, identity?: string): Promise<Manifest> {
  const readAll = async (_table: TableEntry, rows: Rows) => {
    for await (const _piece of rows);
  };
  try {
    return await readBackup(file, readAll, identity);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new Error(`there is no file ${file}`);
    if (error instanceof IdentityError) throw new Error(`${file} ${message}`);
    throw new Error(`${file} cannot be used, because it is damaged or incomplete: ${message}`, {
      cause: error,
    });
  }
}

async function load(client: pg.Client, file: string, identity?: string) {
  const present = await persistentTables(client);
  const { before, after } = await loadingStatements(client);
  await runAll(client, before);
  // Migrations may have inserted rows that the backup contains too.
  if (present.length > 0) await client.query(`truncate ${present.map(({ name }) => quote(name)).join(', ')}`);
  const { sequences } = await readBackup(file, (table, rows) => loadTable(client, table, rows), identity);
  await runAll(client, after);
  for (const { name, value } of sequences)
    await client.query('select setval($1::regclass, $2)', [quote(name), value]);
}

async function loadTable(client: pg.Client, table: TableEntry, rows: Rows) {
  if (table.partitions) await replacePartitions(client, table.name, table.partitions);
  const copy = client.query(copyFrom(`copy ${copyTarget(table)} from stdin`));
  await pipeline(rows, copy);
  if (copy.rowCount !== table.rows)
    throw new Error(`table ${table.name} received ${copy.rowCount} of ${table.rows} rows`);
}

/** Migrations create the current partitions; the restored rows need the partitions of the backup. */
async function replacePartitions(
  client: pg.Client,
  table: string,
  partitions: NonNullable<TableEntry['partitions']>,
) {
  const { rows } = await client.query<{ name: string }>(
    'select inhrelid::regclass::text as name from pg_inherits where inhparent = $1::regclass',
    [quote(table)],
  );
  await runAll(client, [
    ...rows.map(({ name }) => `drop table ${name}`),
    ...partitions.map(
      ({ name, bounds }) => `create table ${quote(name)} partition of ${quote(table)} ${bounds}`,
    ),
  ]);
}

/** A query, because COPY TO does not accept a partitioned table by name. */
const rowsOf = ({ name, columns }: TableEntry) =>
  `select ${columns.map(quote).join(', ')} from ${quote(name)}`;
const copyTarget = ({ name, columns }: TableEntry) => `${quote(name)} (${columns.map(quote).join(', ')})`;

/** Sessions of every role that may write count, because the server may use another role; administrators do not. */
async function refuseOtherPrograms(client: pg.Client) {
  const { rows } = await client.query(
    `select count(*)::int as count from pg_stat_activity join pg_roles on pg_roles.oid = usesysid
     where datname = current_database() and pid <> pg_backend_pid() and application_name <> $1
       and (usename = current_user or not rolsuper and exists (
         select from pg_class
         where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
           and has_table_privilege(usesysid, pg_class.oid, 'insert')))`,
    [GUARD],
  );
  if (rows[0].count > 0) throw new Error('a server is using the database: stop it first');
}

async function refuseData(client: pg.Client) {
  for (const { name } of await persistentTables(client)) {
    const { rowCount } = await client.query(`select from ${quote(name)} limit 1`);
    if (rowCount) throw new Error(`the database already holds data (in ${name}): add --force to replace it`);
  }
}

async function runAll(client: pg.Client, statements: string[]) {
  for (const statement of statements) await client.query(statement);
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new ServerClient({ connectionString, application_name: 'ardhi backup' });
  await client.connect();
  await client.query(SESSION);
  return client;
}
