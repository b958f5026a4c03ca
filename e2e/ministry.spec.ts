/** The first hour of a ministry on a deployed server with its own database: a new one, and one upgraded from 0.2.0. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { runningEmbeddedPostgres } from '@ardhi/embedded-postgres';
import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { connect } from '../apps/api/src/lib/database/database.ts';
import { environmentOfTests, type RunningServer, startServer } from '../apps/api/test/process/server.ts';
import { addParcel, test as base, confirmIdentity, expect, logIn, type Person, register } from './test.ts';

/** Empty values undo the settings of `startServer`, so that every other setting has its default. */
const DEPLOYED = { TRUST_PROXY: '1', GOVERNMENT_SIGNUP: '', APP_SECRET: '' };
const BACKUP = fileURLToPath(new URL('../apps/api/test/upgrade/0.2.0.backup', import.meta.url));

interface Ministry extends RunningServer {
  dataDir: string;
  /** Runs a command of the operator, such as `verify`, expects exit code 0 and returns the output. */
  operate(...args: string[]): Promise<string>;
}

const test = base.extend<{ backup: string; ministry: Ministry }>({
  /** Back-up to restore before the start. */
  backup: ['', { option: true }],
  ministry: [
    async ({ backup }, use) => {
      const dataDir = mkdtempSync(join(tmpdir(), 'ardhi-ministry-'));
      const settings = { ...DEPLOYED, DATA_DIR: dataDir };
      const env = { ...environmentOfTests(), ...settings };
      const operate = async (...args: string[]) => {
        const { stdout, stderr } = await promisify(execFile)(process.execPath, ['scripts/cli.mjs', ...args], {
          env,
        });
        return stdout + stderr;
      };
      if (backup) await operate('restore', '--new', backup);
      const server = await startServer(settings);
      await use({ ...server, dataDir, operate });
      await server.end('SIGTERM');
      rmSync(dataDir, { recursive: true, force: true });
    },
    { timeout: 120_000 },
  ],
  baseURL: ({ ministry }, use) => use(ministry.url),
});

interface Official {
  name: string;
  email: string;
}

/** Sets up an authenticator app on the page that an official without a second factor sees. */
async function enrol(page: Page, reauthenticate?: () => Promise<void>): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Set up your second step', level: 1 })).toBeVisible();
  await page.getByLabel('Name of the app or phone').fill('Office phone');
  await page.getByRole('button', { name: 'Add Authenticator App' }).click();
  await reauthenticate?.();
  const key = page.getByText('Scan the code with the app, or enter this key').locator('..').locator('code');
  const totp = new TOTP({ secret: Secret.fromBase32((await key.textContent())!.trim()) });
  await page.getByLabel('Code from the app').fill(totp.generate());
  await page.getByRole('button', { name: 'Confirm Code' }).click();
  await expect(page.getByText('Write these recovery codes down')).toBeVisible();
  await page.getByRole('button', { name: 'Open the dashboard' }).click();
}

async function assignPost(page: Page, { name, email }: Official, area: string, limit: string): Promise<void> {
  await page.goto('/account#posts');
  const posts = page.locator('#posts');
  await posts.getByLabel('Email address of the official').fill(email);
  await posts.getByLabel('Area').selectOption(area);
  await posts.getByLabel('Approval limit (KES)', { exact: true }).fill(limit);
  await posts.getByRole('button', { name: 'Assign Post' }).click();
  await expect(posts.getByRole('row', { name: new RegExp(`^${name}`) })).toContainText(`KES ${limit}`);
}

async function createProgramme(page: Page, name: string): Promise<void> {
  await page.goto('/subsidies/manage');
  await page.getByRole('button', { name: 'Create Subsidy' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Subsidy Name').fill(name);
  await dialog.getByLabel('Description').fill('For small farms.');
  await dialog.getByLabel('Amount (KES)').fill('400,000');
  await dialog.getByRole('button', { name: 'Create Subsidy' }).click();
  await expect(dialog).toBeHidden();
}

/** Opens the dialog for the approval of a programme, and clicks Approve there. */
async function approveProgramme(page: Page, name: string): Promise<void> {
  await page.goto('/subsidies/manage');
  await page.getByRole('button', { name: `Approve ${name}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
}

/** Approves the open case. `note` is what the page and the dialog say before the click. */
async function approveCase(page: Page, note?: string): Promise<void> {
  if (note) await expect(page.getByText(note)).toBeVisible();
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  const dialog = page.getByRole('dialog');
  if (note) await expect(dialog.getByText(note)).toBeVisible();
  await dialog.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(dialog).toBeHidden();
}

/** Verification succeeds, also once the server has sealed every entry, which it does each minute. */
const expectVerified = ({ operate }: Ministry) =>
  expect
    .poll(() => operate('verify'), { timeout: 120_000 })
    .toMatch(/is as it was sealed .* 0 not sealed yet/);

test('the first hour of a deployed ministry @full', async ({ page, request, openAs, send, ministry }) => {
  test.setTimeout(300_000);
  // Longer than other passwords of the tests: officials need ten characters here.
  const password = 'correct horse';
  const registerOfficial = async (browser: Page, { name, email }: Official, invitation: string) => {
    await browser.goto('/register');
    await browser.getByLabel('Name', { exact: true }).fill(name);
    await browser.getByLabel('Email', { exact: true }).fill(email);
    await browser.getByLabel('Password', { exact: true }).fill(password);
    await browser.getByLabel('Government Official').check();
    await browser.getByLabel('Department').fill('Agriculture');
    await browser.getByLabel('Invitation Code').fill(invitation);
    await browser.getByRole('button', { name: 'Create Account' }).click();
    await enrol(browser, () => confirmIdentity(browser, password));
  };

  // The first official registers with the printed invitation.
  const [, printed = ''] = await ministry.says(/Invitation for the first official: (\S+)/);
  await registerOfficial(page, { name: 'Achieng Head', email: 'head@example.org' }, printed);
  await expect(page.getByRole('heading', { name: 'The country today' })).toBeVisible();

  // Two more register with codes from the account page. Without a post they learn whom to ask.
  const deputy = { name: 'Otieno Deputy', email: 'deputy@example.org' };
  const officer = { name: 'Njeri Officer', email: 'officer@example.org' };
  const [deputyPage, officerPage] = [await openAs(null), await openAs(null)];
  await page.goto('/account#invitations');
  const invitations = page.locator('#invitations');
  for (const [browser, official] of [
    [deputyPage, deputy],
    [officerPage, officer],
  ] as const) {
    await invitations.getByLabel('Who is it for?').fill(official.name);
    await invitations.getByRole('button', { name: 'Create Invitation' }).click();
    await expect(invitations.getByRole('row', { name: official.name })).toContainText('Not used yet');
    await registerOfficial(browser, official, (await invitations.locator('code').textContent())!);
    await expect(browser.getByText('Ask an official who manages posts to assign one.').first()).toBeVisible();
  }

  // The operator vouches for the county official, and the first official assigns posts with limits.
  await ministry.operate('admin', 'vouch', officer.email, '--note', 'Met in person');
  await assignPost(page, deputy, 'Whole country', '500,000');
  await assignPost(page, officer, 'Nakuru', '20,000');

  // A programme by two.
  await createProgramme(officerPage, 'Drip kits');
  await approveProgramme(deputyPage, 'Drip kits');
  await expect(deputyPage.getByRole('row', { name: /Drip kits/ })).toContainText('approved');

  // An application above the limits of both, by two.
  const farmer = await register(request, 'farmer', 'Wanjiku Farmer');
  const parcel = await addParcel(send, farmer, 'Home field', { county: 'Nakuru' });
  const [programme] = await send<{ _id: string }[]>(farmer, 'GET /subsidies/programmes');
  await send(farmer, 'POST /subsidies', {
    name: 'Kit for one acre',
    description: 'For the dry months',
    amount: 150_000,
    programmeId: programme!._id,
    parcelIds: [parcel._id],
  });
  const openCase = async (browser: Page) => {
    await browser.goto('/queue');
    await browser.getByRole('link', { name: 'Kit for one acre' }).click();
  };
  await openCase(officerPage);
  const caseAddress = `/subsidies/cases/${new URL(officerPage.url()).searchParams.get('case')}`;
  await approveCase(officerPage, 'Above your limit of KES 20,000: a second official must also approve.');
  await officerPage.goto(caseAddress);
  await expect(
    officerPage.getByText(/Njeri Officer: approve, [^·]+ · A second official must confirm\./),
  ).toBeVisible();
  await openCase(page);
  await approveCase(page, 'Njeri Officer has approved it already: your approval decides.');
  const votes = /Njeri Officer: approve, [^·]+ · Achieng Head: approve, /;
  await page.goto(caseAddress);
  await expect(page.getByText(votes)).toBeVisible();
  await expect(page.getByText('Decided by Achieng Head')).toBeVisible();

  // The county official closes the account. The decision keeps the name.
  await officerPage.goto('/account#delete');
  const leaving = officerPage.locator('#delete');
  await expect(leaving.getByText('Your name, office and decisions stay')).toBeVisible();
  await leaving.getByRole('button', { name: 'Close Account' }).click();
  const question = officerPage.getByRole('alertdialog');
  await question.getByLabel('Your password').fill(password);
  await question.getByRole('button', { name: 'Close Account' }).click();
  await expect(officerPage).toHaveURL('/');
  await page.reload();
  await expect(page.getByText(votes)).toBeVisible();

  await expectVerified(ministry);
});

/** The officials of the back-up have no passwords: they get the farmer's. */
async function copyPassword({ dataDir }: Ministry, farmer: Person): Promise<void> {
  const { db, close } = connect((await runningEmbeddedPostgres(dataDir))!);
  const { password_hash } = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', farmer.user._id)
    .executeTakeFirstOrThrow();
  await db.updateTable('users').set({ password_hash }).where('role', '=', 'government').execute();
  await close();
}

test.describe(() => {
  test.use({ backup: BACKUP });

  test('the first hour of an upgraded ministry @full', async ({ page, request, openAs, send, ministry }) => {
    test.setTimeout(300_000);
    const manager = { name: 'Mkulima 61', email: 'mkulima61@example.org' };
    const clerk = { name: 'Mkulima 62', email: 'mkulima62@example.org' };
    const farmer = await register(request, 'farmer');
    await copyPassword(ministry, farmer);
    // Until then the restore counts as a possible loss.
    await ministry.operate('verify', '--accept-restore');

    // As before the upgrade, the password is enough, and one official decides.
    const application = { name: 'Solar pump', description: 'For the dry months', amount: 250_000 };
    const { _id } = await send(farmer, 'POST /subsidies', application);
    const clerkPage = await openAs(null, '/login');
    await logIn(clerkPage, clerk);
    await expect(clerkPage).toHaveURL('/dashboard');
    await clerkPage.goto(`/subsidies/cases/${_id}`);
    await approveCase(clerkPage);
    await expect(clerkPage.getByText('Approved: Solar pump')).toBeVisible();
    await clerkPage.getByRole('button', { name: 'Logout' }).click();
    await expect(clerkPage).toHaveURL('/');

    // The manager switches on each setting. After the last one nothing works without a second factor.
    await page.goto('/login');
    await logIn(page, manager);
    await expect(page.getByText('This installation uses 4 settings of version 0.2')).toBeVisible();
    await page.getByRole('link', { name: 'Review settings' }).click();
    const settings = ['Two officials for programmes', 'Approval limit', 'Posts', 'Two-step login'];
    for (const [index, name] of settings.entries()) {
      const button = page.getByRole('button', { name: `Switch on: ${name}` });
      await button.click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Switch On' }).click();
      if (index === 0) await confirmIdentity(page);
      await expect(button).toHaveCount(0);
    }
    await enrol(page);
    await expect(page.getByRole('heading', { name: 'The country today' })).toBeVisible();
    await expect(page.getByText('This installation keeps')).toHaveCount(0);
    await assignPost(page, clerk, 'Whole country', '50,000');

    // The other official sets up a second factor at the next sign-in, and no longer approves the own programme.
    await clerkPage.goto('/login');
    await logIn(clerkPage, clerk);
    await enrol(clerkPage, () => confirmIdentity(clerkPage));
    await expect(clerkPage.getByRole('heading', { name: 'The country today' })).toBeVisible();
    await createProgramme(clerkPage, 'Seed for all');
    await clerkPage.goto('/subsidies/manage');
    await clerkPage.getByRole('button', { name: 'Approve Seed for all' }).click();
    const refusal = clerkPage.getByRole('dialog');
    await expect(refusal).toContainText(`These officials could decide: ${manager.name}.`);
    await expect(refusal.getByRole('button', { name: 'Approve' })).toHaveCount(0);
    await approveProgramme(page, 'Seed for all');
    await expect(page.getByRole('row', { name: /Seed for all/ })).toContainText('approved');

    await expectVerified(ministry);
  });
});
