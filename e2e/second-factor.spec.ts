/** An official's passkey and authenticator app, with a virtual authenticator, and their enrolment where required. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runningEmbeddedPostgres } from '@ardhi/embedded-postgres';
import { Secret, TOTP } from 'otpauth';
import { connect } from '../apps/api/src/lib/database/database.ts';
import { startServer } from '../apps/api/test/process/server.ts';
import {
  confirmIdentity,
  expect,
  expectNoAxeFindings,
  expectSoundInEachVariant,
  logIn,
  register,
  signIn,
  test,
} from './test.ts';

test('an official enrols a passkey and an app, and signs in with each @full', async ({
  page,
  baseURL,
  official,
}) => {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  // Passkeys need a host name: none is offered at an IP address.
  const named = new URL(baseURL!);
  named.hostname = 'localhost';
  const at = (path: string) => new URL(path, named).href;

  await signIn(page, official);
  await page.goto('/account');
  const app = page.getByLabel('Name of the app or phone');
  await expect(app).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add Passkey' })).toHaveCount(0);

  await page.goto(at('/login'));
  await logIn(page, official);
  await expect(page).toHaveURL(at('/dashboard'));
  await page.goto(at('/account'));
  await page.getByRole('button', { name: 'Add Passkey' }).click();
  await confirmIdentity(page);
  await expect(page.getByText('Write these recovery codes down')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Two-step login' }).getByText('Passkey')).toBeVisible();

  await app.fill('Office phone');
  await page.getByRole('button', { name: 'Add Authenticator App' }).click();
  await expect(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  const key = page.getByText('Scan the code with the app, or enter this key').locator('..').locator('code');
  const secret = (await key.textContent())!.trim();
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  await expectNoAxeFindings(page, 'main');
  await page.getByLabel('Code from the app').fill(totp.generate());
  await page.getByRole('button', { name: 'Confirm Code' }).click();
  await expect(page.getByRole('table', { name: 'Two-step login' }).getByText('Office phone')).toBeVisible();

  const signOut = async () => {
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL(at('/'));
    await page.goto(at('/login'));
  };
  await signOut();
  await logIn(page, official);
  await page.getByRole('button', { name: /passkey/i }).click();
  await expect(page).toHaveURL(at('/dashboard'));

  await signOut();
  await logIn(page, official);
  // Each code can be used once, so this is the code of the next 30 seconds.
  await page.getByLabel(/^Code/).fill(totp.generate({ timestamp: Date.now() + 30_000 }));
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(at('/dashboard'));
});

/** Stores what the upgrade of a database of 0.2.0 stores. */
async function storeOldSettings(dataDir: string): Promise<void> {
  const { db, close } = connect((await runningEmbeddedPostgres(dataDir))!);
  await db
    .insertInto('stored_settings')
    .values([
      { name: 'OFFICIALS_SECOND_FACTOR', value: 'optional' },
      { name: 'JURISDICTION', value: 'open' },
    ])
    .execute();
  await close();
}

test('a manager of an upgraded installation switches on the second step, and enrols @full', async ({
  page,
  playwright,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'ardhi-upgraded-'));
  const old = await startServer({ DATA_DIR: folder });
  const request = await playwright.request.newContext({ baseURL: old.url });
  const manager = await register(request, 'government');
  await storeOldSettings(folder);
  await old.end('SIGTERM');
  const server = await startServer({ DATA_DIR: folder, TRUST_PROXY: '1' });

  await signIn(page, manager, server.url);
  await page.goto(`${server.url}/dashboard`);
  const banner = (text: string) => page.getByText(`This installation uses ${text} of version 0.2`);
  await expect(banner('2 settings')).toBeVisible();
  await page.getByRole('link', { name: 'Review settings' }).click();
  const settings = page.locator('#settings');
  await expect(settings.getByText('Officials may log in with their password alone.')).toBeVisible();
  await expectSoundInEachVariant(page, '#settings');
  await settings.getByRole('button', { name: 'Switch on: Two-step login' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Switch On' }).click();
  await confirmIdentity(page);

  // The server ends the stream and accepts nothing else, so the open page asks for enrolment.
  await expect(page.getByRole('heading', { name: 'Set up your second step', level: 1 })).toBeVisible();
  await page.getByLabel('Name of the app or phone').fill('Office phone');
  await page.getByRole('button', { name: 'Add Authenticator App' }).click();
  const key = page.getByText('Scan the code with the app, or enter this key').locator('..').locator('code');
  const totp = new TOTP({ secret: Secret.fromBase32((await key.textContent())!.trim()) });
  await page.getByLabel('Code from the app').fill(totp.generate());
  await page.getByRole('button', { name: 'Confirm Code' }).click();
  await expect(page.getByText('Write these recovery codes down')).toBeVisible();
  await expectSoundInEachVariant(page);
  await page.getByRole('button', { name: 'Open the dashboard' }).click();
  await expect(banner('1 setting')).toBeVisible();

  await server.end('SIGTERM');
  await request.dispose();
  rmSync(folder, { recursive: true, force: true });
});
