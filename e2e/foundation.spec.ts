import type { Page } from '@playwright/test';
import { confirmIdentity, expect, PASSWORD, register, signIn, test, unique } from './test.ts';

/** From the specification: /dashboard, /land/*, /subsidies/*, /equipment/*, /analytics/* and /detailed-analytics/*. */
const PROTECTED = [
  '/dashboard',
  '/land/5',
  '/subsidies/apply',
  '/equipment',
  '/analytics',
  '/detailed-analytics',
];

const HOME_HEADING = /^Know your land/;

test.describe('signing up, in and out', () => {
  test('a farmer registers, logs out and logs in again', async ({ page }) => {
    const email = `${unique('otieno')}@example.org`;
    await page.goto('/');
    await page.getByRole('link', { name: 'Get Started' }).click();
    await expect(page).toHaveURL('/register');
    await page.getByLabel('Name').fill('Otieno Odhiambo');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Farm Location').fill('Njoro');
    await page.getByLabel('Farm Size').fill('2.5');
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByText('Welcome, Otieno Odhiambo')).toBeVisible();
    await expect(
      page.getByRole('contentinfo').getByRole('link', { name: 'Equipment Management' }),
    ).toBeVisible();

    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('link', { name: 'Get Started' })).toBeVisible();
    expect(await page.evaluate(() => [localStorage.token, localStorage.user])).toEqual([
      undefined,
      undefined,
    ]);

    await page.getByRole('main').getByRole('link', { name: 'Login' }).click();
    await page.getByLabel('Email').fill(email.toUpperCase());
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page).toHaveURL('/dashboard');
    await page.getByRole('link', { name: 'Home' }).click();
    await expect(page.getByRole('link', { name: 'Go to Dashboard' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Get Started' })).toBeHidden();
  });

  test('an official registers and has the official pages only', async ({ page }) => {
    await page.goto('/register');
    await page.getByLabel('Name').fill('Wanjiru Kamau');
    await page.getByLabel('Email').fill(`${unique('wanjiru')}@example.org`);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Government Official').check();
    await page.getByLabel('Department').fill('Agriculture');
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(page).toHaveURL('/dashboard');
    await expect(
      page.getByRole('contentinfo').getByRole('link', { name: 'Detailed Analytics' }),
    ).toBeVisible();
    await page.goto('/land');
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  });

  test('a wrong password shows an error and stays on the login page', async ({ page, request }) => {
    const person = await register(request, 'farmer');
    await page.goto('/login');
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill('not-it-at-all');
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(
      page.getByText('Invalid email or password. Please check your credentials and try again.'),
    ).toBeVisible();
    await expect(page).toHaveURL('/login');
  });

  test('registering a taken email address fails and keeps the form', async ({ page, request }) => {
    const person = await register(request, 'farmer');
    await page.goto('/register');
    await page.getByLabel('Name').fill('Somebody Else');
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Farm Location').fill('Njoro');
    await page.getByLabel('Farm Size').fill('1');
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(page.getByText('Something went wrong. Please try again.')).toBeVisible();
    await expect(page.getByLabel('Name')).toHaveValue('Somebody Else');
  });

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
      request,
    }) => {
      await signIn(page, await register(request, 'farmer'));
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

  test('a form sent before the page is awake is sent once it is', async ({ page, request }) => {
    const person = await register(request, 'farmer');
    const releaseScripts = await holdScripts(page);
    await page.goto('/login', { waitUntil: 'commit' });
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page).toHaveURL('/login');
    releaseScripts();
    await expect(page).toHaveURL('/dashboard');
  });
});

test.describe('the session', () => {
  test('ends with an expired token, and leads to /login', async ({ page, request }) => {
    const person = await register(request, 'farmer');
    await signIn(page, { ...person, token: 'expired' });
    await page.goto('/dashboard');
    await expect(page).toHaveURL('/login');
    await expect(page.getByText('You were logged out. Please log in again.')).toBeVisible();
    expect(await page.evaluate(() => [localStorage.token, localStorage.user])).toEqual([
      undefined,
      undefined,
    ]);
  });

  test('survives an unreachable server at startup', async ({ page, request }) => {
    const person = await register(request, 'farmer');
    await signIn(page, person);
    await page.route('**/api/**', (route) => route.abort());
    await page.goto('/dashboard');
    await expect(page.getByText(`Welcome, ${person.name}`)).toBeVisible();
    await expect(page).toHaveURL('/dashboard');
    await page.unrouteAll();
    await page.route('**/api/auth/profile', (route) => route.fulfill({ status: 503, json: {} }));
    await page.reload();
    await expect(page.getByText(`Welcome, ${person.name}`)).toBeVisible();
    expect(await page.evaluate(() => localStorage.token)).toBe(person.token);
  });

  test('is the same in every tab', async ({ page, context, request }) => {
    const person = await register(request, 'farmer');
    await signIn(page, person);
    await page.goto('/dashboard');
    const other = await context.newPage();
    await other.goto('/');
    await other.getByRole('button', { name: 'Logout' }).click();
    await expect(page.getByRole('heading', { name: HOME_HEADING })).toBeVisible();
    await expect(page).toHaveURL('/dashboard');
  });

  test('ended on another device ends here too @full', async ({ page, openAs, request }) => {
    const person = await register(request, 'farmer');
    await signIn(page, person);
    const response = await request.post('/api/auth/login', {
      data: { email: person.email, password: PASSWORD },
    });
    const phone = await openAs({ ...person, ...(await response.json()) }, '/dashboard');
    await expect(phone.getByText(`Welcome, ${person.name}`)).toBeVisible();

    await page.goto('/account');
    await page.getByRole('button', { name: /^Log out/ }).click();
    await expect(page.getByText('The device is logged out.')).toBeVisible();
    await expect(phone).toHaveURL('/login');
  });
});

test.describe('addresses', () => {
  test('of signed-in pages show signed-out visitors the home page', async ({ page }) => {
    for (const path of PROTECTED) {
      await page.goto(path);
      await expect(page.getByRole('heading', { name: HOME_HEADING })).toBeVisible();
      await expect(page).toHaveURL(path);
    }
  });

  test('an unknown one is not found', async ({ page }) => {
    const response = await page.goto('/no-such-page');
    expect(response?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
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
  test('reports missing fields, sends, and thanks', async ({ page }) => {
    await page.goto('/contact');
    await page.getByRole('button', { name: 'Send Message' }).click();
    await expect(page.getByText('Please fill in all fields.')).toBeVisible();
    await page.getByLabel('Name').fill('Otieno');
    await page.getByLabel('Email').fill('not an address');
    await page.getByLabel('Message').fill('When does the seed programme open?');
    await page.getByRole('button', { name: 'Send Message' }).click();
    await expect(page.getByText('Please check your email address.')).toBeVisible();
    await page.getByLabel('Email').fill('otieno@example.org');
    await page.getByRole('button', { name: 'Send Message' }).click();
    await expect(
      page.getByText('Thank you for reaching out! We have received your message and will respond soon.'),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: 'Send Message' })).toBeHidden();
  });

  test('keeps the input without a network', async ({ page }) => {
    await page.route('**/api/contact', (route) => route.abort());
    await page.goto('/contact');
    await page.getByLabel('Name').fill('Otieno');
    await page.getByLabel('Email').fill('otieno@example.org');
    await page.getByLabel('Message').fill('Hello');
    await page.getByRole('button', { name: 'Send Message' }).click();
    await expect(page.getByText('Failed to send message.')).toBeVisible();
    await expect(page.getByLabel('Message')).toHaveValue('Hello');
  });

  test('reaches the officials, who mark it as handled', async ({ page, request }) => {
    const text = unique('Question');
    const sent = await request.post('/api/contact', {
      data: { name: 'Otieno', email: 'otieno@example.org', message: text },
    });
    expect(sent.status()).toBe(201);
    await signIn(page, await register(request, 'government'));
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

  test('theme and language survive a reload, on public and signed-in pages', async ({ page, request }) => {
    await page.goto('/');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
    await page.getByRole('button', { name: 'Switch to the dark theme' }).click();
    await page.getByRole('button', { name: /Kiswahili/ }).click();
    await expect(page.getByRole('heading', { name: /^Ijue ardhi yako/ })).toBeVisible();
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expect(page.locator('html')).toHaveAttribute('lang', 'sw');
    await expect(page.getByRole('heading', { name: /^Ijue ardhi yako/ })).toBeVisible();
    expect(await page.evaluate(() => localStorage.theme)).toBe('dark');

    const person = await register(request, 'farmer');
    await signIn(page, person);
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
  test('profile, password, data', async ({ page, request }) => {
    const person = await register(request, 'farmer');
    await signIn(page, person);
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

  test('is deleted only with the password', async ({ page, request }) => {
    const person = await register(request, 'farmer');
    await signIn(page, person);
    await page.goto('/account');
    await page.getByRole('button', { name: 'Delete Account' }).click();
    const dialog = page.getByRole('alertdialog');
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await dialog.getByLabel('Your password').fill('wrong-one');
    await dialog.getByRole('button', { name: 'Delete Account' }).click();
    await expect(dialog.getByText('This is not your password.')).toBeVisible();
    await dialog.getByLabel('Your password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Delete Account' }).click();
    await expect(page).toHaveURL('/');
    const again = await request.post('/api/auth/login', {
      data: { email: person.email, password: PASSWORD },
    });
    expect(again.status()).toBe(401);
  });

  test('an official invites a colleague and helps with a forgotten password', async ({ page, request }) => {
    const farmer = await register(request, 'farmer');
    await signIn(page, await register(request, 'government'));
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
    await page.getByRole('button', { name: 'Create Code' }).click();
    await confirmIdentity(page);
    const code = await page.locator('#reset-code code').innerText();

    await page.getByRole('button', { name: 'Logout' }).click();
    await page.goto(`/reset-password#${encodeURIComponent(code)}`);
    await page.getByLabel('New password').fill('brand-new-1');
    await page.getByRole('button', { name: 'Set Password' }).click();
    await expect(page.getByText('Your new password is set.')).toBeVisible();
    await expect(page).toHaveURL('/reset-password');
    const login = await request.post('/api/auth/login', {
      data: { email: farmer.email, password: 'brand-new-1' },
    });
    expect(login.ok()).toBe(true);
  });
});

test.describe('keyboard', () => {
  test('reaches everything on a wide screen', async ({ page, request }) => {
    const person = await register(request, 'farmer');
    await page.goto('/login');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expect(page.getByLabel('Email')).toBeFocused();
    await page.keyboard.type(person.email);
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
    await expect(button).toBeFocused();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/contact');
    await expect(button).toHaveAttribute('aria-expanded', 'false');
  });
});
