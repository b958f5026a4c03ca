import { fileURLToPath } from 'node:url';
import { migrate } from '@ardhi/embedded-postgres';
import { createDatabase, startTestServer } from '@ardhi/embedded-postgres/test';
import type { TestProject } from 'vitest/node';
import { connect } from '../src/lib/database/database.ts';
import { migrateJobs } from '../src/lib/jobs/jobs.ts';

const migrations = fileURLToPath(new URL('../migrations', import.meta.url));

declare module 'vitest' {
  interface ProvidedContext {
    template: string;
  }
}

/** Prepares one migrated database that every test file copies. */
export default async function setup(project: TestProject) {
  const { administratorUrl, stop } = await startTestServer();
  const name = `ardhi_template_${process.pid}`;
  const template = await createDatabase(administratorUrl, undefined, name);
  await prepare(template.connectionString);
  project.provide('administratorUrl', administratorUrl);
  project.provide('template', name);
  return async () => {
    await template.drop();
    await stop();
  };
}

async function prepare(connectionString: string) {
  await migrate(connectionString, migrations);
  const { pool, close } = connect(connectionString);
  await migrateJobs(pool);
  await close();
}
