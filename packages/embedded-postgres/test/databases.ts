/** PostgreSQL server for tests, with separate databases for each test file. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { systemBinaries } from '../src/launcher/binaries.ts';
import { isAlive } from '../src/launcher/home.ts';
import { runningEmbeddedPostgres, startEmbeddedPostgres } from '../src/launcher.ts';

export { isReachable } from '../src/launcher/home.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection string of a role that can create databases. */
    administratorUrl: string;
  }
}

export interface TestServer {
  administratorUrl: string;
  stop(): Promise<void>;
}

/** The embedded server, the one installed on the machine (TEST_POSTGRES=system), or the one of TEST_DATABASE_URL. */
export async function startTestServer(): Promise<TestServer> {
  if (process.env.TEST_DATABASE_URL)
    return { administratorUrl: process.env.TEST_DATABASE_URL, stop: async () => undefined };
  await stopLeftovers();
  const dataDir = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
  const postgres = await startEmbeddedPostgres({
    dataDir,
    log: () => undefined,
    settings: { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', max_connections: '200' },
    binaries: process.env.TEST_POSTGRES === 'system' ? systemBinaries() : undefined,
  });
  const administrator = new URL(postgres.connectionString);
  administrator.username = 'postgres';
  administrator.pathname = '/postgres';
  await query(administrator.href, 'alter role ardhi createdb');
  return {
    administratorUrl: withDatabase(postgres.connectionString, 'postgres'),
    async stop() {
      await postgres.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

const PREFIX = 'ardhi-test-';

/** A killed test run leaves its PostgreSQL running. */
async function stopLeftovers() {
  for (const name of readdirSync(tmpdir()).filter((name) => name.startsWith(PREFIX))) {
    const dataDir = join(tmpdir(), name);
    if (isAlive(Number.parseInt(name.slice(PREFIX.length), 10))) continue;
    if (await runningEmbeddedPostgres(dataDir))
      await (await startEmbeddedPostgres({ dataDir, log: () => undefined })).stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

export interface TestDatabase {
  connectionString: string;
  drop(): Promise<void>;
}

/** A copy of `template`; template0 is empty. */
export async function createDatabase(
  administratorUrl: string,
  template = 'template0',
  name = `ardhi_test_${randomBytes(6).toString('hex')}`,
): Promise<TestDatabase> {
  await query(administratorUrl, `create database ${name} template ${template} strategy file_copy`);
  return {
    connectionString: withDatabase(administratorUrl, name),
    // Without `force`, which would have to terminate autovacuum and needs a superuser. Autovacuum yields by itself.
    drop: async () => void (await query(administratorUrl, `drop database ${name}`)),
  };
}

function withDatabase(connectionString: string, database: string): string {
  const url = new URL(connectionString);
  url.pathname = `/${database}`;
  return url.href;
}

/** Runs the statements in a connection of their own. */
export async function query(connectionString: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
