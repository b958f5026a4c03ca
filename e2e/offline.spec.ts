/** Offline use: network off, server stopped, and the app reopened. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';
import type { Page } from '@playwright/test';
import {
  type Farm,
  farmerPages,
  goOffline,
  restartableServer,
  seedFarm,
  signInAt,
  waitUntilCached,
  waitUntilPersisted,
  waitUntilResponsesPersisted,
} from './seeded-farm.ts';
import { expect, expectNoAxeFindings, logIn, test } from './test.ts';
import { expectTouchable } from './touch-targets.ts';

test.use({ serviceWorkers: 'allow', viewport: { width: 360, height: 740 }, hasTouch: true });

// The tests share one server, and some of them stop it.
test.describe.configure({ mode: 'default' });
let server: Awaited<ReturnType<typeof restartableServer>>;
let farm: Farm;
test.beforeAll(async () => {
  server = await restartableServer();
  await server.start();
  farm = await seedFarm(server.url);
});
test.beforeEach(() => server.start());
test.afterAll(() => server.end());

async function logInAndPersist(page: Page, person: Farm): Promise<void> {
  await logIn(page, person);
  await expect(page.getByText('River field').first()).toBeVisible();
  await waitUntilPersisted(page, person);
}

/** First visit online, starting at the login, so that data loaded by the login is saved too. */
async function visit(page: Page): Promise<void> {
  await page.goto(`${server.url}/login`);
  await logInAndPersist(page, farm);
}

/** Closes the app, so that the next page starts it without a connection. */
async function closeAndGoOffline(page: Page): Promise<void> {
  await page.close();
  await goOffline(page.context(), server);
}

const databases = (page: Page) =>
  page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));

test('every page of a farmer opens from the device after one visit, says how old its data is, and fits a thumb', async ({
  page,
  context,
}) => {
  await visit(page);
  await closeAndGoOffline(page);
  for (const [path, text, hasAge] of farmerPages(farm)) {
    await test.step(path, async () => {
      const opened = await context.newPage();
      await opened.goto(`${server.url}${path}`);
      await expect(opened.getByText(text).filter({ visible: true }).first()).toBeVisible();
      const age = opened.getByText('Saved on this phone');
      if (hasAge) await expect(age).toBeVisible();
      await expectTouchable(opened);
      await opened.close();
    });
  }
});

/** Download size in kilobytes of the cached files, the shells, which the server compresses itself, and the service worker. */
async function cachedKilobytes(page: Page): Promise<number> {
  const cached = await page.evaluate(async () =>
    (await (await caches.open('ardhi-files')).keys()).map(({ url }) => new URL(url).pathname),
  );
  const shells = ['/pages/app.en.html', '/pages/app.sw.html'];
  const files = [...cached.filter((path) => !path.startsWith('/kept/')), ...shells, '/sw.js'];
  const sizes = files.map((path) => {
    const file = new URL(`../apps/web/dist${path}`, import.meta.url);
    const compressed = new URL(`${file.href}.br`);
    if (existsSync(compressed)) return statSync(compressed).size;
    return brotliCompressSync(readFileSync(file), { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }).length;
  });
  return sizes.reduce((sum, size) => sum + size, 0) / 1000;
}

test('a slow connection gets the pages of the field first, and the others on request with their size', async ({
  page,
  context,
}) => {
  await context.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { effectiveType: '2g' } }),
  );
  const [river] = farm.parcels;
  await page.goto(`${server.url}/login`);
  await logIn(page, farm);
  await expect(page.getByText('River field').first()).toBeVisible();
  await waitUntilCached(page, 'field');
  await waitUntilResponsesPersisted(page, farm.user._id, [['land', 'score', river!._id]]);
  expect(await cachedKilobytes(page)).toBeLessThanOrEqual(350);

  await goOffline(context, server);
  await page.goto(`${server.url}/land/${river!._id}`);
  await page.getByRole('button', { name: 'Record Water Usage' }).first().click();
  const sheet = page.getByRole('dialog');
  await sheet.locator('input[inputmode=decimal]').first().fill('40');
  await sheet.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(sheet).toBeHidden();
  await page.goto(`${server.url}/sync`);
  await expect(page.getByRole('heading', { name: '1 change waiting' })).toBeVisible();
  await page.goto(`${server.url}/dashboard`);
  await expect(page.getByText('River field').first()).toBeVisible();

  await context.setOffline(false);
  await server.start();
  await page.goto(`${server.url}/account`);
  await page.getByRole('button', { name: 'On this phone' }).click();
  const device = page.getByRole('region', { name: 'On this phone' });
  await expect(device.getByText(/^Dashboard, parcels, records and unsent changes open/)).toBeVisible();
  await device.getByRole('button', { name: /^Get all pages now \(\d{3} KB\)$/ }).click();
  await expect(device.getByText('Every page opens without a network.')).toBeVisible({ timeout: 60_000 });
});

test('a browser that is too old shows a note and the public pages as plain text', async ({ page }) => {
  // The newest browsers support everything: the test asks for something that none does.
  await page.route('**/*.css', async (route) => {
    const response = await route.fetch();
    const css = await response.text();
    const old = css.replace(
      /@supports not \(color:\s*color-mix\([^)]*\)\)/,
      '@supports not (color: none-such)',
    );
    expect(old).not.toBe(css);
    await route.fulfill({ response, body: old });
  });
  const note = page.getByText('This browser is too old for Ardhi.');
  await page.goto(`${server.url}/`);
  await expect(note).toBeVisible();
  await expect(page.getByRole('heading', { name: 'What you can do here' })).toBeVisible();
  await page.goto(`${server.url}/dashboard`);
  await expect(note).toBeVisible();
  await expect(page.getByText('Loading...')).toBeHidden();
});

test('without a connection the public pages open, missing pages say so, and axe finds nothing @full', async ({
  page,
  context,
}) => {
  await visit(page);
  await closeAndGoOffline(page);
  const opened = await context.newPage();
  await opened.goto(`${server.url}/`);
  await expect(opened.getByRole('heading', { name: 'What you can do here' })).toBeVisible();
  await expectTouchable(opened);
  await opened.goto(`${server.url}/land/0199b0de-0000-7000-8000-000000000001`);
  await expect(opened.getByText('This is not on your phone yet')).toBeVisible();
  await expectNoAxeFindings(opened);
  await opened.goto(`${server.url}/land`);
  await expect(opened.getByText('Saved on this phone')).toBeVisible();
  await expectNoAxeFindings(opened);
});

test('Kiswahili and the dark theme start from the device as well @full', async ({ page, context }) => {
  await context.addCookies([{ name: 'lang', value: 'sw', url: server.url }]);
  await signInAt(page, server.url, farm);
  await page.evaluate(() => localStorage.setItem('theme', 'dark'));
  await page.goto(`${server.url}/dashboard`);
  await waitUntilPersisted(page, farm);
  await closeAndGoOffline(page);
  const opened = await context.newPage();
  await opened.goto(`${server.url}/equipment`);
  await expect(opened.locator('html')).toHaveAttribute('lang', 'sw');
  await expect(opened.getByText('Imehifadhiwa kwenye simu hii')).toBeVisible();
  await expect(opened.getByText('Massey Ferguson 240')).toBeVisible();
  await expectNoAxeFindings(opened);
});

test('signing out clears the device, also without a connection @full', async ({ page, context }) => {
  await visit(page);
  expect(await databases(page)).toContain(`ardhi-kept-${farm.user._id}`);
  await goOffline(context, server);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('You need a network to log in again.');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByRole('heading', { name: 'What you can do here' })).toBeVisible();
  await expect.poll(() => databases(page)).not.toContain(`ardhi-kept-${farm.user._id}`);
  await page.goto(`${server.url}/land`);
  await expect(page.getByRole('heading', { name: 'What you can do here' })).toBeVisible();
  await expect(page.getByText('Hill field')).toHaveCount(0);
});

test('another account in the open page sees nothing of the previous one @full', async ({ page, context }) => {
  await visit(page);
  const juma = await seedFarm(server.url, 'Juma Njoroge');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click();
  await logInAndPersist(page, juma);
  await goOffline(context, server);
  await page.goto(`${server.url}/land/${juma.parcels[0]?._id}`);
  await expect(page.getByText('Saved on this phone')).toBeVisible();
  await page.goto(`${server.url}/land/${farm.parcels[0]?._id}`);
  await expect(page.getByText('This is not on your phone yet')).toBeVisible();
});

test('another account on the same phone sees nothing of the previous one @full', async ({
  page,
  context,
}) => {
  const amina = farm;
  await visit(page);
  const juma = await seedFarm(server.url, 'Juma Njoroge');
  await signInAt(page, server.url, juma);
  await page.goto(`${server.url}/dashboard`);
  await waitUntilPersisted(page, juma);
  await expect.poll(() => databases(page)).not.toContain(`ardhi-kept-${amina.user._id}`);
  await goOffline(context, server);
  await page.goto(`${server.url}/land/${amina.parcels[0]?._id}`);
  await expect(page.getByText('This is not on your phone yet')).toBeVisible();
});

test('a new version is offered without losing a half-filled form @full', async ({ page }) => {
  await signInAt(page, server.url, farm);
  await page.goto(`${server.url}/land?add=1`);
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (active?.state !== 'activated')
      await new Promise((resolve) => active?.addEventListener('statechange', resolve, { once: true }));
  });
  await page.getByLabel('Name').fill('New field by the road');
  await server.stop();
  // A different configuration produces a different service worker, like a new build.
  await server.start({ CONTACT_PHONE: '+254 700 111 222' });
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  await expect(page.getByText('A new version is ready.')).toBeVisible();
  await expect(page.getByLabel('Name')).toHaveValue('New field by the road');
  await expectNoAxeFindings(page);

  await page.getByRole('button', { name: 'Update now' }).click();
  await page.getByRole('button', { name: 'Stay and keep editing' }).click();
  await expect(page.getByLabel('Name')).toHaveValue('New field by the road');

  await page.getByRole('button', { name: 'Update now' }).click();
  await page.getByRole('button', { name: 'Update without saving' }).click();
  await expect(page.getByRole('link', { name: '+254 700 111 222' })).toBeVisible();
  await expect(page.getByText('A new version is ready.')).toHaveCount(0);
});

test('the app can be installed: localised manifest and existing icons', async ({ request }) => {
  for (const [language, description] of [
    ['en', /farmers and the officials/],
    ['sw', /wakulima/],
  ] as const) {
    const response = await request.get(`${server.url}/manifest.webmanifest`, {
      headers: { cookie: `lang=${language}` },
    });
    expect(response.headers()['content-type']).toContain('application/manifest+json');
    const manifest = await response.json();
    expect(manifest).toMatchObject({ name: 'Ardhi', display: 'standalone', start_url: '/dashboard' });
    expect(manifest.description).toMatch(description);
    for (const { src, sizes } of manifest.icons as { src: string; sizes: string }[]) {
      const picture = await (await request.get(`${server.url}${src}`)).body();
      expect(`${picture.readUInt32BE(16)}x${picture.readUInt32BE(20)}`).toBe(sizes);
    }
  }
  const worker = await request.get(`${server.url}/sw.js`);
  expect(worker.headers()).toMatchObject({ 'cache-control': 'no-cache', 'service-worker-allowed': '/' });
  // The worker caches only shells with these hashes.
  const [, hashes = ''] = /^self\.shellHashes=(.*);\n/.exec(await worker.text()) ?? [];
  for (const [language, hash] of Object.entries(JSON.parse(hashes))) {
    const shell = await (await request.get(`${server.url}/shell/${language}`)).body();
    expect(`${hash}=`).toBe(createHash('sha256').update(shell).digest('base64'));
  }
});
