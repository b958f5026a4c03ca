/** System status and maintenance mode, on a server of their own. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runningEmbeddedPostgres } from '@ardhi/embedded-postgres';
import { connect } from '../apps/api/src/lib/database/database.ts';
import { environmentOfTests, type RunningServer, startServer } from '../apps/api/test/process/server.ts';
import { axeFindings } from './axe.ts';
import { layoutFaults } from './layout-faults.ts';
import { test as base, expect, register, signInWith, VARIANTS } from './test.ts';

interface System extends RunningServer {
  dataDir: string;
  /** Runs a command of the operator. */
  operate(...args: string[]): Promise<unknown>;
}

const test = base.extend<{ system: System }>({
  system: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires the first parameter
    async ({}, use) => {
      const dataDir = mkdtempSync(join(tmpdir(), 'ardhi-system-'));
      // No mail server listens there.
      const settings = { DATA_DIR: dataDir, SMTP_URL: 'smtp://127.0.0.1:1', GOVERMENT_SIGNUP: 'invite' };
      const env = { ...environmentOfTests(), ...settings };
      const operate = (...args: string[]) =>
        promisify(execFile)(process.execPath, ['scripts/cli.mjs', ...args], { env });
      const server = await startServer({ ...settings, LOG_LEVEL: 'silent' });
      await use({ ...server, dataDir, operate });
      await server.end('SIGTERM');
      rmSync(dataDir, { recursive: true, force: true });
    },
    { timeout: 60_000 },
  ],
  baseURL: ({ system }, use) => use(system.url),
});

test('a manager sees the state of the system and retries failed jobs @full', async ({
  page,
  request,
  system,
}) => {
  const manager = await register(request, 'government');
  const { db, pool, close } = connect((await runningEmbeddedPostgres(system.dataDir))!);
  // Not done by any process, so that it stays as it is.
  await pool.query(`
    select graphile_worker.add_job('test-job', '{}', run_at => now() + interval '1 day', max_attempts => 1);
    update graphile_worker._private_jobs set attempts = 1, last_error = 'Error: 550 no mailbox <amina@example.ke>'
    where max_attempts = 1`);
  for (const variant of VARIANTS) {
    const [title, fault] = variant.lang === 'en' ? ['System status', 'Fault'] : ['Hali ya mfumo', 'Hitilafu'];
    await signInWith(page, manager, variant);
    await page.goto('/system');
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    const mail = page.getByRole('listitem').filter({ hasText: '127.0.0.1:1' });
    await expect(mail).toContainText(fault);
    await expect(page.getByRole('listitem').filter({ hasText: 'GOVERMENT_SIGNUP' })).toBeVisible();
    await expect(page.getByRole('row', { name: /test-job.*550 no mailbox/ })).not.toContainText('amina');
    await expect.poll(() => layoutFaults(page)).toEqual([]);
    expect(await axeFindings(page, 'html')).toEqual([]);
  }
  await page.getByRole('button', { name: /^Jaribu sasa ?: test-job$/ }).click();
  await expect(page.getByText('Kazi 1 inafanywa tena')).toBeVisible();
  const jobs = await db.selectFrom('audit_log').select('after').where('action', '=', 'job.retry').execute();
  expect(jobs).toEqual([{ after: { task: 'test-job' } }]);
  await close();
});

test('maintenance mode: our page, and the usual headlines in the open app @full', async ({
  page,
  request,
  system,
  openAs,
}) => {
  const farmer = await register(request, 'farmer');
  await signInWith(page, farmer, VARIANTS[0]);
  await page.goto('/land');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await system.operate('maintenance', 'on');
  await expect.poll(async () => (await request.get('/api/config')).status()).toBe(503);

  await page.evaluate(() => {
    history.pushState(null, '', '/equipment');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  const alert = page.getByRole('alert').filter({ hasText: 'Failed to fetch equipment' });
  await expect(alert).toContainText('Ardhi is being maintained. Try again in a few minutes.');

  const visitor = await openAs(null);
  for (const width of [360, 1280])
    for (const colorScheme of ['light', 'dark'] as const) {
      await visitor.setViewportSize({ width, height: 740 });
      await visitor.emulateMedia({ colorScheme });
      await visitor.goto('/login');
      await expect(visitor.getByRole('heading', { name: 'Ardhi inafanyiwa matengenezo' })).toBeVisible();
      // The styles are in the page, so that the policy must allow them.
      expect(await visitor.evaluate(() => getComputedStyle(document.body).margin)).toBe('0px');
      expect(await axeFindings(visitor, 'html')).toEqual([]);
    }
  await system.operate('maintenance', 'off');
  await expect.poll(async () => (await request.get('/api/config')).status()).toBe(200);
  await visitor.getByRole('link', { name: 'Try again' }).click();
  await expect(visitor.getByLabel('Email')).toBeVisible();
});
