/** What officials see in the browser: each screen with its toggles, exports read back, figures as the API says. */
import { readFile } from 'node:fs/promises';
import type { Analytics } from '@ardhi/contract';
import type { APIRequestContext, Page } from '@playwright/test';
import { pdfText } from './pdf-text.ts';
import { expect, expectNoAxeFindings, type Person, register, signIn, test } from './test.ts';

const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
const headers = (person: Person) => ({ authorization: `Bearer ${person.token}` });

async function figures(request: APIRequestContext, official: Person, query = ''): Promise<Analytics> {
  const response = await request.get(`/api/government/analytics?${query}`, { headers: headers(official) });
  expect(response.ok()).toBe(true);
  return response.json();
}

async function addLand(request: APIRequestContext, farmer: Person, name: string, address: string) {
  const made = await request.post('/api/land', {
    headers: headers(farmer),
    data: { name, size: 2.5, location: { address }, soilType: 'clay' },
  });
  const { _id: id } = await made.json();
  await request.post(`/api/land/${id}/crops`, {
    headers: headers(farmer),
    data: { name: 'Maize', plantingDate: day(-40), harvestDate: day(60), yield: 2 },
  });
  return id as string;
}

const region = (page: Page, name: string) => page.getByRole('region', { name });
/** What stands below is fetched when it comes near: down to the end, until everything is there. */
async function seeAll(page: Page): Promise<void> {
  await expect(async () => {
    await page.evaluate(async () => {
      for (let y = 0; y < document.body.scrollHeight; y += 400) {
        window.scrollTo(0, y);
        await new Promise(requestAnimationFrame);
      }
    });
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0, { timeout: 1000 });
  }).toPass({ timeout: 30_000 });
  await page.evaluate(() => window.scrollTo(0, 0));
}

const bucketsOf = (data: Analytics) =>
  [
    [0, 20],
    [21, 40],
    [41, 60],
    [61, 80],
    [81, 100],
  ].map(([lowest = 0, highest = 0]) =>
    data.sustainabilityScores
      .filter(({ _id }) => _id >= lowest && _id <= highest)
      .reduce((sum, { count }) => sum + count, 0),
  );
const chart = (page: Page, name: string) => page.getByRole('img', { name: new RegExp(`^${name}\\.`) });

test('figures, charts, toggles and registers say what the API says', async ({ page, request }) => {
  test.setTimeout(180_000);
  const official = await register(request, 'government');
  const farmer = await register(request, 'farmer');
  const name = `Shamba ${Date.now()}`;
  const landId = await addLand(request, farmer, name, 'Lodwar, Turkana County');
  await signIn(page, official);

  await test.step('the dashboard', async () => {
    await page.goto('/dashboard');
    await seeAll(page);
    const data = await figures(request, official);
    const strip = region(page, 'Figures');
    await expect(strip).toContainText(`Land Parcels${data.totalLands.toLocaleString('en-KE')}`);
    await expect(strip).toContainText(`Total Farmers${data.totalFarmers.toLocaleString('en-KE')}`);
    const bars = bucketsOf(data);
    await expect(chart(page, 'Score distribution')).toHaveAttribute(
      'aria-label',
      `Score distribution. ${['0-20', '21-40', '41-60', '61-80', '81-100'].map((label, index) => `${label}: ${bars[index]?.toLocaleString('en-KE')}`).join('; ')}`,
    );
    const tallest = await chart(page, 'Score distribution').boundingBox();
    expect(tallest?.height).toBeLessThanOrEqual(250);
    await expect(page.getByRole('heading', { name: 'Recent reports' })).toBeVisible();
  });

  await test.step('analytics by period, in the address', async () => {
    await page.goto('/analytics');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('The country this month');
    await page.getByText('Weekly', { exact: true }).click();
    await expect(page).toHaveURL(/period=weekly/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('The country this week');
    await page.reload();
    await expect(page.getByRole('radio', { name: 'Weekly' })).toBeChecked();
    const work = region(page, 'Work to do');
    await work
      .getByRole('link', { name: /Turkana/ })
      .first()
      .click();
    await expect(page).toHaveURL(/registers\/lands\?county=Turkana&work=no-harvest/);
    await expect(page.getByRole('link', { name })).toBeVisible();
  });

  await test.step('a parcel is opened, and its farmer sees who looked', async () => {
    await page.getByRole('link', { name }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(page.getByText('The farmer can see that you opened this parcel, and when.')).toBeVisible();
    const views = await request.get(`/api/land/${landId}/views`, { headers: headers(farmer) });
    expect(await views.json()).toHaveLength(1);
  });

  await test.step('exports are what is shown, and stay', async () => {
    await page.goto('/detailed-analytics?period=yearly&region=north');
    const data = await figures(request, official, 'period=yearly&region=north');
    await seeAll(page);
    await expect(region(page, 'Figures')).toContainText('Land Usage');
    for (const [item, read] of [
      ['Table (CSV)', async (file: Buffer) => file.toString()],
      ['Document (PDF)', async (file: Buffer) => pdfText(file)],
    ] as const) {
      await page.getByRole('button', { name: 'Export Report' }).click();
      const waiting = page.waitForEvent('download');
      await page.getByRole('menuitem', { name: item }).click();
      const text = await read(await readFile(await (await waiting).path()));
      expect(text).toContain('North');
      expect(text).toContain(String(data.totalLands));
    }
    await page.goto('/dashboard');
    const reports = region(page, 'Recent reports');
    await expect(reports.getByText('Yearly, North (PDF)').first()).toBeVisible();
    const again = page.waitForEvent('download');
    await reports.getByRole('button', { name: 'Download Yearly, North (CSV) again' }).first().click();
    expect(await readFile(await (await again).path(), 'utf8')).toContain('Land parcels');
  });

  await test.step('detailed analytics by region, and back', async () => {
    await page.goto('/detailed-analytics');
    await page.getByRole('combobox', { name: 'Region' }).selectOption('north');
    await expect(page).toHaveURL(/region=north/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('North');
    await page.getByRole('link', { name: 'Back to Analytics' }).click();
    await expect(page).toHaveURL(/\/analytics/);
  });

  await test.step('the map by keyboard and as a table', async () => {
    await page.goto('/analytics');
    const map = page.getByRole('radiogroup', { name: 'Regional map' });
    await map.getByRole('radio', { name: /^Turkana/ }).click();
    await expect(page.getByRole('heading', { level: 3, name: 'Turkana' })).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('heading', { level: 3, name: 'Uasin Gishu' })).toBeVisible();
    await region(page, 'Regional map').getByRole('button', { name: 'Show as table' }).click();
    await expect(region(page, 'Regional map').getByRole('link', { name: 'Turkana' })).toBeVisible();
  });

  await test.step('a farmer has none of these pages', async () => {
    await signIn(page, farmer);
    for (const path of ['/analytics', '/detailed-analytics', '/registers/farmers']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).not.toContainText(/country|regions|Register/);
    }
  });
});

test('a failed call says so, and Retry tries again', async ({ page, request }) => {
  await signIn(page, await register(request, 'government'));
  await page.route('**/api/government/analytics?*', (route) => route.abort());
  await page.goto('/analytics');
  await expect(page.getByText('Failed to fetch analytics')).toBeVisible({ timeout: 30_000 });
  await page.unroute('**/api/government/analytics?*');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { name: 'Regions', exact: true })).toBeVisible();
});

test('an empty product shows its empty states and no made-up figure', async ({ page, request }) => {
  const official = await register(request, 'government');
  const nothing: Analytics = {
    ...(await figures(request, official)),
    totalFarmers: 0,
    totalLands: 0,
    totalLandArea: 0,
    sustainabilityScore: null,
    areaWeightedScore: null,
    assessedLands: 0,
    landUsage: null,
    equipmentEfficiency: null,
    subsidyUtilization: null,
    sustainabilityScores: [],
    soilDistribution: [],
    previous: null,
    counties: [],
    recommendations: [],
    policyEffectiveness: [],
    trends: [],
    unplacedLands: 0,
  };
  nothing.regions = nothing.regions.map((row) => ({
    ...row,
    farmers: 0,
    lands: 0,
    area: 0,
    comparedLands: 0,
    score: null,
    landsWithRecords: 0,
  }));
  await page.route('**/api/government/analytics?*', (route) => route.fulfill({ json: nothing }));
  await signIn(page, official);
  for (const path of ['/dashboard', '/analytics', '/detailed-analytics']) {
    await page.goto(path);
    await expect(page.getByText('No sustainability score data available').first()).toBeVisible();
    await expect(page.getByText(/\bNaN\b/)).toHaveCount(0);
  }
});

for (const theme of ['light', 'dark']) {
  for (const width of [360, 1280]) {
    test(`officials’ screens, ${theme}, ${width} px`, async ({ page, request, context, baseURL }) => {
      test.setTimeout(240_000);
      await page.setViewportSize({ width, height: 800 });
      await context.addCookies([{ name: 'lang', value: width === 360 ? 'sw' : 'en', url: baseURL! }]);
      const official = await register(request, 'government');
      const farmer = await register(request, 'farmer');
      const id = await addLand(request, farmer, 'River plot', 'Njoro, Nakuru County');
      await signIn(page, official);
      await page.evaluate((value) => localStorage.setItem('theme', value), theme);
      for (const screen of [
        '/dashboard',
        '/analytics',
        '/detailed-analytics',
        '/registers/farmers',
        '/registers/lands',
        '/registers/waiting',
        `/registers/lands/${id}`,
      ]) {
        await page.goto(screen);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.getByRole('heading', { level: 2 }).nth(1)).toBeVisible();
        await expect(page.getByText('This page failed')).toHaveCount(0);
        await seeAll(page);
        await expectNoAxeFindings(page);
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      }
    });
  }
}
