/**
 * The specification, walked by a script that knows only its labels, routes and calls: both roles, from an empty server,
 * at both widths. docs/specification.md names the tests of every statement.
 */
import { rmSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { newDataFolder } from '../apps/api/test/process/data-folder.ts';
import { startServer } from '../apps/api/test/process/server.ts';
import { startSection7Server } from './section-7-server.ts';
import { test as base, day, expect } from './test.ts';

const FARMER = { name: 'Amina Otieno', email: 'amina@example.org', password: 'secret' };
const OFFICIAL = { name: 'Wanjiru Kamau', email: 'wanjiru@example.org', password: 'secret' };
type Account = typeof FARMER;

const FEATURES = [
  ['/features/land-monitoring', /Land Monitoring/i],
  ['/features/analytics-dashboard', /Analytics Dashboard/i],
  ['/features/collaborative-platform', /Collaborative Platform/i],
  ['/features/remote-sensing-iot', /Remote Sensing and IoT/i],
  ['/features/ai-insights', /AI Insights/i],
  ['/features/marketplace', /Marketplace/i],
] as const;

const SOILS = ['clay', 'sandy', 'silty', 'peaty', 'chalky', 'loamy'];
const BUCKETS = ['0-20', '21-40', '41-60', '61-80', '81-100'];

const test = base.extend<{ section7Only: boolean; server: string }>({
  section7Only: [false, { option: true }],
  /** Every walk begins with an empty database. */
  server: async ({ section7Only }, use) => {
    const folder = newDataFolder('specification');
    const server = await startServer({ DATA_DIR: folder, LOG_LEVEL: 'error' });
    const restricted = section7Only ? await startSection7Server(server.url) : undefined;
    await use(restricted?.url ?? server.url);
    await restricted?.close();
    await server.end('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  },
  baseURL: ({ server }, use) => use(server),
});

for (const width of [1280, 360]) {
  test(`both roles do everything that the specification states at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 740 });
    await walk(page);
  });
}

test.describe('on a server with the calls of section 7 alone', () => {
  test.use({ section7Only: true });

  test('both roles do the same @full', async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 740 });
    await walk(page);
  });
});

async function walk(page: Page): Promise<void> {
  // As long as several tests.
  test.slow();
  await test.step('public pages', () => publicPages(page));
  await test.step('contact form', () => contactForm(page));
  await test.step('a farmer registers', () => registerFarmer(page));
  await test.step('the farmer’s dashboard', () => farmerDashboard(page));
  await test.step('the land list', () => landList(page));
  await test.step('a parcel', () => landDetail(page));
  await test.step('a subsidy application', () => subsidyApplication(page));
  await test.step('equipment', () => equipment(page));
  await test.step('routes of the other role', () =>
    expectUnknown(page, ['/analytics', '/detailed-analytics']));
  await test.step('logout, and protected routes', () => logOutAndVisit(page));
  await test.step('an official registers', () => registerOfficial(page));
  await test.step('the official’s dashboard', () => governmentDashboard(page));
  await test.step('policies', () => policies(page));
  await test.step('the subsidy table', () => subsidyTable(page));
  await test.step('analytics', () => analytics(page));
  await test.step('a message to the farmer', () => writeToFarmer(page));
  await test.step('routes of the other role', () =>
    expectUnknown(page, ['/land', '/land/1', '/subsidies/apply', '/equipment']));
  await test.step('the farmer reads and replies', () => farmerReplies(page));
  await test.step('the official reads the reply', () => officialReads(page));
}

const isPhone = (page: Page) => page.viewportSize()!.width < 1024;
const banner = (page: Page) => page.getByRole('banner');
const footer = (page: Page) => page.getByRole('contentinfo');
const main = (page: Page) => page.getByRole('main');
const press = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole('button', { name }).first().click();
/** Some texts occur again where this width hides them. */
const shown = (within: Locator, text: string | RegExp) =>
  within
    .getByText(text, { exact: typeof text === 'string' })
    .filter({ visible: true })
    .first();
const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key);
const field = (within: Page | Locator, label: string | RegExp) =>
  within.getByLabel(label, { exact: typeof label === 'string' }).first();

async function fill(within: Page | Locator, fields: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(fields))
    await field(within, new RegExp(`^${label}`, 'i')).fill(value);
}

async function expectLimits(control: Locator, min: string, step: string): Promise<void> {
  await expect(control).toHaveAttribute('min', min);
  await expect(control).toHaveAttribute('step', step);
}

type Colour = 'green' | 'yellow' | 'red' | 'other';

/** By the hue of its text, in degrees. */
async function colourOf(badge: Locator): Promise<Colour> {
  const [red = 0, green = 0, blue = 0] = await badge.evaluate((element) =>
    (getComputedStyle(element).color.match(/[\d.]+/g) ?? []).map(Number),
  );
  const hue = (Math.atan2(Math.sqrt(3) * (green - blue), 2 * red - green - blue) * 180) / Math.PI;
  if (hue > 90 && hue < 170) return 'green';
  if (hue > 30 && hue < 65) return 'yellow';
  return hue >= 0 && hue < 20 ? 'red' : 'other';
}

/** Polls, because colours have transitions. */
const expectColour = (badge: Locator, colour: Colour) => expect.poll(() => colourOf(badge)).toBe(colour);

/** On small screens the entries of the navigation bar are in a collapsible menu. */
async function navigation(page: Page): Promise<Locator> {
  const menu = banner(page).getByRole('button', { expanded: false });
  if (isPhone(page) && (await menu.count()) > 0) {
    await expect(banner(page).getByRole('link', { name: 'Home', exact: true })).toBeHidden();
    await menu.click();
  }
  return banner(page);
}

const follow = async (page: Page, name: string) =>
  (await navigation(page)).getByRole('link', { name, exact: true }).click();

async function publicPages(page: Page): Promise<void> {
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Get Started' }).first()).toHaveAttribute('href', '/register');
  await expect(main(page).getByRole('link', { name: 'Login' }).first()).toHaveAttribute('href', '/login');
  await expect(shown(main(page), /coming soon/i)).toBeVisible();
  await expect(footer(page)).toContainText(/\+?[\d ]{9,}/);
  await expect(footer(page)).toContainText(/\S+@\S+/);
  await expect(footer(page).getByRole('link', { disabled: true }).first()).toBeVisible();
  for (const [path, name] of FEATURES) {
    await main(page).getByRole('link', { name }).first().click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    if (path !== '/features/marketplace') await page.goBack();
  }
  await expect(shown(main(page), /coming soon/i)).toBeVisible();

  const bar = await navigation(page);
  for (const name of ['Dashboard', 'Logout']) await expect(bar.getByText(name, { exact: true })).toBeHidden();
  for (const name of ['Home', 'Marketplace', 'Contact Us'])
    await expect(bar.getByRole('link', { name, exact: true })).toBeVisible();
  const colour = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await colour();
  expect((await stored(page, 'theme')) ?? 'light').toBe('light');
  await press(bar, /dark/i);
  expect(await stored(page, 'theme')).toBe('dark');
  await expect.poll(colour).not.toBe(light);
  await press(bar, /light/i);
  expect(await stored(page, 'theme')).toBe('light');
}

async function contactForm(page: Page): Promise<void> {
  await follow(page, 'Contact Us');
  await expect(page).toHaveURL('/contact');
  await expect(page.getByRole('heading', { level: 1, name: 'Contact Us' })).toBeVisible();
  await expect(
    page.getByText(
      'Have questions or need support? Fill out the form below and our team will get back to you as soon as possible.',
    ),
  ).toBeVisible();
  const form = page.getByRole('main');
  const [name, email, message] = ['Name', 'Email', 'Message'].map((label) => field(form, label));
  await expect(name!).toHaveAttribute('placeholder', 'Your Name');
  await expect(email!).toHaveAttribute('type', 'email');
  await expect(email!).toHaveAttribute('placeholder', /@/);
  await expect(message!).toHaveAttribute('placeholder', 'How can we help you?');
  await expect(message!).toHaveAttribute('rows', '5');
  for (const one of [name, email, message]) await expect(one!).toHaveAttribute('required');

  await press(form, 'Send Message');
  await expect(shown(form, 'Please fill in all fields.')).toBeVisible();
  await fill(form, { Name: 'Otieno', Email: 'otieno@example.org', Message: 'When does the seed come?' });
  await page.route('/api/contact', (route) =>
    route.fulfill({ status: 400, json: { message: 'Not today.' } }),
  );
  await press(form, 'Send Message');
  await expect(shown(form, 'Not today.')).toBeVisible();
  await expect(form.getByText('Please fill in all fields.')).toBeHidden();
  await page.unroute('/api/contact');
  await page.route('/api/contact', (route) => route.abort());
  await press(form, 'Send Message');
  await expect(shown(form, 'Failed to send message.')).toBeVisible();
  await page.unroute('/api/contact');
  const sent = page.waitForRequest('/api/contact');
  await press(form, 'Send Message');
  const request = await sent;
  expect(request.method()).toBe('POST');
  expect(request.postDataJSON()).toMatchObject({
    name: 'Otieno',
    email: 'otieno@example.org',
    message: 'When does the seed come?',
  });
  expect(request.headers()).not.toHaveProperty('authorization');
  await expect(
    form.getByText('Thank you for reaching out! We have received your message and will respond soon.'),
  ).toBeVisible();
  await expect(form.getByRole('button', { name: 'Send Message' })).toBeHidden();
}

async function expectSignedIn(page: Page, { name }: Account): Promise<void> {
  await expect(page).toHaveURL('/dashboard');
  expect(await stored(page, 'token')).toBeTruthy();
  expect(JSON.parse((await stored(page, 'user'))!)).toMatchObject({ name });
  const bar = await navigation(page);
  await expect(bar.getByText(new RegExp(`Welcome.*${name}`))).toBeVisible();
  for (const entry of ['Home', 'Marketplace', 'Contact Us', 'Dashboard'])
    await expect(bar.getByRole('link', { name: entry, exact: true })).toBeVisible();
}

async function registerFarmer(page: Page): Promise<void> {
  await follow(page, 'Home');
  await page.getByRole('link', { name: 'Get Started' }).first().click();
  await expect(page).toHaveURL('/register');
  const form = main(page);
  await fill(form, { Name: FARMER.name, Email: FARMER.email, Phone: '0712 345 678' });
  await field(form, 'Password').fill('short');
  await form.getByRole('radio', { name: /Farmer/ }).check();
  await expectLimits(field(form, /^Farm Size/), '0', '0.1');
  for (const label of [/^Name/, /^Email/, /^Password/, /^Farm Location/, /^Farm Size/])
    await expect(field(form, label)).toHaveAttribute('required');
  await expect(field(form, /^Phone/)).not.toHaveAttribute('required');
  await fill(form, { 'Farm Location': 'Njoro, Nakuru County', 'Farm Size': '2.5' });
  await press(form, /Create Account|Register/);
  await expect(page).toHaveURL('/register');
  await field(form, 'Password').fill(FARMER.password);
  await press(form, /Create Account|Register/);
  await expectSignedIn(page, FARMER);
}

async function farmerDashboard(page: Page): Promise<void> {
  const view = main(page);
  for (const text of [/^Total Lands/i, /^Total Area/i, /^Average Sustainability/i])
    await expect(shown(view, text)).toBeVisible();
  await expect(shown(view, /acres/)).toBeVisible();
  await expect(shown(view, 'No land parcels yet')).toBeVisible();
  await expect(shown(view, 'No policies found.')).toBeVisible();
  for (const heading of [/Recent activities/i, /Tips/i, /Policies/i, /Resources/i, /Messages/i])
    await expect(view.getByRole('heading', { name: heading }).first()).toBeVisible();
  for (const tile of [/Monthly report/i, /Sustainability report/i])
    await expect(shown(view, tile)).toBeVisible();
  await expect(view.locator('a[href="/subsidies/apply"]').first()).toBeVisible();
  await expect(view.locator('a[href="/equipment"]').first()).toBeVisible();
  await expectChips(view, ['All', 'Government-Farmer', 'Farmer-Farmer', 'General']);
  await expect(view.getByRole('button', { name: 'New Message' })).toBeVisible();
  for (const name of ['Equipment Management', 'Apply for Subsidy'])
    await expect(footer(page).getByRole('link', { name })).toBeVisible();
}

async function expectChips(view: Locator, names: readonly string[]): Promise<void> {
  const chips = view.getByRole('radio', { name: /^(All|General|\w+-\w+)$/ });
  await expect(chips).toHaveCount(names.length);
  for (const name of names) await expect(view.getByRole('radio', { name, exact: true })).toBeAttached();
}

async function createLand(page: Page, name: string): Promise<void> {
  await fill(main(page), { Name: name, Size: '2.5', 'Location Address': 'Njoro, Nakuru County' });
  await press(main(page), /^(Create|Save|Add Land)/);
}

async function landList(page: Page): Promise<void> {
  await main(page).getByRole('link', { name: 'Add New Land' }).first().click();
  await expect(page).toHaveURL(/^[^?]*\/land/);
  const view = main(page);
  await expectLimits(field(view, /^Size/), '0', '0.1');
  const soil = field(view, /^Soil Type/);
  await expect(soil).toHaveValue('loamy');
  for (const name of SOILS) await soil.selectOption(name);
  for (const label of [/^Name/, /^Size/, /^Location Address/, /^Soil Type/])
    await expect(field(view, label)).toHaveAttribute('required');
  await createLand(page, 'Plot 1');
  await expect(shown(view, 'Plot 1')).toBeVisible();

  // The other parcels of the first page by the call of the specification.
  const headers = { authorization: `Bearer ${await stored(page, 'token')}` };
  for (const number of [2, 3, 4, 5, 6]) {
    const data = {
      name: `Plot ${number}`,
      size: number,
      location: { address: 'Gilgil, Nakuru County' },
      soilType: 'clay',
    };
    expect((await page.request.post('/api/land', { headers, data })).ok()).toBe(true);
  }
  await page.goto('/land');
  const edits = view.getByRole('button', { name: /^Edit/ });
  await expect(edits).toHaveCount(6);
  const first = view.getByRole('article').filter({ hasText: 'Plot 2' });
  for (const text of [/clay/i, /2 acres/, 'Gilgil, Nakuru County', /Crops Planted/i, /Sustainability/i])
    await expect(first.getByText(text).first()).toBeVisible();

  // The seventh opens the last page.
  await press(view, /Add New Land/);
  await createLand(page, 'Plot 7');
  await expect(edits).toHaveCount(1);
  await expect(shown(view, 'Plot 7')).toBeVisible();
  await press(view, 'Prev');
  await expect(edits).toHaveCount(6);
  await view.getByRole('button', { name: '2', exact: true }).click();
  await expect(edits).toHaveCount(1);
  await view.getByRole('button', { name: '1', exact: true }).click();
  await expect(edits).toHaveCount(6);
  await press(view, 'Next');
  await expect(edits).toHaveCount(1);

  await press(view, /^Edit/);
  await fill(view, { Size: '7.5' });
  await press(view, /^(Save|Update)/);
  await expect(shown(view, /7\.5 acres/)).toBeVisible();
  await press(view, /^Delete/);
  const question = page.getByRole('alertdialog');
  await expect(question.getByText('Are you sure you want to delete this land parcel?')).toBeVisible();
  await press(question, 'Delete');
  await expect(edits).toHaveCount(6);
}

async function landDetail(page: Page): Promise<void> {
  await follow(page, 'Dashboard');
  const view = main(page);
  await view
    .getByRole('link', { name: /View Details/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/land\/.+/);
  await expect(page.getByRole('heading', { level: 1, name: 'Plot 1' })).toBeVisible();
  for (const text of [
    'Njoro, Nakuru County',
    /loamy/i,
    /^Size/i,
    /^Sustainability/i,
    /^Crops/i,
    /Total Water/i,
  ])
    await expect(shown(view, text)).toBeVisible();
  await expect(shown(view, 'No crop history yet')).toBeVisible();
  await expect(shown(view, /litres/)).toBeVisible();
  await expect(shown(view, /\bmap\b|boundary/i)).toBeVisible();

  const form = page.getByRole('dialog');
  await press(view, 'Add Crop');
  await expectLimits(field(form, /Expected Yield/), '0', '0.1');
  await fill(form, {
    'Crop Name': 'Maize',
    'Planting Date': day(-200),
    'Harvest Date': day(-50),
    'Expected Yield': '3.5',
  });
  await press(form, 'Add Crop');
  const crops = view.getByRole('table', { name: /Crop History/i });
  for (const column of [/^Crop/i, /Planting Date/i, /Harvest Date/i, /tons\/hectare/i])
    await expect(crops.getByRole('columnheader', { name: column })).toBeAttached();
  const row = crops.getByRole('row').filter({ hasText: 'Maize' });
  await expect(row).toContainText('3.5');

  await press(view, 'Record Water Usage');
  await expectLimits(field(form, /^Amount/), '0', '1');
  await fill(form, { Date: day(-150), Amount: '240' });
  await press(form, /^(Save|Record)/);
  await expect(shown(view, '240')).toBeVisible();

  await press(view, 'Add Fertilizer');
  await expectLimits(field(form, /^Amount/), '0', '0.1');
  await fill(form, { Date: day(-199), 'Fertilizer Type': 'DAP', Amount: '50.5' });
  await press(form, 'Add Fertilizer');
  await expect(form).toBeHidden();

  await press(view, 'Generate Report');
  const report = view.getByRole('region', { name: /report/i });
  for (const text of ['Plot 1', /2\.5 acres/, /loamy/i, /240 litres/, /50\.5 kg/, FARMER.name, FARMER.email])
    await expect(shown(report, text)).toBeVisible();
  for (const label of [
    /Report date/i,
    /Soil type/i,
    /score/i,
    /Total water/i,
    /Total fertilizer/i,
    /Total pesticide/i,
    /crops/i,
  ])
    await expect(shown(report, label)).toBeVisible();

  await page.goto('/land/none');
  await expect(shown(view, 'Land not found')).toBeVisible();
  await view.getByRole('link', { name: 'Back', exact: true }).click();
  await expect(page).toHaveURL('/land');
}

async function subsidyApplication(page: Page): Promise<void> {
  await footer(page).getByRole('link', { name: 'Apply for Subsidy' }).click();
  await expect(page).toHaveURL('/subsidies/apply');
  const view = main(page);
  await expect(shown(view, /7-14 business days/)).toBeVisible();
  await expect(shown(view, 'No subsidies available')).toBeVisible();
  const amount = field(view, 'Requested Amount (KES)');
  await expectLimits(amount, '0', '0.01');
  for (const label of ['Subsidy Name', 'Description', 'Requested Amount (KES)'])
    await expect(field(view, label)).toHaveAttribute('required');
  for (const [name, money] of [
    ['Drip kit', '42000.50'],
    ['Fence', '9000'],
  ] as const) {
    await field(view, 'Subsidy Name').fill(name);
    await field(view, 'Description').fill('For the kitchen garden.');
    await amount.fill(money);
    await press(view, /^Submit/);
    await expect(shown(view, 'Subsidy application submitted successfully!')).toBeVisible();
    await expect(amount).toHaveValue('');
  }
}

async function equipment(page: Page): Promise<void> {
  await footer(page).getByRole('link', { name: 'Equipment Management' }).click();
  await expect(page).toHaveURL('/equipment');
  const view = main(page);
  await expect(shown(view, 'No equipment added yet')).toBeVisible();
  await press(view, 'Add Equipment');
  await expectLimits(field(view, /^Purchase Price/), '0', '0.01');
  for (const label of [/^Name/, /^Type/]) await expect(field(view, label)).toHaveAttribute('required');
  for (const label of [/^Manufacturer/, /^Model/, /^Purchase Date/, /^Purchase Price/])
    await expect(field(view, label)).not.toHaveAttribute('required');
  await fill(view, { Name: 'Massey', Type: 'Tractor' });
  await press(view, /^(Save|Add$)/);
  const row = view.getByRole('row').filter({ hasText: 'Massey' });
  await expect(row.getByRole('cell', { name: 'N/A' })).toHaveCount(2);
  for (const text of ['Tractor', '0']) await expect(row).toContainText(text);
  await expectColour(shown(row, 'active'), 'green');
  for (const column of [/Name/i, /Type/i, /Manufacturer/i, /Purchase Date/i, /Status/i, /Usage Hours/i])
    await expect(view.getByRole('columnheader', { name: column }).first()).toBeAttached();
}

/**
 * A route of the other role is not registered: it shows what an address shows that does not exist. Once is enough, because
 * routes do not depend on the width.
 */
async function expectUnknown(page: Page, paths: readonly string[]): Promise<void> {
  if (isPhone(page)) return;
  await page.goto('/no-such-page');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const text = await main(page).innerText();
  for (const path of paths) {
    await page.goto(path);
    await expect.poll(() => main(page).innerText()).toBe(text);
  }
}

async function logOut(page: Page): Promise<void> {
  await press(await navigation(page), 'Logout');
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('link', { name: 'Get Started' }).first()).toBeVisible();
  for (const key of ['token', 'user']) expect(await stored(page, key)).toBeNull();
}

const PROTECTED = [
  '/dashboard',
  '/land',
  '/land/1',
  '/subsidies/apply',
  '/equipment',
  '/analytics',
  '/detailed-analytics',
];

async function logOutAndVisit(page: Page): Promise<void> {
  await follow(page, 'Home');
  await expect(page.getByRole('link', { name: 'Go to Dashboard' }).first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Get Started' }).first()).toBeHidden();
  await logOut(page);
  if (isPhone(page)) return;
  const home = await main(page).getByRole('heading', { level: 1 }).innerText();
  for (const path of PROTECTED) {
    await page.goto(path);
    await expect(main(page).getByRole('heading', { level: 1 })).toHaveText(home);
    await expect(page.getByRole('link', { name: 'Get Started' }).first()).toBeVisible();
  }
}

async function registerOfficial(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Get Started' }).first().click();
  const form = main(page);
  await fill(form, { Name: OFFICIAL.name, Email: OFFICIAL.email });
  await field(form, 'Password').fill(OFFICIAL.password);
  await form.getByRole('radio', { name: /Government/ }).check();
  await expect(field(form, /^Department/)).toHaveAttribute('required');
  await fill(form, { Department: 'Agriculture' });
  await press(form, /Create Account|Register/);
  await expectSignedIn(page, OFFICIAL);
}

async function governmentDashboard(page: Page): Promise<void> {
  const view = main(page);
  for (const text of [/Total Farmers/i, /Land Parcels/i, /^(Total )?Area/i, /Average Sustainability/i])
    await expect(shown(view, text)).toBeVisible();
  await expect(view.getByRole('img', { name: /Score distribution/i })).toBeVisible();
  await expect(view.getByRole('img', { name: /Soil type distribution/i })).toBeVisible();
  await expect(view.getByRole('heading', { name: /Recent reports/i })).toBeVisible();
  await expectChips(view, ['All', 'Government-Government', 'Government-Farmer', 'General']);
  for (const name of ['Analytics', 'Detailed Analytics'])
    await expect(footer(page).getByRole('link', { name, exact: true })).toBeVisible();
}

async function policies(page: Page): Promise<void> {
  const view = main(page);
  await expect(shown(view, 'No policies found.')).toBeVisible();
  const form = page.getByRole('dialog');
  // By keyboard: the list scrolls into view 300 ms after saving, where a click could miss its button.
  const choose = (within: Locator, name: string | RegExp) =>
    within.getByRole('button', { name }).press('Enter');
  for (const title of ['Terraces', 'Hedges']) {
    await choose(view, 'Create Policy');
    for (const label of [/^Title/, /^Description/])
      await expect(field(form, label)).toHaveAttribute('required');
    await expect(field(form, /^Status/)).toHaveValue('Draft');
    await expect(field(form, /^Status/).getByRole('option')).toHaveText(['Draft', 'Active']);
    await fill(form, { Title: title, Description: `${title} on slopes.` });
    await press(form, /^Create/);
    await expect(form).toBeHidden();
  }
  const row = view.getByRole('listitem').filter({ hasText: 'Terraces' });
  for (const text of ['Terraces on slopes.', 'Draft', 'No date']) await expect(row).toContainText(text);

  await choose(row, /^Edit/);
  await field(form, /^Status/).selectOption('Active');
  await fill(form, { 'Effective Date': '2026-03-01' });
  await press(form, /^(Save|Update)/);
  await expect(row).toContainText('Active');
  await expect(row).not.toContainText('No date');

  await choose(row, /^Notify/);
  await press(form, /^Notify/);
  await expect(view.or(page.getByRole('status')).getByText('Notification sent!').first()).toBeVisible();

  await press(view.getByRole('listitem').filter({ hasText: 'Hedges' }), /^Delete/);
  const question = page.getByRole('alertdialog');
  await expect(question.getByText('Are you sure you want to delete this policy?')).toBeVisible();
  await press(question, 'Delete');
  await expect(view.getByText('Hedges on slopes.')).toHaveCount(0);
}

async function subsidyTable(page: Page): Promise<void> {
  const view = main(page);
  const row = (name: string) => view.getByRole('row').filter({ hasText: name });
  await expect(row('Drip kit')).toContainText('KES 42,000.50');
  await expect(row('Drip kit')).toContainText('For the kitchen garden.');
  const form = page.getByRole('dialog');
  for (const [name, action, status, colour] of [
    ['Drip kit', 'Approve', 'approved', 'green'],
    ['Fence', 'Reject', 'rejected', 'red'],
  ] as const) {
    await expectColour(shown(row(name), 'pending'), 'yellow');
    await press(row(name), new RegExp(`^${action}`));
    const reason = form.getByRole('textbox');
    await expect(reason).toBeVisible();
    await reason.fill('As agreed.');
    await press(form, action);
    await expectColour(shown(row(name), status), colour);
    await expect(row(name).getByRole('button', { name: /^(Approve|Reject)/ })).toHaveCount(0);
  }
  await press(view, 'Create Subsidy');
  await fill(form, { 'Subsidy Name': 'Seed', Description: 'Certified seed.', Amount: '60000' });
  await press(form, /^Create/);
  await expect(row('Certified seed.')).toContainText('KES 60,000');
}

async function analytics(page: Page): Promise<void> {
  const view = main(page);
  await footer(page).getByRole('link', { name: 'Analytics', exact: true }).click();
  await expect(page).toHaveURL('/analytics');
  await expect(view.getByRole('button', { name: 'Export Report' })).toBeVisible();
  for (const text of [/Total Farmers/i, /Land Parcels/i, /Area/i, /Average Sustainability/i])
    await expect(shown(view, text)).toBeVisible();
  await expect(view.getByRole('img', { name: /Score distribution/i })).toBeVisible();
  for (const range of BUCKETS) await expect(shown(view, range)).toBeVisible();
  for (const heading of [/Policy effectiveness/i, /Region/i, /Recommendations/i])
    await expect(view.getByRole('heading', { name: heading }).first()).toBeVisible();
  for (const period of ['Weekly', 'Yearly', 'Monthly']) {
    await view.getByText(period, { exact: true }).click();
    await expect(view.getByRole('radio', { name: period })).toBeChecked();
  }

  await footer(page).getByRole('link', { name: 'Detailed Analytics' }).click();
  await expect(page).toHaveURL('/detailed-analytics');
  for (const text of [
    /Land Usage/i,
    /Equipment Efficiency/i,
    /Subsidy Utilization/i,
    /Sustainability Score/i,
  ])
    await expect(shown(view, text)).toBeVisible();
  await expect(view.getByRole('heading', { name: /Regional trends/i })).toBeVisible();
  const region = view.getByRole('combobox', { name: 'Region' });
  for (const name of ['north', 'south', 'east', 'west', 'all']) await region.selectOption(name);
  for (const period of ['Weekly', 'Yearly', 'Monthly']) {
    await view.getByText(period, { exact: true }).click();
    await expect(view.getByRole('radio', { name: period })).toBeChecked();
  }
  await view.getByText('Back to Analytics').click();
  await expect(page).toHaveURL(/\/analytics/);
}

async function writeToFarmer(page: Page): Promise<void> {
  await follow(page, 'Dashboard');
  const view = main(page);
  await press(view, 'New Message');
  await expect(field(view, 'Channel')).toHaveValue('general');
  await expect(field(view, 'Channel').getByRole('option')).toHaveText([
    'Government-Government',
    'Government-Farmer',
    'General',
  ]);
  for (const label of ['Recipient', 'Channel', 'Subject', 'Message'])
    await expect(field(view, label)).toHaveAttribute('required');
  await field(view, 'Recipient').fill(FARMER.name);
  await page.getByRole('option', { name: FARMER.name }).click();
  await field(view, 'Subject').fill('Seed');
  await field(view, 'Message').fill('The certified seed comes to the depot in Njoro on Monday.');
  await press(view, 'Send Message');
  await expect(
    view.getByText('The certified seed comes to the depot in Njoro on Monday.', { exact: true }).first(),
  ).toBeVisible();
}

async function logIn(page: Page, { email, password }: Account): Promise<void> {
  const form = main(page);
  await fill(form, { Email: email });
  await field(form, 'Password').fill(password);
  await press(form, 'Login');
}

async function farmerReplies(page: Page): Promise<void> {
  await logOut(page);
  await main(page).getByRole('link', { name: 'Login' }).first().click();
  await expect(page).toHaveURL('/login');
  await logIn(page, { ...FARMER, password: 'another' });
  await expect(
    page.getByText('Invalid email or password. Please check your credentials and try again.'),
  ).toBeVisible();
  await logIn(page, FARMER);
  await expectSignedIn(page, FARMER);
  const view = main(page);
  for (const text of ['Terraces', 'Terraces on slopes.', 'Active'])
    await expect(shown(view, text)).toBeVisible();

  // The preview has 50 characters, and an unread thread a badge.
  const thread = view.getByRole('button', { name: OFFICIAL.name });
  await expect(thread).toContainText('The certified seed comes to the depot in Njoro on …');
  await expect(thread.getByText('1', { exact: true })).toBeVisible();
  await thread.click();
  await expect(shown(view, /comes to the depot in Njoro on Monday\./)).toBeVisible();
  await field(view, /^Reply/).fill('Thank you.');
  const sent = page.waitForRequest(
    (request) => request.method() === 'POST' && new URL(request.url()).pathname === '/api/messages',
  );
  await press(view, /Reply/);
  expect((await sent).postDataJSON()).toMatchObject({
    recipientId: expect.any(String),
    subject: 'Seed',
    content: 'Thank you.',
    channelType: 'general',
    threadId: expect.any(String),
  });
  await expect(shown(view, 'Thank you.')).toBeVisible();
}

async function officialReads(page: Page): Promise<void> {
  await logOut(page);
  await main(page).getByRole('link', { name: 'Login' }).first().click();
  await logIn(page, OFFICIAL);
  await expectSignedIn(page, OFFICIAL);
  const view = main(page);
  await view.getByRole('button', { name: FARMER.name }).click();
  await expect(shown(view, 'Thank you.')).toBeVisible();
}
