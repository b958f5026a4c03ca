/** First-visit budgets: gzipped JavaScript that a page requests before any interaction. */
import { gzipSync } from 'node:zlib';
import type { Page, Response } from '@playwright/test';
import { rectangle, setBoundary, uniqueOrigin, waitForMap, withoutWebGl } from './boundaries-helpers.ts';
import { addParcel, expect, PASSWORD, signIn, test } from './test.ts';

/** Kilobytes of script until the page's content is visible. A signed-in page is never idle, due to its event stream. */
async function firstLoad(page: Page, path: string, content: RegExp): Promise<number> {
  const bodies: Promise<Buffer>[] = [];
  const collectScript = (response: Response) => {
    if (response.request().resourceType() === 'script') bodies.push(response.body());
  };
  page.on('response', collectScript);
  await page.goto(path, { waitUntil: 'load' });
  await expect(page.getByText(content).first()).toBeVisible();
  page.off('response', collectScript);
  const scripts = await Promise.all(bodies);
  return scripts.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0) / 1024;
}

test('the home page loads at most 100 KB of script', async ({ page }) => {
  expect(await firstLoad(page, '/', /What you can do here/)).toBeLessThanOrEqual(100);
});

test('the login page loads at most 125 KB of script @full', async ({ page }) => {
  expect(await firstLoad(page, '/login', /Password/)).toBeLessThanOrEqual(125);
});

test('the farmer dashboard loads at most 166 KB of script', async ({ page, farmer }) => {
  await signIn(page, farmer);
  expect(await firstLoad(page, '/dashboard', /No land parcels yet/)).toBeLessThanOrEqual(166);
});

test('from the tap on Login to the first parcel there are two calls, and no code @full', async ({
  page,
  farmer,
  send,
}) => {
  await addParcel(send, farmer, 'Shamba');
  // Wide screens also load the side navigation.
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/login');
  // The dashboard's code is prefetched while the form is filled in.
  await page.getByLabel('Email').fill(farmer.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  // Waits for all files named by the page. Network idle would be wrong: slow machines pause in between.
  await page.waitForFunction(() => {
    const { dashboard } = document.querySelector<HTMLElement>('script[data-dashboard]')!.dataset;
    const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
    return dashboard!.split(' ').every((file) => loaded.includes(`/assets/${file}`));
  });

  const requested: string[] = [];
  page.on('request', (one) => {
    const { pathname } = new URL(one.url());
    // Ignores the tab icon, which the browser requests itself.
    if (/^\/(api|assets)\//.test(pathname)) requested.push(`${one.method()} ${pathname}`);
  });
  let releaseBatch = () => {};
  await page.route('**/api/batch?*', async (route) => {
    await new Promise<void>((resolve) => {
      releaseBatch = resolve;
    });
    await route.continue();
  });
  await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click();
  // On a slow connection no other request may compete with the first parcel.
  await expect(page.getByRole('heading', { level: 1, name: 'Your land today' })).toBeVisible();
  await expect(page.getByRole('link', { name: /notices/i }).first()).toBeVisible();
  const before = [...requested];
  releaseBatch();
  await expect(page.getByRole('link', { name: 'View Details of Shamba' })).toBeVisible();
  expect(before.sort()).toEqual(['GET /api/batch', 'GET /api/events', 'POST /api/auth/login']);
});

for (const [width, isLoaded] of [
  [360, false],
  [1280, true],
] as const) {
  test(`the heading font of at most 25 KB is ${isLoaded ? '' : 'not '}loaded at ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 740 });
    const fonts: Response[] = [];
    page.on('response', (response) => {
      if (response.url().endsWith('.woff2')) fonts.push(response);
    });
    await page.goto('/', { waitUntil: 'load' });
    await page.evaluate(() => document.fonts.ready);
    expect(fonts.length > 0).toBe(isLoaded);
    for (const font of fonts) expect((await font.body()).length).toBeLessThanOrEqual(25 * 1024);
  });
}

/** Parts of each dashboard according to the specification. */
const PARTS = {
  farmer: [
    'Total Lands',
    'My fields',
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
  test(`every part of the ${role} dashboard is present without scrolling`, async ({
    page,
    farmer,
    official,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await signIn(page, role === 'farmer' ? farmer : official);
    await page.goto('/dashboard', { waitUntil: 'load' });
    for (const part of PARTS[role])
      await expect(page.getByRole('main').getByText(part).first()).toBeAttached();
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });
}

test.describe('the map', () => {
  // A service worker would fetch files that the page itself does not.
  test.use({ serviceWorkers: 'block' });

  /** URLs of every script that the page and its workers request. */
  function watchScripts(page: Page): Set<string> {
    const requested = new Set<string>();
    page.context().on('request', (request) => {
      if (/\.m?js$/.test(request.url())) requested.add(request.url());
    });
    return requested;
  }

  test('adds at most 310 KB of script to what a farmer has from the dashboard @full', async ({
    page,
    request,
    farmer,
    send,
  }) => {
    const parcel = await addParcel(send, farmer, 'Shamba');
    await setBoundary(send, farmer, parcel, rectangle(uniqueOrigin(), 0, 0, 10, 10));
    await signIn(page, farmer);
    const requested = watchScripts(page);
    await page.goto('/dashboard', { waitUntil: 'load' });
    await expect(page.getByText('Shamba').first()).toBeVisible();
    // Content below the first screen loads after the first parcel.
    await expect(page.getByRole('main').getByText('New Message').first()).toBeVisible();
    // The parcel page is prefetched after the dashboard is complete.
    const preloaded = async () => {
      const links = await page
        .locator('link[rel=modulepreload]')
        .evaluateAll((all) => all.map((link) => (link as HTMLLinkElement).href));
      return links.some((link) => link.includes('parcel-page')) && links.every((link) => requested.has(link));
    };
    await expect.poll(preloaded).toBe(true);
    const before = new Set(requested);
    await page.goto('/map');
    await waitForMap(page);
    const added = [...requested].filter((address) => !before.has(address));
    const bodies = await Promise.all(added.map(async (address) => (await request.get(address)).body()));
    const kilobytes = bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0) / 1024;
    // Less would mean that the map library was not counted.
    expect(kilobytes).toBeGreaterThan(200);
    expect(kilobytes).toBeLessThanOrEqual(310);
  });

  test('is not fetched for a parcel before it is near the viewport, nor automatically with save-data @full', async ({
    page,
    farmer,
    send,
  }) => {
    const parcel = await addParcel(send, farmer, 'Shamba');
    await setBoundary(send, farmer, parcel, rectangle(uniqueOrigin(), 0, 0, 10, 10));
    await page.setViewportSize({ width: 360, height: 640 });
    await signIn(page, farmer);
    await withoutWebGl(page);
    const requested = watchScripts(page);
    const isMapFetched = () => [...requested].some((address) => address.includes('map-view'));
    await page.goto(`/land/${parcel._id}`);
    await expect(page.locator('.map-frame svg')).toBeAttached();
    expect(isMapFetched()).toBe(false);
    await page.locator('.map-frame').scrollIntoViewIfNeeded();
    await expect.poll(isMapFetched).toBe(true);

    await page.addInitScript(() =>
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
    );
    requested.clear();
    await page.reload();
    await page.locator('.map-frame').scrollIntoViewIfNeeded();
    const button = page.getByRole('button', { name: /^Show the map/ });
    await expect(button).toBeVisible();
    expect(isMapFetched()).toBe(false);
    await button.click();
    await expect.poll(isMapFetched).toBe(true);
  });
});
