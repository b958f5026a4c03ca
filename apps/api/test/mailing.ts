/** Apps that send mails to a test mail server. */
import { afterAll, beforeAll } from 'vitest';
import { jobs } from '../src/jobs.ts';
import { connect, type Database } from '../src/lib/database/database.ts';
import { type JobRunner, startJobs } from '../src/lib/jobs/jobs.ts';
import { closeMail } from '../src/lib/jobs/mail.ts';
import { beforeTests, startTestApp, type TestApp } from './app.ts';
import { LOOPBACK_SETTINGS } from './loopback-settings.ts';
import { startMailServer } from './mail-server.ts';

export function testAppWithMail(variables: Record<string, string> = {}) {
  const mailServer = beforeTests(() => startMailServer());
  afterAll(() => mailServer.close());
  const app = beforeTests(() =>
    startTestApp({
      SMTP_URL: mailServer.url,
      PUBLIC_URL: 'https://ardhi.example',
      ...LOOPBACK_SETTINGS,
      ...variables,
    }),
  );
  afterAll(async () => {
    closeMail();
    await app.close();
  });
  return { app, mailServer };
}

/** Runs the queued jobs of the app until the end of the tests. */
export function runQueuedJobs(app: TestApp): void {
  let database: Database;
  let runner: JobRunner;
  beforeAll(() => {
    database = connect(app.connectionString);
    runner = startJobs(database.pool, app.services, jobs, []);
  });
  afterAll(async () => {
    await runner.stop();
    await database.close();
  });
}
