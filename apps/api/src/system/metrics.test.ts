/** Server metrics, and error counts reported by devices. */
import { expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import { newParcel } from '../../test/land.ts';
import { runScores } from '../farm/land/score-runs.ts';
import { addJob } from '../lib/jobs/jobs.ts';
import { sendMail } from '../lib/jobs/mail.ts';

const app = testApp({
  METRICS_TOKEN: 'token',
  LIMIT_SYNC_ERRORS: '2',
  // No server listens there.
  SMTP_URL: 'smtp://127.0.0.1:1',
});

async function metrics(): Promise<Record<string, number>> {
  const response = await fetch(`${app.url}/metrics`, { headers: { authorization: 'Bearer token' } });
  const lines = (await response.text()).split('\n').filter((line) => line.startsWith('ardhi_'));
  return Object.fromEntries(lines.map((line) => [line.replace(/ \S+$/, ''), Number(/\S+$/.exec(line)?.[0])]));
}

it('reports metrics of the pool, streams, jobs, rollups and score runs', async () => {
  const farmer = await app.as('farmer');
  await newParcel(farmer);
  await runScores(app.services, 'version', 'of the test');
  await addJob(app.db, 'clean-up', {});
  await app.sql`update graphile_worker._private_jobs set run_at = now() - interval '1 hour'`;
  await addJob(app.db, 'purge-parcels', {}, { maxAttempts: 1 });
  await app.sql`update graphile_worker._private_jobs set attempts = 1 where max_attempts = 1`;
  const stream = await fetch(`${app.url}/api/events`, {
    headers: { authorization: `Bearer ${farmer.token}` },
  });

  const found = await app.db.transaction().execute(metrics);
  await stream.body?.cancel();
  expect(found).toMatchObject({
    ardhi_database_up: 1,
    ardhi_streams_open: 1,
    'ardhi_pool_connections_max{pool="calls"}': 10,
    'ardhi_pool_waiting{pool="calls"}': 0,
    'ardhi_jobs_due{task="clean-up"}': 1,
    'ardhi_jobs_failed{task="purge-parcels"}': 1,
    'ardhi_score_run_parcels{kind="version"}': 1,
    'ardhi_score_run_parcels_done{kind="version"}': 1,
    'ardhi_score_run_stalled_seconds{kind="version"}': 0,
  });
  expect(found['ardhi_jobs_oldest_due_seconds{task="clean-up"}']).toBeGreaterThan(3599);
  expect(found['ardhi_score_run_finished_seconds{kind="version"}']).toBeLessThan(60);
  expect(found['ardhi_pool_connections_busy{pool="calls"}']).toBeGreaterThan(0);
  expect(found.ardhi_deltas_unfolded).toBeGreaterThan(0);
  expect(Object.keys(found).some((name) => name.startsWith('ardhi_build_info{version="'))).toBe(true);
});

it('allows every alert before the first run, and states no value that is unknown', async () => {
  const found = await metrics();
  expect(found).toMatchObject({
    ardhi_audit_verified_timestamp_seconds: 0,
    'ardhi_score_run_finished_seconds{kind="nightly"}': expect.any(Number),
    'ardhi_sync_errors_total{kind="refused"}': expect.any(Number),
    'ardhi_sync_errors_total{kind="conflict"}': expect.any(Number),
    'ardhi_sync_errors_total{kind="failed"}': expect.any(Number),
    ardhi_writes_accepted: 1,
    ardhi_log_lines_dropped_total: expect.any(Number),
  });
  expect(found).not.toHaveProperty('ardhi_audit_result');
  expect(found).not.toHaveProperty('ardhi_disk_free_bytes');
});

it('reports metrics while no call gets a connection', async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const holders = Array.from({ length: 10 }, () => app.db.connection().execute(() => held));
  const waiting = app.send('GET /ready');
  await expect.poll(metrics).toMatchObject({
    ardhi_database_up: 1,
    'ardhi_pool_waiting{pool="calls"}': 1,
    'ardhi_pool_connections_busy{pool="calls"}': 10,
  });
  release();
  await Promise.all(holders);
  expect((await waiting).status).toBe(200);
});

it('counts mails that could not be sent', async () => {
  const before = (await metrics()).ardhi_mail_failures_total ?? 0;
  const mail = { to: 'a@test.example', subject: 'A', text: 'A', messageId: '<a@test.example>' };
  await expect(sendMail(mail, app.services)).rejects.toThrow();
  expect((await metrics()).ardhi_mail_failures_total).toBe(before + 1);
});

it('counts sync errors of devices by kind, within limits, and rejects other fields', async () => {
  const farmer = await app.as('farmer');
  const report = async (body: object) => (await farmer.send('POST /sync-errors', { body })).status;
  expect(await report({ refused: 2, conflict: 1 })).toBe(202);
  expect(await report({ refused: 1, text: 'Shamba' })).toBe(400);
  expect(await report({ refused: 1 })).toBe(429);
  expect(await metrics()).toMatchObject({
    'ardhi_sync_errors_total{kind="refused"}': 2,
    'ardhi_sync_errors_total{kind="conflict"}': 1,
  });
});
