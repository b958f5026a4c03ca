/** Checks of the installation: on the operator's page, and by the command. */
import { fileURLToPath } from 'node:url';
import type { CheckName, SystemState } from '@ardhi/contract';
import { readMigrations } from '@ardhi/embedded-postgres';
import { expect, it } from 'vitest';
import { beforeTests, startTestApp, testApp } from '../../../test/app.ts';
import { startMailServer } from '../../../test/mail-server.ts';
import { storeMailHold } from '../../lib/database/stored-settings.ts';
import { addJob } from '../../lib/jobs/jobs.ts';
import { readEnv } from '../../lib/settings/env.ts';
import { runChecks } from './checks.ts';
import { systemState } from './state.ts';

const app = testApp();
const manager = beforeTests(() => app.as('government', 'Achieng'));
const clerk = beforeTests(() => app.as('government', 'Otieno'));

const system = async (language = 'en') =>
  (await manager.send<SystemState>('GET /government/system', { headers: { 'accept-language': language } }))
    .body;
const check = async (name: CheckName, language?: string) =>
  (await system(language)).checks.find((one) => one.name === name)!;
/** As in a process with these variables. */
const checksWith = (variables: Record<string, string>) =>
  runChecks({ env: readEnv(variables), variables, db: app.db });

it('shows every check in the language of the manager, and nothing to others', async () => {
  const english = await system();
  expect(english.checks.map(({ name, state }) => [name, state])).toEqual([
    ['settings', 'ok'],
    ['database', 'ok'],
    ['migrations', 'ok'],
    // The tests work as the owner.
    ['roles', 'warning'],
    ['replicas', 'off'],
    ['disk', 'ok'],
    ['secret', 'ok'],
    ['mail', 'off'],
    ['map', 'off'],
    ['jobs', 'ok'],
    ['clock', 'ok'],
    ['backup', 'warning'],
    ['drill', 'warning'],
    ['audit', 'unknown'],
  ]);
  expect(english.checks.at(-3)).toMatchObject({ title: 'Last back-up', texts: ['Never. Set up back-ups.'] });
  expect((await check('backup', 'sw')).texts).toEqual(['Bado haijawahi kufanywa. Panga hifadhi rudufu.']);
  const { status, body } = await clerk.send('GET /government/system');
  expect([status, body]).toMatchObject([403, { code: 'manage-needed' }]);
});

it('reports settings that are almost right, and never a value', async () => {
  const { settings } = await checksWith({ GOVERMENT_SIGNUP: 'invite', METRICS_TOKEN: 'a-secret-value' });
  expect(settings.state).toBe('warning');
  expect(settings.lines[0]).toEqual({
    key: 'doctor.settings.misspelled',
    values: { name: 'GOVERMENT_SIGNUP', meant: 'GOVERNMENT_SIGNUP' },
  });
  expect(settings.lines.at(-1)?.values).toEqual({ count: 1, names: 'METRICS_TOKEN' });
  const open = await checksWith({ HOST: '0.0.0.0', GOVERNMENT_SIGNUP: 'open' });
  expect(open.settings.lines[0]?.key).toBe('doctor.settings.open');
});

it('reports a missing migration, and one of a newer release', async () => {
  await app.sql`update migrations set number = 9999, name = '9999_later.sql' where number = (select max(number) from migrations)`;
  expect(await check('migrations')).toMatchObject({
    state: 'fault',
    texts: [expect.stringMatching(/^1 migration is missing, from 00/)],
  });
  const [last] = readMigrations(fileURLToPath(new URL('../../../migrations', import.meta.url))).slice(-1);
  await app.sql`insert into migrations (number, name, sha256) values (${last!.number}, ${last!.name}, '')`;
  expect(await check('migrations')).toMatchObject({
    state: 'warning',
    texts: [expect.stringContaining('9999_later')],
  });
  await app.sql`delete from migrations where number = 9999`;
  expect((await check('migrations')).state).toBe('ok');
});

it('compares the secrets of all processes', async () => {
  const same = await startTestApp({}, app.connectionString);
  expect(await check('secret')).toMatchObject({
    state: 'ok',
    texts: ['All processes have the same secret.', expect.stringMatching(/^2 processes: /)],
  });
  await same.close();
  const other = await startTestApp({ APP_SECRET: 'x'.repeat(32) }, app.connectionString);
  const { state, texts } = await check('secret');
  expect(state).toBe('fault');
  expect(new Set(texts[1]!.match(/\b[0-9a-f]{8}\b/g))).toHaveProperty('size', 2);
  expect(texts.join()).not.toContain('xxxx');
  await other.close();
});

it('logs in to the mail server', async () => {
  const server = await startMailServer();
  const mail = async () => (await checksWith({ SMTP_URL: server.url })).mail;
  expect((await mail()).state).toBe('ok');
  server.setAway(true);
  expect(await mail()).toMatchObject({
    state: 'fault',
    lines: [{ values: { reason: expect.stringContaining('away') } }],
  });
  await server.close();
});

it('warns of mail that a restore holds, and does not take it for a stuck job', async () => {
  const mail = { to: 'amina@example.ke', subject: 'a', text: 'held', messageId: '<2@a>' };
  await addJob(app.db, 'send-mail', mail);
  await app.sql`
    update graphile_worker._private_jobs set run_at = now() - interval '1 hour' where payload ->> 'text' = 'held'`;
  const states = async () => {
    const { mail, jobs } = await checksWith({ SMTP_URL: 'smtp://127.0.0.1:1' });
    return [mail.lines[0]!.key, jobs.state];
  };
  expect(await states()).toEqual(['doctor.mail.failed', 'warning']);
  await storeMailHold(app.db, true);
  expect(await states()).toEqual(['doctor.mail.held', 'ok']);
  await storeMailHold(app.db, false);
  await app.sql`delete from graphile_worker._private_jobs where payload ->> 'text' = 'held'`;
});

it('reports an unreachable replica, and one that is a primary', async () => {
  const replica = async (url: string) =>
    (await checksWith({ DATABASE_URL: app.connectionString, DATABASE_READ_URL: url })).replicas;
  expect(await replica('postgres://a:b@127.0.0.1:1/c')).toMatchObject({
    state: 'warning',
    lines: [{ key: 'doctor.replicas.away' }],
  });
  const any = new URL(app.connectionString);
  any.searchParams.set('target_session_attrs', 'any');
  expect(await replica(any.href)).toMatchObject({
    state: 'warning',
    lines: [{ key: 'doctor.replicas.primary' }],
  });
});

it('reports the result of the last verification of the audit log', async () => {
  const verified = async (result: number, ago: string) => {
    await app.sql`
      insert into audit_verifications (verified_at, result, faults) values (now() - ${ago}::interval, ${result}, 2)
      on conflict (id) do update set verified_at = excluded.verified_at, result = excluded.result`;
    return (await check('audit')).state;
  };
  expect(await verified(0, '1 hour')).toBe('ok');
  expect(await verified(0, '3 days')).toBe('warning');
  expect(await verified(3, '1 hour')).toBe('warning');
  expect(await verified(2, '1 hour')).toBe('fault');
});

it('reports the last back-up and drill, and what failed', async () => {
  await app.sql`
    create table if not exists backup_steps (
      step text primary key, succeeded_at timestamptz(3), failed_at timestamptz(3), failure text)`;
  const record = (step: string, ago: string | null, failure: string | null = null) => app.sql`
    insert into backup_steps (step, succeeded_at, failed_at, failure)
    values (${step}, now() - ${ago}::interval, case when ${failure}::text is null then null else now() end, ${failure})
    on conflict (step) do update set succeeded_at = excluded.succeeded_at, failed_at = excluded.failed_at,
      failure = excluded.failure`;
  await record('backup', '1 hour');
  await record('copy', null);
  await record('drill', '20 days');
  expect(await check('backup')).toMatchObject({ state: 'ok' });
  expect(await check('drill')).toMatchObject({
    state: 'warning',
    texts: [expect.any(String), 'That is more than nine days ago.'],
  });
  await record('full-drill', '1 day');
  await record('copy', null, 'rclone: no route');
  expect((await check('drill')).state).toBe('ok');
  expect(await check('backup')).toMatchObject({
    state: 'fault',
    texts: [expect.stringMatching(/^The off-site copy failed on .*: rclone: no route$/), expect.any(String)],
  });
});

it('says that nothing can be checked without a database', async () => {
  const env = readEnv({});
  const { checks, failedTasks } = await systemState(
    { env, variables: {}, db: new Error('it is not running') },
    'en',
  );
  const states = Object.fromEntries(checks.map(({ name, state }) => [name, state]));
  expect(states).toMatchObject({
    settings: 'ok',
    database: 'fault',
    migrations: 'unknown',
    jobs: 'unknown',
    disk: 'ok',
  });
  expect(checks[1]!.texts).toEqual(['Could not be reached: it is not running.']);
  expect(failedTasks).toEqual([]);
});

it('lists failed jobs without addresses, and runs them again', async () => {
  const mail = { to: 'amina@example.ke', subject: 'a', text: 'b', messageId: '<1@a>' };
  for (const text of ['first', 'second'])
    await addJob(app.db, 'send-mail', { ...mail, text }, { maxAttempts: 2 });
  await addJob(app.db, 'clean-up', {});
  await app.sql`
    update graphile_worker._private_jobs set attempts = 1, last_error = 'Error: 550 no mailbox <amina@example.ke>
      at stack' where max_attempts = 2`;
  await app.sql`
    update graphile_worker._private_jobs set attempts = 2 where payload ->> 'text' = 'first'`;
  const before = await system();
  expect(before.failedTasks).toMatchObject([
    { task: 'send-mail', failed: 1, retrying: 1, error: 'Error: 550 no mailbox <…>' },
  ]);
  expect(before.checks.find(({ name }) => name === 'jobs')).toMatchObject({ state: 'fault' });

  const retry = (person = manager) => person.send('POST /government/system/jobs/send-mail/retry');
  expect((await retry(clerk)).status).toBe(403);
  expect((await retry()).body).toEqual({ count: 2 });
  const jobs = await app.sql`
    select attempts, run_at <= now() as due from graphile_worker._private_jobs where max_attempts = 2`;
  expect(jobs).toEqual([
    { attempts: 0, due: true },
    { attempts: 0, due: true },
  ]);
  const [entry] = await app.sql`select actor_id, after from audit_log where action = 'job.retry'`;
  expect(entry).toEqual({ actor_id: manager.user._id, after: { task: 'send-mail' } });
  expect((await manager.send('POST /government/system/jobs/Send_Mail/retry')).status).toBe(404);
});
