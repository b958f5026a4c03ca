/** With mail configured, a decision also sends an email, queued in the decision's own transaction. */
import type { Application } from '@ardhi/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { type MailServer, startMailServer } from '../../../test/mail-server.ts';
import { jobs } from '../../jobs.ts';
import { connect, type Database } from '../../lib/database/database.ts';
import { type JobRunner, startJobs } from '../../lib/jobs/jobs.ts';
import { closeMail } from '../../lib/jobs/mail.ts';

let mailServer: MailServer;
let app: TestApp;
let database: Database;
let runner: JobRunner;
beforeAll(async () => {
  mailServer = await startMailServer();
  app = await startTestApp({ SMTP_URL: mailServer.url, PUBLIC_URL: 'https://ardhi.example' });
  database = connect(app.connectionString);
  runner = startJobs(database.pool, app.services, jobs, []);
});
afterAll(async () => {
  await runner.stop();
  closeMail();
  await database.close();
  await app.close();
  await mailServer.close();
});

it('mails the farmer once, with reason and link, and sends no mail for a refused decision', async () => {
  const [farmer, official] = [await app.as('farmer'), await app.as('government')];
  const { body } = await farmer.send<Application>('POST /subsidies', {
    body: { name: 'Pump', description: 'One pump', amount: 88_000.5 },
  });
  const decide = (status: string, reason: string) =>
    official.send(`PUT /government/subsidies/${body._id}`, { body: { status, reason } });
  expect((await decide('rejected', 'Too dear')).status).toBe(200);
  expect((await decide('approved', 'On second thoughts')).status).toBe(409);

  const mails = () => mailServer.taken.filter(({ text }) => text.includes('Pump'));
  await expect.poll(() => mails().length).toBe(1);
  const notices = await app.db.selectFrom('notices').select('id').execute();
  expect(notices).toHaveLength(1);
  const [mail] = mails();
  expect(mail!.to).toBe(farmer.user.email);
  expect(mail!.text).toContain('Subject: Your application was rejected: Pump');
  expect(mail!.text).toContain('Too dear');
  expect(mail!.text).toContain('https://ardhi.example/subsidies/apply');
});
