import type { Page } from '@playwright/test';
import { confirmIdentity, expect, logIn, PASSWORD, type Session, signIn, test, unique } from './test.ts';

const HOME_HEADING = /^Know what your field needs/;

test.describe('before the page is awake', () => {
  /** Delays the scripts, as a slow connection does, until the returned function is called. */
  async function holdScripts(page: Page): Promise<() => void> {
    let releaseScripts = () => {};
    const held = new Promise<void>((resolve) => {
      releaseScripts = resolve;
    });
    await page.route('**/assets/index-*.js', async (route) => {
      await held;
      await route.continue();
    });
    return releaseScripts;
  }

  for (const path of ['/', '/dashboard']) {
    test(`taps on the bar of ${path} before the page is awake are done once it is @full`, async ({
      page,
      farmer,
    }) => {
      await signIn(page, farmer);
      const releaseScripts = await holdScripts(page);
      await page.goto(path, { waitUntil: 'commit' });
      await page.getByRole('button', { name: 'dark theme' }).click();
      await page.getByRole('button', { name: 'Kiswahili' }).click();
      await page.setViewportSize({ width: 360, height: 740 });
      const menu = page.getByRole('button', { name: /^(Menu|Menyu)$/ });
      for (let tap = 0; tap < 3; tap += 1) await menu.click();
      const html = page.locator('html');
      await expect(html).toHaveAttribute('data-theme', 'light');
      releaseScripts();
      await expect(html).toHaveAttribute('data-theme', 'dark');
      await expect(html).toHaveAttribute('lang', 'sw');
      await expect(menu).toHaveAttribute('aria-expanded', 'true');
    });
  }

  test('a password is shown, and Logout logs out, where the page was not awake yet', async ({
    page,
    farmer,
  }) => {
    const releaseScripts = await holdScripts(page);
    await page.goto('/login', { waitUntil: 'commit' });
    await page.getByRole('button', { name: 'Show password' }).click();
    releaseScripts();
    await expect(page.getByRole('button', { name: 'Hide password' })).toBeVisible();

    await signIn(page, farmer);
    const releaseAgain = await holdScripts(page);
    await page.goto('/', { waitUntil: 'commit' });
    await page.getByRole('button', { name: 'Logout' }).click();
    releaseAgain();
    await expect.poll(() => page.evaluate(() => localStorage.token)).toBeUndefined();
  });

  test('a form sent before the page is awake is sent once it is', async ({ page, farmer }) => {
    const releaseScripts = await holdScripts(page);
    await page.goto('/login', { waitUntil: 'commit' });
    await logIn(page, farmer);
    await expect(page).toHaveURL('/login');
    releaseScripts();
    await expect(page).toHaveURL('/dashboard');
  });
});

test.describe('the session', () => {
  test('ends with an expired token, and leads to /login', async ({ page, farmer }) => {
    await signIn(page, { ...farmer, token: 'expired' });
    await page.goto('/dashboard');
    await expect(page).toHaveURL('/login');
    await expect(page.getByText('You were logged out. Please log in again.')).toBeVisible();
    expect(await page.evaluate(() => localStorage.token ?? localStorage.user)).toBeUndefined();
  });

  test('survives an unreachable server at startup', async ({ page, farmer }) => {
    await signIn(page, farmer);
    await page.route('**/api/**', (route) => route.abort());
    await page.goto('/dashboard');
    await expect(page.getByText(`Welcome, ${farmer.name}`)).toBeVisible();
    await expect(page).toHaveURL('/dashboard');
    await page.unrouteAll();
    await page.route('**/api/auth/profile', (route) => route.fulfill({ status: 503, json: {} }));
    await page.reload();
    await expect(page.getByText(`Welcome, ${farmer.name}`)).toBeVisible();
    expect(await page.evaluate(() => localStorage.token)).toBe(farmer.token);
  });

  test('is the same in every tab', async ({ page, context, farmer }) => {
    await signIn(page, farmer);
    await page.goto('/dashboard');
    const other = await context.newPage();
    await other.goto('/');
    await other.getByRole('button', { name: 'Logout' }).click();
    await expect(page.getByRole('heading', { name: HOME_HEADING })).toBeVisible();
    await expect(page).toHaveURL('/dashboard');
  });

  test('ended on another device ends here too @full', async ({ page, openAs, farmer, send }) => {
    await signIn(page, farmer);
    const data = { email: farmer.email, password: PASSWORD };
    const session = await send<Session>(null, 'POST /auth/login', data);
    const phone = await openAs({ ...farmer, ...session }, '/dashboard');
    await expect(phone.getByText(`Welcome, ${farmer.name}`)).toBeVisible();

    await page.goto('/account');
    await page.getByRole('button', { name: /^Log out/ }).click();
    await expect(page.getByText('The device is logged out.')).toBeVisible();
    await expect(phone).toHaveURL('/login');
  });
});

test.describe('addresses', () => {
  test('an unknown one is not found', async ({ page }) => {
    const response = await page.goto('/no-such-page');
    expect(response?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
    await expect(page).toHaveTitle('Page not found · Ardhi');
  });

  test('a page that cannot be fetched says so, and Retry fetches it', async ({ page }) => {
    await page.goto('/');
    await page.route('**/assets/contact-page-*.js', (route) => route.abort());
    await page.getByRole('banner').getByRole('link', { name: 'Contact Us' }).click();
    await expect(page.getByText('This page could not be loaded')).toBeVisible();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Contact Us' })).toBeVisible();
  });

  test('feature pages open from the home page, and Back restores the scroll position', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto('/');
    const link = page.getByRole('main').getByRole('link', { name: 'AI Insights' });
    await link.scrollIntoViewIfNeeded();
    const before = await page.evaluate(() => scrollY);
    expect(before).toBeGreaterThan(0);
    await link.click();
    await expect(page).toHaveURL('/features/ai-insights');
    await expect(page.getByRole('heading', { level: 1, name: 'AI Insights' })).toBeFocused();
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.goBack();
    await expect(page.getByRole('heading', { name: HOME_HEADING })).toBeAttached();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(before);
  });
});

test.describe('contact form', () => {
  test('reaches the officials, who mark it as handled', async ({ page, official, send }) => {
    const text = unique('Question');
    await send(null, 'POST /contact', { name: 'Otieno', email: 'otieno@example.org', message: text });
    await signIn(page, official);
    await page.goto('/contact-messages');
    const message = page.getByRole('listitem').filter({ hasText: text });
    await message.getByRole('button', { name: 'Mark as handled' }).click();
    await expect(message).toBeHidden();
    await page.getByText('Handled', { exact: true }).click();
    await expect(message).toContainText('Handled by Wanjiru Kamau');
  });
});

test.describe('preferences', () => {
  for (const source of ['/contact', '/shell/en']) {
    test(`a cached ${source} switches completely to the language chosen since`, async ({
      page,
      context,
      request,
      baseURL,
    }) => {
      const response = await request.get(source, { headers: { 'accept-language': 'en' } });
      await page.route('/contact', (route) => route.fulfill({ response }));
      await context.addCookies([{ name: 'lang', value: 'sw', url: baseURL! }]);
      await page.goto('/contact');
      await expect(page.getByRole('heading', { level: 1, name: 'Wasiliana Nasi' })).toBeVisible();
      await expect(page.getByRole('banner').getByRole('link', { name: 'Ingia' })).toBeVisible();
      await expect(page.locator('html')).toHaveAttribute('lang', 'sw');
      await expect(page).toHaveTitle(/Wasiliana Nasi/);
    });
  }

  test('theme and language survive a reload, on public and signed-in pages', async ({ page, farmer }) => {
    await page.goto('/');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
    await page.getByRole('button', { name: 'Switch to the dark theme' }).click();
    await page.getByRole('button', { name: /Kiswahili/ }).click();
    await expect(page.getByRole('heading', { name: /^Jua shamba lako/ })).toBeVisible();
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expect(page.locator('html')).toHaveAttribute('lang', 'sw');
    await expect(page.getByRole('heading', { name: /^Jua shamba lako/ })).toBeVisible();
    expect(await page.evaluate(() => localStorage.theme)).toBe('dark');

    await signIn(page, farmer);
    await page.goto('/account');
    await expect(page.getByRole('heading', { name: 'Akaunti yako' })).toBeVisible();
    const saved = page.waitForResponse('**/api/auth/language');
    await page
      .getByRole('banner')
      .getByRole('button', { name: /English/ })
      .click();
    expect((await saved).ok()).toBe(true);
    await expect(page.getByRole('heading', { name: 'Your account' })).toBeVisible();
  });
});

test.describe('account', () => {
  test('profile, password, data', async ({ page, farmer }) => {
    await signIn(page, farmer);
    await page.goto('/account');
    await page.getByLabel('Name').fill('Amina A. Otieno');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(page.getByText('Welcome, Amina A. Otieno')).toBeVisible();

    await page.getByLabel('Current password').fill('wrong-one');
    await page.getByLabel('New password').fill('secret22');
    await page.getByRole('button', { name: 'Change Password' }).click();
    await expect(page.getByText('This is not your password.')).toBeVisible();
    await page.getByLabel('Current password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Change Password' }).click();
    await expect(page.getByText('Your password is changed.')).toBeVisible();

    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download Data' }).click();
    expect((await download).suggestedFilename()).toBe('ardhi-data.json');
  });

  test('is deleted only with the password', async ({ page, request, farmer }) => {
    await signIn(page, farmer);
    await page.goto('/account');
    await page.getByRole('button', { name: 'Delete Account' }).click();
    const dialog = page.getByRole('alertdialog');
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await dialog.getByLabel('Your password').fill('wrong-one');
    await dialog.getByRole('button', { name: 'Delete Account' }).click();
    await expect(dialog.getByText('Your account could not be deleted')).toBeVisible();
    await expect(dialog.getByText('This is not your password.')).toBeVisible();
    await dialog.getByLabel('Your password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Delete Account' }).click();
    await expect(page).toHaveURL('/');
    expect(await page.evaluate(() => localStorage.token ?? localStorage.user)).toBeUndefined();
    const data = { email: farmer.email, password: PASSWORD };
    const again = await request.post('/api/auth/login', { data });
    expect(again.status()).toBe(401);
  });

  test('an official invites a colleague and helps with a forgotten password', async ({
    page,
    farmer,
    official,
  }) => {
    await signIn(page, official);
    await page.goto('/account');
    const colleague = unique('Njeri');
    await page.getByLabel('Who is it for?').fill(colleague);
    await page.getByRole('button', { name: 'Create Invitation' }).click();
    await expect(page.getByText('Give this code to the person')).toBeVisible();
    const row = page.getByRole('row').filter({ hasText: colleague });
    await row.getByRole('button', { name: 'Withdraw' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click();
    await expect(row).toBeHidden();

    await page.getByLabel('Email address of the account').fill(farmer.email);
    await page.locator('#reset-code').getByLabel('Reason').fill('Forgot the password');
    await page.getByRole('button', { name: 'Create Code' }).click();
    await confirmIdentity(page);
    const code = await page.locator('#reset-code code').innerText();

    await page.getByRole('button', { name: 'Logout' }).click();
    await page.goto(`/reset-password#${encodeURIComponent(code)}`);
    await page.getByLabel('New password').fill('brand-new-1');
    await page.getByRole('button', { name: 'Set Password' }).click();
    await expect(page.getByText('Your new password is set.')).toBeVisible();
    await expect(page).toHaveURL('/reset-password');

    // For a day the new password does not open the data of the account.
    await page.goto('/login');
    await logIn(page, farmer, 'brand-new-1');
    await expect(page).toHaveURL('/dashboard');
    await page.goto('/account');
    await page.getByRole('button', { name: 'Download Data' }).click();
    await expect(page.getByText(/To protect it, this is possible again on/)).toBeVisible();
  });
});

test.describe('keyboard', () => {
  test('reaches everything on a wide screen', async ({ page, farmer }) => {
    await page.goto('/login');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expect(page.getByLabel('Email')).toBeFocused();
    await page.keyboard.type(farmer.email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });

  test('opens and closes the menu on a small one', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto('/');
    const button = page.getByRole('button', { name: 'Menu' });
    const contact = page.getByRole('banner').getByRole('link', { name: 'Contact Us' });
    await expect(contact).toBeHidden();
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(contact).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(contact).toBeHidden();
    await expect(button).toBeFocused();
    for (const key of ['Enter', 'Tab', 'Tab', 'Tab', 'Enter']) await page.keyboard.press(key);
    await expect(page).toHaveURL('/contact');
    await expect(button).toHaveAttribute('aria-expanded', 'false');
  });
});
