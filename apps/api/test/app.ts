/** Real server on its own database, with a client for its users. */
import { afterAll, beforeAll } from 'vitest';
import { buildApp } from '../src/app.ts';
import { startChangeEventBus } from '../src/lib/database/change-events.ts';
import { connect } from '../src/lib/database/database.ts';
import type { Db } from '../src/lib/database/db.ts';
import { processName } from '../src/lib/database/processes.ts';
import { type JobContext, jobContext, migrateJobs } from '../src/lib/jobs/jobs.ts';
import { type Env, readEnv } from '../src/lib/settings/env.ts';
import { type Client, clientOf } from './client.ts';
import { createTestDatabase, type Queries, queriesOf } from './database.ts';

export { issuesOf, PASSWORD, type Person, signInAgain, type TestResponse } from './client.ts';

export interface TestApp extends Client, Queries {
  db: Db;
  env: Env;
  /** The context that jobs receive. */
  services: JobContext;
  connectionString: string;
  close(): Promise<void>;
}

/** A value that is created before the tests of the file or of the `describe` block. */
export function beforeTests<Value extends object>(create: () => Promise<Value>): Value {
  const value = {} as Value;
  beforeAll(async () => {
    Object.assign(value, await create());
  });
  return value;
}

/** An app that is started before the tests of the file or of the `describe` block and closed after them. */
export function testApp(...settings: Parameters<typeof startTestApp>): TestApp {
  const app = beforeTests(() => startTestApp(...settings));
  afterAll(() => app.close());
  return app;
}

/** With `sharedWith` it acts as a second process on the database of another test app, which must close later. */
export async function startTestApp(
  variables: Record<string, string> = {},
  sharedWith?: string,
  { statementMs, replicaUrl }: { statementMs?: number; replicaUrl?: string } = {},
): Promise<TestApp> {
  const database = sharedWith
    ? { connectionString: sharedWith, drop: async () => {} }
    : await createTestDatabase();
  const env = readEnv({
    LOG_LEVEL: 'silent',
    PORT: '0',
    GOVERNMENT_SIGNUP: 'open',
    APP_SECRET: 'a-secret-of-the-tests-with-32-characters',
    ...variables,
  });
  const { db, pool, close } = connect(database.connectionString, { waitMs: 60_000, statementMs });
  const long = connect(database.connectionString, { waitMs: 60_000 });
  const replica = replicaUrl
    ? { calls: connect(replicaUrl, { lifeSeconds: 60 }), exports: connect(replicaUrl) }
    : undefined;
  await migrateJobs(pool);
  const changeEvents = await startChangeEventBus({
    connectionString: database.connectionString,
    db,
    onError: () => {},
    applicationName: processName(env, 'test'),
  });
  const { server, services } = await buildApp({
    env,
    db,
    longDb: long.db,
    replica,
    changeEvents,
    pools: { calls: pool },
  });
  const url = await server.listen({ port: 0, host: '127.0.0.1' });
  return {
    ...clientOf(url),
    ...queriesOf(db),
    db,
    env,
    services: jobContext(services),
    connectionString: database.connectionString,
    async close() {
      await server.close();
      await changeEvents.close();
      await close();
      await long.close();
      await Promise.all([replica?.calls.close(), replica?.exports.close()]);
      await database.drop();
    },
  };
}
