/** The server reports a lost database and recovers without a restart. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type EmbeddedPostgres, migrate, startEmbeddedPostgres } from '@ardhi/embedded-postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApp } from '../src/app.ts';
import { jobs } from '../src/jobs.ts';
import { type ChangeEventBus, startChangeEventBus } from '../src/lib/database/change-events.ts';
import { connect, type Database } from '../src/lib/database/database.ts';
import { type JobRunner, migrateJobs, startJobs } from '../src/lib/jobs/jobs.ts';
import { readEnv } from '../src/lib/settings/env.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'ardhi-away-'));
const start = () => startEmbeddedPostgres({ dataDir, log: () => {}, settings: { fsync: 'off' } });

let postgres: EmbeddedPostgres;
let database: Database;
let changeEvents: ChangeEventBus;
let runner: JobRunner;
let url: string;
let close: () => Promise<void>;

beforeAll(async () => {
  postgres = await start();
  await migrate(postgres.connectionString, fileURLToPath(new URL('../migrations', import.meta.url)));
  database = connect(postgres.connectionString);
  await migrateJobs(database.pool);
  changeEvents = await startChangeEventBus({
    connectionString: postgres.connectionString,
    db: database.db,
    onError: () => {},
  });
  const { server, services } = await buildApp({
    env: readEnv({ LOG_LEVEL: 'silent' }),
    db: database.db,
    changeEvents,
  });
  runner = startJobs(database.pool, services, jobs, []);
  url = await server.listen({ port: 0, host: '127.0.0.1' });
  close = () => server.close();
});
afterAll(async () => {
  await close();
  await runner.stop();
  await changeEvents.close();
  await database.close();
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const login = () =>
  fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'nobody@example.ke', password: 'nothing' }),
  });

it('returns 503 with Retry-After while the database is unreachable, and recovers by itself', async () => {
  expect((await login()).status).toBe(401);
  await postgres.stop();

  const away = await login();
  expect(away.status).toBe(503);
  expect(Number(away.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await away.json()).toMatchObject({ code: 'database-away' });
  expect((await fetch(`${url}/api/ready`)).status).toBe(503);
  expect((await fetch(`${url}/api/health`)).status).toBe(200);

  postgres = await start();
  await expect.poll(async () => (await login()).status).toBe(401);
  expect((await fetch(`${url}/api/ready`)).status).toBe(200);
  // Change events arrive again, so sessions can be cached again.
  await expect.poll(() => changeEvents.listening()).toBe(true);
});
