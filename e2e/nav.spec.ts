/** Side navigation, bottom bar and search: from any page of an official to any other. */
import { paths } from '@ardhi/contract/paths';
import type { Page } from '@playwright/test';
import { layoutFaults } from './layout-faults.ts';
import {
  addParcel,
  expect,
  expectNoAxeFindings,
  PASSWORD,
  type Person,
  signIn,
  test,
  unique,
} from './test.ts';
import { expectTouchable } from './touch-targets.ts';

const side = (page: Page) => page.getByRole('navigation', { name: 'Office' });
const search = (page: Page) => page.getByRole('dialog', { name: 'Search' });
const field = (page: Page) => search(page).getByRole('combobox', { name: 'Search the office' });
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** Each place, and the address that it opens. */
const PLACES: [name: RegExp, address: string][] = [
  [/^Applications/, paths.queue],
  [/^Appeals/, paths.appeals],
  [/^Complaints/, paths.complaints],
  [/^Contact messages/, paths.contactMessages],
  [/^Farmers/, paths.registerFarmers],
  [/^Parcels/, paths.registerLands],
  [/^Map/, paths.regionalMap],
  [/^Overlaps/, paths.overlaps],
  [/^Programmes/, paths.subsidyManage],
  [/^Messages/, paths.messages],
  [/^Analytics/, paths.analytics],
  [/^Detailed Analytics/, paths.detailedAnalytics],
  [/^Announcements/, paths.announcements],
  [/^Settings/, paths.account],
  [/^Help/, paths.guides],
];

test('an official goes from each page to the next with one click, and the place is marked', async ({
  page,
  official,
}) => {
  await signIn(page, official);
  await page.goto(paths.dashboard);
  for (const [name, address] of PLACES) {
    const link = side(page).getByRole('link', { name });
    await link.click();
    await expect(page).toHaveURL(address);
    await expect(heading(page)).toBeVisible();
    await expect(link).toHaveAttribute('aria-current', 'page');
    await expect(side(page).locator('[aria-current]')).toHaveCount(1);
  }
  // The navigation bar of the specification is unchanged.
  const bar = page.getByRole('banner');
  for (const name of ['Home', 'Marketplace', 'Contact Us', 'Dashboard'])
    await expect(bar.getByRole('link', { name, exact: true })).toBeVisible();
  await expect(bar.getByRole('button', { name: 'Logout' })).toBeVisible();
  await side(page).getByRole('link', { name: 'Policies' }).click();
  await expect(page).toHaveURL(paths.policies);
  await expect(page.getByRole('heading', { name: 'Policies', exact: true })).toBeInViewport();
  await expectNoAxeFindings(page, '.side-nav');
});

test('the page stands still while the navigation loads, and the collapsed one is remembered', async ({
  page,
  official,
}) => {
  await signIn(page, official);
  for (const width of [1280, 1024]) {
    await page.setViewportSize({ width, height: 800 });
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    // Only the page and boot.js arrive at first.
    await page.route('**/assets/*.js', async (route) => {
      if (!/\/boot-/.test(route.request().url())) await held;
      await route.continue();
    });
    await page.goto(paths.queue, { waitUntil: 'commit' });
    const main = page.locator('#main');
    await expect(main).toBeVisible();
    const before = (await main.boundingBox())!;
    release();
    await expect(side(page).getByRole('link', { name: /^Farmers/ })).toBeVisible();
    await expect(heading(page)).toBeVisible();
    const after = (await main.boundingBox())!;
    expect([after.x, after.y, after.width]).toEqual([before.x, before.y, before.width]);
    await page.unroute('**/assets/*.js');
  }
  const wide = page.getByRole('button', { name: 'Expand navigation' });
  await wide.click();
  await expect.poll(async () => (await page.locator('#main').boundingBox())!.x).toBeGreaterThan(200);
  await page.getByRole('button', { name: 'Collapse navigation' }).click();
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.reload();
  await expect(wide).toBeVisible();
  // A name appears for the mouse and for the keyboard.
  const farmers = side(page).getByRole('link', { name: /^Farmers/ });
  await expect(farmers).toHaveAttribute('title', 'Farmers');
  await page.keyboard.press('Tab');
  while (!(await farmers.evaluate((link) => link === document.activeElement)))
    await page.keyboard.press('Tab');
  await expect(farmers.getByText('Farmers')).toHaveCSS('clip-path', 'none');
  expect((await page.locator('#main').boundingBox())!.x).toBeLessThan(100);
});

async function applyFor(send: Parameters<typeof addParcel>[0], farmer: Person, name: string) {
  return send<{ _id: string; reference: string }>(farmer, 'POST /subsidies', {
    name,
    description: 'For the season',
    amount: 900,
  });
}

test('one search finds a person, an application and a page', async ({ page, request, official, send }) => {
  const name = unique('Zawadi');
  const response = await request.post('/api/auth/register', {
    data: {
      name,
      email: `${name}@example.org`,
      password: PASSWORD,
      role: 'farmer',
      phoneNumber: '0722 000 111',
      location: 'Njoro, Nakuru County',
      farmSize: 1,
    },
  });
  const farmer: Person = { name, email: '', ...(await response.json()) };
  await addParcel(send, farmer, 'Shamba la juu');
  const { _id, reference } = await applyFor(send, farmer, 'Drip kit');

  await signIn(page, official);
  await page.goto(paths.analytics);
  await expect(side(page)).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
  await field(page).fill(name);
  const person = search(page).getByRole('option', { name: new RegExp(`^${name} Nakuru`) });
  await expect(person).toBeVisible();
  await expectNoAxeFindings(page, 'dialog');
  await person.click();
  await expect(page).toHaveURL(paths.registerFarmer(farmer.user._id));
  await expect(search(page)).toHaveCount(0);

  await side(page).getByRole('button', { name: 'Search' }).click();
  await field(page).fill(reference.toLowerCase().replaceAll('-', ' '));
  await expect(search(page).getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(paths.subsidyCase(_id));
  await expect(page.getByText(`Reference ${reference}`)).toBeVisible();

  await page.keyboard.press('Control+k');
  await field(page).fill('overdue app');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(paths.registerWaiting);
  await page.keyboard.press('Control+k');
  await page.keyboard.press('Escape');
  await expect(search(page)).toHaveCount(0);
});

test.describe('on a phone', () => {
  test.use({ hasTouch: true });

  test('an official on a phone has a bottom bar with search and all places', async ({ page, official }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await signIn(page, official);
    await page.goto(paths.appeals);
    const bar = side(page);
    await expect(bar.getByRole('link', { name: /^Work/ })).toHaveAttribute('href', paths.queue);
    await bar.getByRole('button', { name: 'Search' }).click();
    await field(page).fill('overl');
    await search(page)
      .getByRole('option', { name: /^Overlaps/ })
      .click();
    await expect(page).toHaveURL(paths.overlaps);
    await bar.getByRole('button', { name: 'More' }).click();
    const more = page.getByRole('dialog', { name: 'More' });
    await expect(more.getByRole('link', { name: /^Overlaps/ })).toHaveAttribute('aria-current', 'page');
    await more.getByRole('link', { name: 'Help' }).click();
    await expect(page).toHaveURL(paths.guides);
    await expectTouchable(page);
    await page.setViewportSize({ width: 320, height: 740 });
    await expect.poll(() => layoutFaults(page)).toEqual([]);
    await expect(page.locator('.bottom-bar')).toBeInViewport();
  });
});

test('a farmer on a wide screen has the places of the phone', async ({ page, farmer }) => {
  await signIn(page, farmer);
  await page.goto(paths.dashboard);
  const nav = page.getByRole('navigation', { name: 'Your farm' });
  for (const [name, address] of [
    ['Land', paths.land],
    ['Messages', paths.messages],
    ['Subsidies', paths.subsidyApply],
    ['Equipment', paths.equipment],
    ['Map of your land', paths.map],
    ['Complaints', paths.complaints],
    ['Your account', paths.account],
    ['Help', paths.guides],
    ['My farm', paths.dashboard],
  ] as const) {
    await nav.getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveURL(address);
    await expect(nav.locator('[aria-current=page]')).toHaveText(name);
  }
  await nav.getByRole('button', { name: 'Record' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('Back keeps filters and position of a list', async ({ page, official, request }) => {
  const word = unique('Bonde');
  for (let number = 1; number <= 12; number += 1) {
    const response = await request.post('/api/auth/register', {
      data: {
        name: `${word} ${String(number).padStart(2, '0')}`,
        email: `${unique('back')}@example.org`,
        password: PASSWORD,
        role: 'farmer',
        location: 'Njoro',
        farmSize: 1,
      },
    });
    expect(response.status()).toBe(201);
  }
  await page.setViewportSize({ width: 1280, height: 500 });
  await signIn(page, official);
  await page.goto(`${paths.registerFarmers}?q=${word}&sort=name`);
  const last = page.getByRole('link', { name: `${word} 12` });
  await last.scrollIntoViewIfNeeded();
  const position = await page.evaluate(() => scrollY);
  expect(position).toBeGreaterThan(0);
  await last.click();
  await expect(heading(page)).toContainText(`${word} 12`);
  await page.goBack();
  await expect(page).toHaveURL(`${paths.registerFarmers}?q=${word}&sort=name`);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(position);
});

test('the side navigation fits at every width in both themes @full', async ({ page, official }) => {
  await signIn(page, official);
  await page.goto(paths.appeals);
  for (const width of [1024, 1280, 1600]) {
    await page.setViewportSize({ width, height: 740 });
    await expect.poll(() => layoutFaults(page)).toEqual([]);
  }
  await expectNoAxeFindings(page);
});
