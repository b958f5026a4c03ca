/** Mailings of a notice, against a real SMTP server. */
import type { Policy, PolicySending } from '@ardhi/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { beforeTests } from '../../../test/app.ts';
import { runQueuedJobs, testAppWithMail } from '../../../test/mailing.ts';
import { jobs } from '../../jobs.ts';
import { closeMail } from '../../lib/jobs/mail.ts';

const { app, mailServer } = testAppWithMail();
runQueuedJobs(app);
const official = beforeTests(() => app.as('government'));
const FARMERS = 12;

beforeAll(async () => {
  await app.sql`insert into users (id, email, name, role, language, password_hash)
    select gen_random_uuid(), 'mkulima' || n || '@farm.example', 'Mkulima ' || n, 'farmer',
      case when n % 2 = 0 then 'sw' else 'en' end, ''
    from generate_series(1, ${FARMERS}) as n`;
});

async function notify(title: string): Promise<{ policyId: string; noticeId: string }> {
  const { body } = await official.send<Policy>('POST /policies', {
    body: { title, description: 'Build terraces.', status: 'Active' },
  });
  await official.send(`POST /policies/${body._id}/notify`);
  const [sending] = await sendings(body._id);
  return { policyId: body._id, noticeId: sending!._id };
}
const sendings = async (policyId: string) =>
  (await official.send<PolicySending[]>(`GET /policies/${policyId}/reach`)).body;
const mailOf = async (policyId: string) => (await sendings(policyId))[0]?.mail;
const finished = (policyId: string) =>
  expect.poll(() => mailOf(policyId)).toMatchObject({ finishedAt: expect.any(String) });
const jobCount = async (noticeId: string) =>
  (await app.sql`select from graphile_worker.jobs where key = ${`policy-mail:${noticeId}`}`).length;
const takenOf = (noticeId: string) =>
  mailServer.taken.filter(({ messageId }) => messageId.startsWith(`<${noticeId}`));

describe('a notification by mail', () => {
  it('reaches every farmer once, in their language, with a link to the policy', async () => {
    const { policyId, noticeId } = await notify('Terraces');
    await finished(policyId);
    const taken = takenOf(noticeId);
    expect(taken).toHaveLength(FARMERS);
    expect(new Set(taken.map(({ to }) => to)).size).toBe(FARMERS);
    const [english, kiswahili] = ['mkulima1@', 'mkulima2@'].map((name) =>
      taken.find(({ to }) => to.startsWith(name)),
    );
    expect(english?.text).toContain('Subject: Policy in force: Terraces');
    expect(english?.text).toContain(`https://ardhi.example/policies/${policyId}`);
    expect(kiswahili?.text).toContain('Subject: Sera inayotumika: Terraces');
    expect(await mailOf(policyId)).toMatchObject({ mailed: FARMERS, refused: 0 });
  });

  it('skips a refused address and retries a busy one', async () => {
    mailServer.refuse('mkulima3@farm.example', 550);
    mailServer.refuse('mkulima4@farm.example', 450);
    const { policyId, noticeId } = await notify('Trees');
    await finished(policyId);
    expect(await mailOf(policyId)).toMatchObject({ mailed: FARMERS - 1, refused: 1 });
    expect(takenOf(noticeId)).toHaveLength(FARMERS - 2);
    const rows = await app.sql<{ to: string; messageId: string }>`
      select payload ->> 'to' as to, payload ->> 'messageId' as "messageId"
      from graphile_worker._private_jobs
      where payload ->> 'messageId' like ${`<${noticeId}%`}`;
    expect(rows.map(({ to }) => to)).toEqual(['mkulima4@farm.example']);
    mailServer.refuse('mkulima3@farm.example', 0);
    mailServer.refuse('mkulima4@farm.example', 0);
  });

  it('retries after a mail server outage and reaches every farmer', async () => {
    mailServer.setAway(true);
    closeMail();
    const { policyId, noticeId } = await notify('Ponds');
    const failedOnce = async () =>
      (
        await app.sql`select from graphile_worker.jobs
          where key = ${`policy-mail:${noticeId}`} and attempts > 0 and locked_at is null`
      ).length;
    await expect.poll(failedOnce).toBe(1);
    expect(takenOf(noticeId)).toEqual([]);
    mailServer.setAway(false);
    await app.sql`update graphile_worker._private_jobs set run_at = now()`;
    await finished(policyId);
    expect(takenOf(noticeId)).toHaveLength(FARMERS);
  });

  it('stops when its policy is deleted', async () => {
    mailServer.setAway(true);
    closeMail();
    const { policyId, noticeId } = await notify('Mistake');
    await official.send(`DELETE /policies/${policyId}`);
    mailServer.setAway(false);
    await app.sql`update graphile_worker._private_jobs set run_at = now()`;
    await expect.poll(() => jobCount(noticeId)).toBe(0);
    // One mail may have been in flight.
    expect(takenOf(noticeId).length).toBeLessThanOrEqual(1);
  });

  it('is not sent to farmers who registered later', async () => {
    const { policyId, noticeId } = await notify('Earlier');
    await finished(policyId);
    const newcomer = await app.as('farmer');
    await app.sql`update policy_sendings set mail_finished_at = null, mail_cursor = null
      where notice_id = ${noticeId}`;
    await app.sql`
      select graphile_worker.add_job('policy-mail', json_build_object('noticeId', ${noticeId}::text))`;
    await finished(policyId);
    expect(takenOf(noticeId).map(({ to }) => to)).not.toContain(newcomer.user.email);
  });
});

describe('a mailing left by a killed process', () => {
  it('is resumed only after its lease has expired', async () => {
    const { policyId, noticeId } = await notify('Left');
    await finished(policyId);
    // The mailing is finished a moment before its job is deleted.
    await expect.poll(() => jobCount(noticeId)).toBe(0);
    const before = takenOf(noticeId).length;
    const leaveUnfinished = (until: string) =>
      app.sql`update policy_sendings set mail_finished_at = null, mail_lease = gen_random_uuid(),
        mail_lease_until = now() + ${until}::interval where notice_id = ${noticeId}`;
    const resume = () => jobs['policy-mail-resume']({}, app.services);
    await leaveUnfinished('1 hour');
    await resume();
    expect(await jobCount(noticeId)).toBe(0);
    await leaveUnfinished('-1 second');
    await resume();
    await finished(policyId);
    // The cursor was at the last farmer: no one received it twice.
    expect(takenOf(noticeId)).toHaveLength(before);
  });
});
