/** An official's passkey and authenticator app, with a virtual authenticator. */
import { Secret, TOTP } from 'otpauth';
import { confirmIdentity, expect, expectNoAxeFindings, logIn, signIn, test } from './test.ts';

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
  await expect(page.getByRole('table', { name: 'Second step at login' }).getByText('Passkey')).toBeVisible();

  await app.fill('Office phone');
  await page.getByRole('button', { name: 'Add Authenticator App' }).click();
  await expect(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  const key = page.getByText('Scan the code with the app, or enter this key').locator('..').locator('code');
  const secret = (await key.textContent())!.trim();
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  await expectNoAxeFindings(page, 'main');
  await page.getByLabel('Code from the app').fill(totp.generate());
  await page.getByRole('button', { name: 'Confirm Code' }).click();
  await expect(
    page.getByRole('table', { name: 'Second step at login' }).getByText('Office phone'),
  ).toBeVisible();

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
