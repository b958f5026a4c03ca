import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { connect } from '../src/lib/database.ts';
import { systemBinaries } from '../src/lib/embedded-postgres/binaries.ts';
import { isAlive } from '../src/lib/embedded-postgres/home.ts';
import { runningEmbeddedPostgres, startEmbeddedPostgres } from '../src/lib/embedded-postgres.ts';
import { migrateJobs } from '../src/lib/jobs.ts';
import { migrate } from '../src/lib/migrate.ts';

const migrations = fileURLToPath(new URL('../migrations', import.meta.url));

declare module 'vitest' {
  interface ProvidedContext {
    /** A role that may create databases. */
    administratorUrl: string;
    template: string;
  }
}

/**
 * Prepares one migrated database that every test file copies. It lives in an embedded PostgreSQL of its own, with
 * TEST_POSTGRES=system in the one installed on the machine, or where TEST_DATABASE_URL says.
 */
export default async function setup(project: TestProject) {
  const server = process.env.TEST_DATABASE_URL
    ? { administratorUrl: process.env.TEST_DATABASE_URL, stop: async () => undefined }
    : await startServer();
  const template = `ardhi_template_${process.pid}`;
  await run(server.administratorUrl, `create database ${template}`);
  await prepare(withDatabase(server.administratorUrl, template));
  project.provide('administratorUrl', server.administratorUrl);
  project.provide('template', template);
  return async () => {
    await run(server.administratorUrl, `drop database ${template}`);
    await server.stop();
  };
}

async function prepare(connectionString: string) {
  await migrate(connectionString, migrations);
  const { pool, close } = connect(connectionString);
  await migrateJobs(pool);
  await close();
}

const PREFIX = 'ardhi-test-';

/** A killed test run leaves its PostgreSQL running. */
async function stopLeftOvers() {
  for (const name of readdirSync(tmpdir()).filter((name) => name.startsWith(PREFIX))) {
    const dataDir = join(tmpdir(), name);
    if (isAlive(Number.parseInt(name.slice(PREFIX.length), 10))) continue;
    if (runningEmbeddedPostgres(dataDir))
      await (await startEmbeddedPostgres({ dataDir, log: () => undefined })).stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function startServer() {
  await stopLeftOvers();
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
  await run(administrator.href, 'alter role ardhi createdb');
  return {
    administratorUrl: withDatabase(postgres.connectionString, 'postgres'),
    async stop() {
      await postgres.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function withDatabase(connectionString: string, database: string): string {
  const url = new URL(connectionString);
  url.pathname = `/${database}`;
  return url.href;
}

async function run(connectionString: string, statement: string) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
