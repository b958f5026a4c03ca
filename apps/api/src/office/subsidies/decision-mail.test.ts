/** With mail configured, a decision also sends an email, queued in the decision's own transaction. */
import { expect, it } from 'vitest';
import { runQueuedJobs, testAppWithMail } from '../../../test/mailing.ts';
import { manage, newApplication } from '../../../test/subsidies.ts';

const { app, mailServer } = testAppWithMail();
runQueuedJobs(app);

it('mails the farmer once, with reason and link, and sends no mail for a refused decision', async () => {
  const [farmer, official] = [await app.as('farmer'), await app.as('government')];
  const { _id } = await newApplication(farmer, { name: 'Pump', amount: 88_000.5 });
  expect((await manage(official, _id, { status: 'rejected', reason: 'Too dear' })).status).toBe(200);
  expect((await manage(official, _id, { status: 'approved', reason: 'On second thoughts' })).status).toBe(
    409,
  );

  const mails = () => mailServer.taken.filter(({ text }) => text.includes('Pump'));
  await expect.poll(() => mails().length).toBe(1);
  const notices = await app.db.selectFrom('notices').select('id').execute();
  expect(notices).toHaveLength(1);
  const [mail] = mails();
  expect(mail!.to).toBe(farmer.user.email);
  expect(mail!.text).toContain('Subject: Your application was rejected: Pump');
  expect(mail!.text).toContain('Too dear');
  expect(mail!.text).toContain(`https://ardhi.example/subsidies/${_id}`);
});
