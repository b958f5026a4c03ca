/** Officials' analytics: each screen with its toggles, exports, and totals compared with the API. */
import { readFile } from 'node:fs/promises';
import type { Analytics } from '@ardhi/contract';
import type { Page } from '@playwright/test';
import { withoutWebGl } from './boundaries-helpers.ts';
import { type Country, fetchAnalytics, seedDatabase, test } from './fixture-server.ts';
import { pdfText } from './pdf-text.ts';
import { confirmIdentity, expect, muteEvents, PASSWORD, type Person, signIn } from './test.ts';

test.use({ country: 'analytics' });
test.describe.configure({ mode: 'serial' });

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const chart = (page: Page, name: string) => page.getByRole('img', { name: new RegExp(`^${name}\\.`) });
const shown = (value: number) => value.toLocaleString('en-KE');
const percent = (value: number | null) => (value === null ? '–' : `${Math.round(value)}%`);

const RANGES = ['0-20', '21-40', '41-60', '61-80', '81-100'];
/** Expected chart label: the specification's buckets, counted from the API's scores. */
function chartLabel(data: Analytics): string {
  const counts = RANGES.map((label) => {
    const [lowest = 0, highest = 0] = label.split('-').map(Number);
    const inside = data.sustainabilityScores.filter(({ _id }) => _id >= lowest && _id <= highest);
    return `${label}: ${shown(inside.reduce((sum, { count }) => sum + count, 0))}`;
  });
  return `Score distribution. ${counts.join('; ')}`;
}

async function expectTallest(page: Page, max: number): Promise<void> {
  const bars = chart(page, 'Score distribution').locator('path');
  await expect(bars).toHaveCount(RANGES.length);
  const heights = await bars.evaluateAll((bars) => bars.map((bar) => bar.getBoundingClientRect().height));
  expect(Math.max(...heights)).toBeCloseTo(max, 1);
}

let country: Country;
/** The first official manages accounts. */
let head: Person;

test('an empty product shows its empty states and no invented numbers', async ({ page, official }) => {
  head = official;
  await signIn(page, official);
  const emptyStates: [string, string[]][] = [
    ['/dashboard', ['No soil data available', 'No reports yet']],
    ['/analytics', ['No work is pending right now.', 'No policy has been announced yet']],
    ['/detailed-analytics', ['No history of scores yet.']],
  ];
  for (const [path, texts] of emptyStates) {
    await page.goto(path);
    await expect(page.getByText('No sustainability score data available').first()).toBeVisible();
    // Only zeros and dashes: no percentages and no changes.
    expect(await region(page, 'Key metrics').innerText()).not.toMatch(/[1-9]|NaN|%/);
    for (const text of texts) await expect(page.getByText(text).first()).toBeVisible();
  }
  for (const [path, text] of [
    ['/registers/farmers', 'No farmers found'],
    ['/registers/lands', 'No land parcels found'],
    ['/registers/waiting', 'No applications are overdue'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByText(text)).toBeVisible();
  }
});

test('a failed call shows an error, and Retry calls again', async ({ page, official }) => {
  await signIn(page, official);
  await muteEvents(page);
  await page.route('**/api/government/analytics?*', (route) => route.abort());
  await page.goto('/analytics');
  await expect(page.getByText('Failed to fetch analytics')).toBeVisible({ timeout: 30_000 });
  await page.unroute('**/api/government/analytics?*');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { name: 'Regions', exact: true })).toBeVisible();
});

test('a register that needs re-authentication loads after the password', async ({ page, official }) => {
  await signIn(page, official);
  await muteEvents(page);
  // As the server responds above LIMIT_PEOPLE_READ.
  const refused = { message: 'Please confirm that it is you.', code: 'confirm-needed' };
  await page.route('**/api/government/farmers?*', (route) =>
    route.fulfill({ status: 403, headers: { 'x-ardhi': '1' }, json: refused }),
  );
  await page.goto('/registers/farmers');
  await expect(page.getByRole('dialog', { name: 'Confirm your identity' })).toBeVisible();
  await page.unroute('**/api/government/farmers?*');
  await confirmIdentity(page);
  await expect(page.getByText('No farmers found')).toBeVisible();
});

test('totals, charts and toggles match the API', async ({ page, request, send }) => {
  country = await seedDatabase(request);
  const { official } = country;
  await signIn(page, official);

  await test.step('the dashboard', async () => {
    await page.goto('/dashboard');
    const data = await fetchAnalytics(send, official);
    expect(data.totalLands).toBe(30);
    const strip = region(page, 'Key metrics');
    await expect(strip).toContainText(`Total Farmers${data.totalFarmers}`);
    await expect(strip).toContainText('Land Parcels30');
    await expect(strip).toContainText(`Area${shown(data.totalLandArea)}`);
    await expect(strip).toContainText(`Average Sustainability${percent(data.sustainabilityScore)}`);
    await expect(strip).toContainText(`${percent(data.areaWeightedScore)} weighted by area`);
    await expect(chart(page, 'Score distribution')).toHaveAttribute('aria-label', chartLabel(data));
    await expectTallest(page, 200);
    const soils = data.soilDistribution.map(({ _id, count }) => `${_id}: ${shown(count)}`).join('; ');
    await expect(page.getByRole('img', { name: `Soil type distribution. ${soils}` })).toBeVisible();
  });

  await test.step('analytics by period, in the address', async () => {
    await page.goto('/analytics');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('The country this month');
    await expectTallest(page, 220);
    for (const [toggle, heading] of [
      ['Weekly', 'The country this week'],
      ['Yearly', 'The country this year'],
    ] as const) {
      await page.getByText(toggle, { exact: true }).click();
      await expect(page).toHaveURL(new RegExp(`period=${toggle.toLowerCase()}`));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    }
    await page.reload();
    await expect(page.getByRole('radio', { name: 'Yearly' })).toBeChecked();
    await expect(chart(page, 'Score distribution')).toHaveAttribute(
      'aria-label',
      chartLabel(await fetchAnalytics(send, official, 'period=yearly')),
    );
    const data = await fetchAnalytics(send, official);
    for (const { region: name, farmers, lands: parcels } of data.regions) {
      const row = region(page, 'Regions').getByRole('row', { name: new RegExp(`^${name}`, 'i') });
      await expect(row.getByRole('cell').nth(1)).toContainText(shown(farmers));
      await expect(row.getByRole('cell').nth(2)).toContainText(shown(parcels));
    }
  });

  await test.step('detailed analytics by period and region, and back', async () => {
    await page.goto('/detailed-analytics');
    await expectTallest(page, 250);
    await page.getByRole('combobox', { name: 'Region' }).selectOption('north');
    await page.getByText('Yearly', { exact: true }).click();
    await expect(page).toHaveURL(/region=north/);
    await expect(page).toHaveURL(/period=yearly/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('North');
    const data = await fetchAnalytics(send, official, 'region=north&period=yearly');
    await expect(chart(page, 'Score distribution')).toHaveAttribute('aria-label', chartLabel(data));
    const strip = region(page, 'Key metrics');
    for (const [name, value] of [
      ['Land Usage', data.landUsage],
      ['Equipment Efficiency', data.equipmentEfficiency],
      ['Subsidy Utilization', data.subsidyUtilization],
      ['Sustainability Score', data.sustainabilityScore],
    ] as const)
      await expect(strip).toContainText(`${name}${percent(value)}`);
    await page.getByRole('link', { name: 'Back to Analytics' }).click();
    await expect(page).toHaveURL(/\/analytics\?period=yearly/);
  });
});

test('the regional map of counties by mouse, by keys and as a table', async ({ page }) => {
  await signIn(page, country.official);
  await page.goto('/regional-map');
  const map = page.getByRole('radiogroup', { name: 'Regional map' });
  await map.getByRole('radio', { name: 'Turkana: not yet assessed' }).click();
  const card = region(page, 'Turkana');
  await expect(card).toContainText('Land Parcels10');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('heading', { level: 3, name: 'Uasin Gishu' })).toBeVisible();
  await page.getByRole('radiogroup', { name: 'Metric on the map' }).getByText('Parcels').click();
  await expect(map.getByRole('radio', { name: 'Turkana: 10 parcels' })).toBeVisible();
  await region(page, 'Counties').getByRole('button', { name: 'Show as table' }).click();
  await expect(region(page, 'Counties').getByRole('link', { name: 'Turkana' })).toBeVisible();
});

test('exports match the screen and can be downloaded again', async ({ page, send }) => {
  const { official } = country;
  await signIn(page, official);
  await page.goto('/detailed-analytics?period=yearly&region=north');
  const data = await fetchAnalytics(send, official, 'period=yearly&region=north');
  const save = async (item: string) => {
    await page.getByRole('button', { name: 'Export Report' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: item }).click();
    return readFile(await (await download).path());
  };
  const csv = (await save('Table (CSV)')).toString();
  const cells = csv.split('\r\n').map((line) => line.split(','));
  const cell = (name: string) => cells.find(([, found]) => found === name)?.[2];
  expect(cell('Region')).toBe('North');
  expect(cell('Land parcels')).toBe(String(data.totalLands));
  for (const { _id, count } of data.sustainabilityScores)
    expect(
      cells.some(
        ([section, name, value]) =>
          section !== 'Key metrics' && name === `${_id}%` && value === String(count),
      ),
    ).toBe(true);
  for (const { county, lands: parcels } of data.counties)
    expect(cell(`${county}: Land parcels`)).toBe(String(parcels));

  const pdf = pdfText(await save('Document (PDF)'));
  expect(pdf).toContain('North');
  expect(pdf).toContain(String(data.totalLands));
  expect(pdf).toContain(percent(data.sustainabilityScore));

  await page.goto('/dashboard');
  const reports = region(page, 'Recent reports');
  await expect(reports.getByText('Yearly, North (PDF)')).toBeVisible();
  const again = page.waitForEvent('download');
  await reports.getByRole('button', { name: 'Download Yearly, North (CSV) again' }).click();
  expect(await readFile(await (await again).path(), 'utf8')).toBe(csv);
});

test('registers with search, filters and pages; a farmer sees the access log @full', async ({
  page,
  send,
}) => {
  const { official, farmer, bounded } = country;
  await send(head, 'POST /auth/confirm', { password: PASSWORD });
  await send(head, `PUT /government/officials/${official.user._id}/duties`, { manage: true });
  await signIn(page, { ...official, user: { ...official.user, manage: true } as Person['user'] });
  await withoutWebGl(page);
  await page.goto('/analytics');
  await region(page, 'Recommendations')
    .getByRole('link', { name: /Nakuru/ })
    .click();
  await expect(page).toHaveURL(/overlaps\?county=Nakuru/);
  await page.goto('/registers/lands?county=Turkana');
  const rows = page.getByRole('table').getByRole('row');
  await expect(page.getByRole('status').filter({ hasText: '10 of 10' })).toBeVisible();

  await page.goto('/registers/lands');
  await expect(page.getByText('25 of 30')).toBeVisible();
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(page.getByText('30 of 30')).toBeVisible();
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('combobox', { name: 'Soil type' }).selectOption('sandy');
  await expect(page.getByRole('link', { name: 'Hill plot' })).toBeVisible();
  await expect(rows).toHaveCount(2);
  await page.getByRole('combobox', { name: 'Soil type' }).selectOption('');
  await page.getByLabel('Parcel, address or farmer').fill('river');
  await expect(page).toHaveURL(/q=river/);
  await expect(rows).toHaveCount(2);

  await page.getByRole('link', { name: 'River plot' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'River plot' })).toBeVisible();
  await expect(page.getByText('The farmer can see that you opened this parcel, and when.')).toBeVisible();
  expect(await send(farmer, `GET /land/${bounded._id}/views`)).toHaveLength(1);
  await page.getByText('History', { exact: true }).click();
  await expect(page.getByRole('list', { name: 'All changes' })).toContainText('Parcel registered');

  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Audit log' }).click();
  await page.getByLabel('Person').fill(farmer.email);
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByLabel('Action').selectOption('land.create');
  await page.getByRole('main').getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL(/action=land.create/);
  await expect(page.getByRole('row').filter({ hasText: 'Parcel registered' }).first()).toContainText(
    farmer.name,
  );
  const csv = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  await confirmIdentity(page);
  expect((await csv).suggestedFilename()).toMatch(/^audit-.*\.csv$/);

  await page.goto('/registers/farmers');
  await page.getByLabel('Name, email or phone').fill('juma');
  await expect(rows).toHaveCount(2);
  await expect(page.getByText('Juma Mwangi')).toBeVisible();

  await signIn(page, farmer);
  await page.goto(`/land/${bounded._id}`);
  const accessLog = region(page, 'Officials who viewed this parcel');
  await accessLog.scrollIntoViewIfNeeded();
  await expect(accessLog).toContainText('Wanjiru Kamau');
  await page.goto('/account');
  const entries = region(page, 'Who has viewed your data').getByRole('listitem');
  await expect(entries.filter({ hasText: 'Opened your parcel River plot' })).toContainText(
    'Wanjiru Kamau · Government, Ministry of Agriculture',
  );
  await expect(entries.filter({ hasText: 'Exported a part of the audit log' })).toHaveCount(1);
  for (const path of ['/analytics', '/detailed-analytics', '/registers/farmers', '/regional-map']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).not.toContainText(/country|regions|Register|map/);
  }
});
