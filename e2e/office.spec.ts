/** Officials' dashboard and lists, with a data set like the demo's. */
import { paths } from '@ardhi/contract/paths';
import type { Page } from '@playwright/test';
import { seedDatabase, test } from './fixture-server.ts';
import { expect, type Person, register, type Send, sendWith, signIn, signInWith } from './test.ts';
import { LONG_NAME } from './worst-case-data.ts';

test.use({ country: 'office' });

const MAX_HEIGHT = { 1280: 2600, 360: 4500 } as const;
const POLICY =
  'Fields with a slope of more than twelve percent are terraced or planted with at least forty trees an acre within three years. The ministry would pay for tools and seedlings. Send your opinion to your extension officer.';
const PEOPLE = ['Grace Wanjiru Kamau', 'Peter Bett', 'Alice Atieno Onyango', 'Francis Mukhwana'];

async function seedOffice(send: Send, official: Person, farmers: readonly Person[]): Promise<void> {
  for (let n = 1; n <= 6; n += 1)
    await send(official, 'POST /policies', {
      title: `Terraces and trees on steep slopes ${n}`,
      description: n % 3 ? POLICY : POLICY.slice(0, 120),
      status: n % 2 ? 'Active' : 'Draft',
      effectiveDate: '2027-04-23',
    });
  for (let n = 1; n <= 16; n += 1)
    await send(farmers[n % farmers.length]!, 'POST /subsidies', {
      name: n % 3 ? 'Fertilizer for the season' : 'Reward for sustainable practice',
      description: `Application ${n} for the farm near Kerugoya, which has ${n} acres.`,
      amount: 6_500 * n,
    });
  for (const farmer of farmers)
    await send(farmer, 'POST /messages', {
      recipientId: official.user._id,
      subject: 'Yellow leaves on maize',
      content: 'Good morning. The lower leaves of my maize turn yellow.',
      channelType: 'government-farmer',
    });
}

let official: Person;

test.beforeEach(async ({ request }) => {
  if (official) return;
  const country = await seedDatabase(request);
  official = country.official;
  const farmers: Person[] = [];
  for (let n = 1; n <= 16; n += 1) await register(request, 'farmer', `Neighbour ${n}`);
  for (const name of PEOPLE) farmers.push(await register(request, 'farmer', name));
  await seedOffice(sendWith(request), official, farmers);
});

const policyRows = (page: Page) => page.locator('#policies li');
const subsidies = (page: Page) => page.getByRole('table', { name: 'Subsidies', exact: true });

async function openDashboard(page: Page): Promise<void> {
  await page.goto(paths.dashboard);
  await expect(page.locator('main :is(tr, li)', { hasText: 'Kerugoya' }).first()).toBeVisible();
  await expect(page.getByText('Yellow leaves on maize').first()).toBeVisible();
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
}

for (const width of [1280, 360] as const)
  for (const lang of ['en', 'sw'] as const)
    test(`the dashboard is short at ${width} px, ${lang}`, async ({ page }) => {
      await signInWith(page, official, { theme: 'light', width, lang });
      // Only new officials have the first steps.
      await page.evaluate((id) => localStorage.setItem(`first-steps:${id}`, 'hidden'), official.user._id);
      await openDashboard(page);
      await expect(policyRows(page)).toHaveCount(5);
      await expect(page.locator('main .btn-main:visible')).toHaveCount(1);
      expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(
        MAX_HEIGHT[width],
      );
    });

test('all policies open in place, and a saved one stays among the first', async ({ page }) => {
  await signIn(page, official);
  await openDashboard(page);
  const oldest = policyRows(page).filter({ hasText: 'steep slopes 1' });
  await expect(oldest).toHaveCount(0);
  await page.getByRole('button', { name: 'Show all 6 policies' }).click();
  await expect(policyRows(page)).toHaveCount(6);
  for (const name of ['Edit', 'Delete', 'Notify'])
    await expect(policyRows(page).getByRole('button', { name })).toHaveCount(6);

  await oldest.getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Status').selectOption('Draft');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Show fewer' }).click();
  await expect(policyRows(page)).toHaveCount(6);
  await expect(oldest).toContainText('Draft');
});

test('every pending row can be decided, and a decided one keeps its place', async ({ page }) => {
  await signIn(page, official);
  await openDashboard(page);
  const rows = subsidies(page).locator('tbody tr');
  await expect(rows).toHaveCount(5);
  await page.getByLabel('Status').selectOption('pending');
  // All rows are reachable without leaving the page.
  const more = page.getByRole('button', { name: 'Show more', exact: true }).last();
  await more.click();
  await expect(rows).toHaveCount(10);
  await more.click();
  await expect(rows).toHaveCount(15);
  await more.click();
  await expect(rows).toHaveCount(17);
  await expect(rows.getByRole('button', { name: 'Approve' })).toHaveCount(17);
  await expect(rows.getByRole('button', { name: 'Reject' })).toHaveCount(17);

  const third = rows.nth(2);
  await expect(third).toContainText('Application 14 ');
  await third.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(third).toContainText('approved');
  await expect(third).toContainText('Application 14 ');
  await expect(third.getByRole('button', { name: 'Approve' })).toHaveCount(0);
  await expect(rows).toHaveCount(17);

  await openDashboard(page);
  await page.getByLabel('Status').selectOption('pending');
  await expect(rows.first()).toContainText('Application 16 ');
  await expect(rows.filter({ hasText: 'Application 14 ' })).toHaveCount(0);
});

const LISTS = {
  applications: paths.queue,
  farmers: paths.registerFarmers,
  parcels: paths.registerLands,
  'audit log': paths.audit,
};
const rowsOf = (page: Page) =>
  page.locator('main tbody tr').evaluateAll((rows) =>
    rows.map((row) => {
      const { top, bottom, height } = row.getBoundingClientRect();
      return { top, bottom, height };
    }),
  );

for (const [name, address] of Object.entries(LISTS))
  test(`the list of ${name} shows fifteen rows at once, below a header that stays`, async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await signIn(page, official);
    await page.goto(address);
    await expect.poll(async () => (await rowsOf(page)).length).toBeGreaterThanOrEqual(15);
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
    const rows = await rowsOf(page);
    expect(rows[0]!.top).toBeLessThanOrEqual(240);
    expect(rows.filter(({ bottom }) => bottom <= 800).length).toBeGreaterThanOrEqual(15);
    expect(Math.max(...rows.map(({ height }) => height))).toBeLessThanOrEqual(37);

    await page.evaluate(() => scrollTo(0, 260));
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(260);
    expect((await page.locator('main thead th').first().boundingBox())!.y).toBe(0);

    await page.getByRole('button', { name: 'Comfortable rows' }).click();
    await page.reload();
    await expect(page.getByRole('button', { name: 'Compact rows' })).toBeVisible();
    await expect.poll(async () => (await rowsOf(page))[0]?.height).toBeGreaterThan(40);
  });

test('a very long name leaves the logo free, and an overlap is drawn large', async ({ page, request }) => {
  const person = await register(request, 'government', LONG_NAME);
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(page, person);
  await page.goto(paths.overlaps);
  const map = page.getByRole('button', { name: 'Show on the map' }).first();
  await expect(map).toBeVisible();
  const bar = page.getByRole('banner');
  await expect(bar.getByText(LONG_NAME)).toBeVisible();
  const logo = (await bar.getByRole('link', { name: 'Ardhi' }).boundingBox())!;
  const home = (await bar.getByRole('link', { name: 'Home', exact: true }).boundingBox())!;
  expect(logo.x + logo.width).toBeLessThanOrEqual(home.x);
  expect((await map.boundingBox())!.width).toBeGreaterThan(300);
});
