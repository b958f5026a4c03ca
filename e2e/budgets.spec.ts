/** What a first visit costs: the JavaScript that a page asks for before anybody touches it, gzipped. */
import { gzipSync } from 'node:zlib';
import type { Page, Response } from '@playwright/test';
import {
  addParcel,
  rectangle,
  setBoundary,
  uniqueOrigin,
  waitForMap,
  withoutWebGl,
} from './boundaries-helpers.ts';
import { expect, PASSWORD, register, signIn, test } from './test.ts';

/** Kilobytes of script until what the page is about is there. A signed-in page keeps a stream open: it is never idle. */
async function firstLoad(page: Page, path: string, about: RegExp): Promise<number> {
  const bodies: Promise<Buffer>[] = [];
  const weigh = (response: Response) => {
    if (response.request().resourceType() === 'script') bodies.push(response.body());
  };
  page.on('response', weigh);
  await page.goto(path, { waitUntil: 'load' });
  await expect(page.getByText(about).first()).toBeVisible();
  page.off('response', weigh);
  const scripts = await Promise.all(bodies);
  return scripts.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0) / 1024;
}

test('the home page loads at most 100 KB of script', async ({ page }) => {
  expect(await firstLoad(page, '/', /What you can do here/)).toBeLessThanOrEqual(100);
});

test('the login page loads at most 125 KB of script @full', async ({ page }) => {
  expect(await firstLoad(page, '/login', /Password/)).toBeLessThanOrEqual(125);
});

test('the farmer dashboard loads at most 166 KB of script', async ({ page, request }) => {
  await signIn(page, await register(request, 'farmer'));
  expect(await firstLoad(page, '/dashboard', /No land parcels yet/)).toBeLessThanOrEqual(166);
});

test('from the tap on Login to the first parcel there are two calls, and no code @full', async ({
  page,
  request,
}) => {
  const person = await register(request, 'farmer');
  await addParcel(request, person, 'Shamba');
  await page.goto('/login');
  // The code of the dashboard comes while the form is filled in.
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  // Not a quiet moment, which a slow machine has in between: all that the page names has come.
  await page.waitForFunction(() => {
    const { dashboard } = document.querySelector<HTMLElement>('script[data-dashboard]')!.dataset;
    const come = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
    return dashboard!.split(' ').every((file) => come.includes(`/assets/${file}`));
  });

  const asked: string[] = [];
  page.on('request', (one) => {
    const { pathname } = new URL(one.url());
    // The icon of the tab is the browser's own affair.
    if (/^\/(api|assets)\//.test(pathname)) asked.push(`${one.method()} ${pathname}`);
  });
  let answer = () => {};
  await page.route('**/api/batch?*', async (route) => {
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    await route.continue();
  });
  await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click();
  // All that the first parcel shares the line with: on a slow one nothing else may have begun by then.
  await expect(page.getByRole('heading', { level: 1, name: 'Your land today' })).toBeVisible();
  await expect(page.getByRole('link', { name: /notices/i }).first()).toBeVisible();
  const before = [...asked];
  answer();
  await expect(page.getByRole('link', { name: 'View Details of Shamba' })).toBeVisible();
  expect(before.sort()).toEqual(['GET /api/batch', 'GET /api/events', 'POST /api/auth/login']);
});

/** What the specification lists on each dashboard. */
const PARTS = {
  farmer: [
    'Total Lands',
    'Land parcels',
    'Add New Land',
    'Recent activities',
    'Tips',
    'Government policies',
    'Apply for Subsidy',
    'Equipment Management',
    'Monthly report',
    'Sustainability report',
    'Resources',
    'New Message',
  ],
  government: [
    'Total Farmers',
    'Score distribution',
    'Soil type',
    'Create Policy',
    'Recent reports',
    'Subsidy management',
    'New Message',
  ],
} as const;

for (const role of ['farmer', 'government'] as const) {
  test(`every part of the ${role} dashboard is there without scrolling`, async ({ page, request }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await signIn(page, await register(request, role));
    await page.goto('/dashboard', { waitUntil: 'load' });
    for (const part of PARTS[role])
      await expect(page.getByRole('main').getByText(part).first()).toBeAttached();
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });
}

test.describe('the map', () => {
  // A worker that keeps pages for later would fetch what the page itself does not.
  test.use({ serviceWorkers: 'block' });

  /** Addresses of every script that the page and its workers ask for. */
  function watchScripts(page: Page): Set<string> {
    const asked = new Set<string>();
    page.context().on('request', (request) => {
      if (/\.m?js$/.test(request.url())) asked.add(request.url());
    });
    return asked;
  }

  test('adds at most 310 KB of script to what a farmer has from the dashboard @full', async ({
    page,
    request,
  }) => {
    const person = await register(request, 'farmer');
    const parcel = await addParcel(request, person, 'Shamba');
    await setBoundary(request, person, parcel, rectangle(uniqueOrigin(), 0, 0, 10, 10));
    await signIn(page, person);
    const asked = watchScripts(page);
    await page.goto('/dashboard', { waitUntil: 'load' });
    await expect(page.getByText('Shamba').first()).toBeVisible();
    // All of it: what lies below the first screen comes after the first parcel.
    await expect(page.getByRole('main').getByText('New Message').first()).toBeVisible();
    // And the page of a parcel, which is fetched once the dashboard stands.
    const preloaded = async () => {
      const links = await page
        .locator('link[rel=modulepreload]')
        .evaluateAll((all) => all.map((link) => (link as HTMLLinkElement).href));
      return links.some((link) => link.includes('parcel-page')) && links.every((link) => asked.has(link));
    };
    await expect.poll(preloaded).toBe(true);
    const before = new Set(asked);
    await page.goto('/map');
    await waitForMap(page);
    const added = [...asked].filter((address) => !before.has(address));
    const bodies = await Promise.all(added.map(async (address) => (await request.get(address)).body()));
    const kilobytes = bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0) / 1024;
    // Less would mean that the library was not among them.
    expect(kilobytes).toBeGreaterThan(200);
    expect(kilobytes).toBeLessThanOrEqual(310);
  });

  test('is not fetched for a parcel before it comes near, nor unasked where data is dear @full', async ({
    page,
    request,
  }) => {
    const person = await register(request, 'farmer');
    const parcel = await addParcel(request, person, 'Shamba');
    await setBoundary(request, person, parcel, rectangle(uniqueOrigin(), 0, 0, 10, 10));
    await page.setViewportSize({ width: 360, height: 640 });
    await signIn(page, person);
    await withoutWebGl(page);
    const asked = watchScripts(page);
    const fetched = () => [...asked].some((address) => address.includes('map-view'));
    await page.goto(`/land/${parcel._id}`);
    await expect(page.locator('.map-frame svg')).toBeAttached();
    expect(fetched()).toBe(false);
    await page.locator('.map-frame').scrollIntoViewIfNeeded();
    await expect.poll(fetched).toBe(true);

    await page.addInitScript(() =>
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
    );
    asked.clear();
    await page.reload();
    await page.locator('.map-frame').scrollIntoViewIfNeeded();
    const button = page.getByRole('button', { name: /^Show the map/ });
    await expect(button).toBeVisible();
    expect(fetched()).toBe(false);
    await button.click();
    await expect.poll(fetched).toBe(true);
  });
});
