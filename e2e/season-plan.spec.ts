/** The season plan on the dashboard: tasks that record themselves, fields through the season, a short page. */
import type { EquipmentDetail, ParcelDetail } from '@ardhi/contract';
import type { Page } from '@playwright/test';
import { layoutFaults } from './layout-faults.ts';
import { queuedLink, sheet } from './outbox-helpers.ts';
import { addParcel, day, expect, expectNoAxeFindings, type Person, type Send, signIn, test } from './test.ts';
import { expectTouchable } from './touch-targets.ts';
import { loadWholePage } from './whole-page.ts';

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

const today = (page: Page) => page.getByRole('region', { name: 'Today’s tasks and news' });

async function addField(send: Send, farmer: Person, name: string, crop: object, more: object = {}) {
  const parcel = await addParcel(send, farmer, name, more);
  await send(farmer, `POST /land/${parcel._id}/crops`, crop);
  return parcel;
}

const DRY_COUNTY = {
  location: { address: 'Wajir County' },
  declarations: { irrigation: 'recorded' },
};

/** One field for each task of today. The dry county needs water in every month. */
async function addFieldsWithTasks(send: Send, farmer: Person) {
  const maize = { name: 'Maize', yield: 2 };
  return {
    top: await addField(send, farmer, 'Top', { ...maize, plantingDate: day(-35), harvestDate: day(114) }),
    river: await addField(
      send,
      farmer,
      'River',
      { name: 'Tomato', yield: 20, plantingDate: day(-85), harvestDate: day(49) },
      DRY_COUNTY,
    ),
    low: await addField(send, farmer, 'Low', { ...maize, plantingDate: day(-147), harvestDate: day(2) }),
    fresh: await addField(send, farmer, 'New', { ...maize, plantingDate: day(0), harvestDate: day(149) }),
  };
}

test('one tap records a task without a keyboard, also offline, and can be undone', async ({
  page,
  context,
  farmer,
  send,
}) => {
  const { top, river, low, fresh } = await addFieldsWithTasks(send, farmer);
  const read = (parcel: { _id: string }) => send<ParcelDetail>(farmer, `GET /land/${parcel._id}`);
  await signIn(page, farmer);
  await page.goto('/dashboard');
  await expect(today(page).getByText('Harvest the maize')).toBeVisible();
  await context.setOffline(true);

  const done = (title: string) => today(page).getByRole('button', { name: `${title}: Done` });
  await done('Water the tomatoes').tap();
  await today(page).getByRole('button', { name: 'Harvest the maize: As expected' }).tap();
  await done('Fertilizer at planting: maize').tap();
  await done('Top-dress the maize').tap();
  await expect(page.getByText(/^Recorded: CAN, \d+ kg, Top$/)).toBeVisible();
  await expect(queuedLink(page, 4)).toBeVisible();
  // Undo of a record that was not sent yet removes it.
  await page
    .getByRole('status')
    .locator('div', { hasText: /Recorded: CAN/ })
    .getByRole('button', { name: 'Undo' })
    .last()
    .tap();
  await expect(queuedLink(page, 3)).toBeVisible();
  await expect(today(page).getByText('Top-dress the maize')).toBeVisible();

  await context.setOffline(false);
  await expect
    .poll(async () => (await read(fresh)).fertilizerUsage)
    .toMatchObject([{ type: 'DAP', date: day(0) }]);
  expect((await read(river)).waterUsage).toMatchObject([{ date: day(0) }]);
  expect((await read(low)).crops).toMatchObject([{ yield: 2, yieldConfirmed: true, harvestDate: day(0) }]);
  expect((await read(top)).fertilizerUsage).toEqual([]);
});

test('a confirmed harvest is taken back, and a task that is not done is not asked again', async ({
  page,
  farmer,
  send,
}) => {
  const { low } = await addFieldsWithTasks(send, farmer);
  await signIn(page, farmer);
  await page.goto('/dashboard');
  await today(page).getByRole('button', { name: 'Harvest the maize: As expected' }).tap();
  const cropsOf = async () => (await send<ParcelDetail>(farmer, `GET /land/${low._id}`)).crops;
  await expect.poll(cropsOf).toMatchObject([{ yieldConfirmed: true }]);
  const text = page.getByRole('status').getByText(/Maize/).first();
  // The button is below the text on a phone, where the text would otherwise break within words.
  expect((await text.boundingBox())!.width).toBeGreaterThan(200);
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).tap();
  await expect.poll(cropsOf).toMatchObject([{ yieldConfirmed: false, harvestDate: day(2), yield: 2 }]);
  await expect(today(page).getByText('Harvest the maize')).toBeVisible();

  // The first task has its own button for this; which one is first depends on the day of the week.
  await today(page)
    .getByRole('button', { name: /^Water the tomatoes(?!: Done)/ })
    .tap();
  await expect(sheet(page).getByText(/^Water for the tomatoes this week is \d+ mm/)).toBeVisible();
  await expect(sheet(page).getByText('Growth stages of the crop (FAO 56)')).toBeVisible();
  await expectNoAxeFindings(page, 'dialog');
  await sheet(page).getByRole('button', { name: 'Not done' }).tap();
  await expectNoAxeFindings(page, 'dialog');
  await sheet(page).getByRole('button', { name: 'It rained enough' }).tap();
  await expect(today(page).getByText('Water the tomatoes')).toHaveCount(0);
  await page.reload();
  await expect(today(page).getByText('Harvest the maize')).toBeVisible();
  await expect(today(page).getByText('Water the tomatoes')).toHaveCount(0);
});

test('spraying and machine hours are recorded as last time in one tap', async ({ page, farmer, send }) => {
  const parcel = await addField(send, farmer, 'Garden', {
    name: 'Cabbage',
    yield: 20,
    plantingDate: day(-40),
    harvestDate: day(50),
  });
  const at = `/land/${parcel._id}`;
  await send(farmer, `POST ${at}/pesticides`, { date: day(-20), product: 'Karate', amount: 0.2, unit: 'L' });
  const tractor = await send(farmer, 'POST /equipment', { name: 'Massey', type: 'Tractor' });
  await send(farmer, `PUT /equipment/${tractor._id}/usage`, { hours: 3, date: day(-4) });
  await signIn(page, farmer);
  for (const path of [`/equipment/${tractor._id}`, at]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  const record = page.getByRole('navigation', { name: 'Your farm' }).getByText('Record');
  await record.tap();
  await sheet(page).getByRole('button', { name: 'Karate, 0.2 L · Garden' }).tap();
  await expect(page.getByText('Recorded: Karate, 0.2 L, Garden')).toBeVisible();
  await record.tap();
  await sheet(page).getByRole('button', { name: '3 h · Massey' }).tap();
  await expect(page.getByText('Recorded: 3 h, Massey')).toBeVisible();
  const machine = () => send<EquipmentDetail>(farmer, `GET /equipment/${tractor._id}`);
  await expect.poll(async () => (await machine()).usageHours).toBe(6);
  expect((await send<ParcelDetail>(farmer, `GET ${at}`)).pesticideUsage).toMatchObject([
    { date: day(-20) },
    { date: day(0), product: 'Karate', amount: 0.2, unit: 'L' },
  ]);
  await page
    .getByRole('status')
    .locator('div', { hasText: /3 h, Massey/ })
    .getByRole('button', { name: 'Undo' })
    .last()
    .tap();
  await expect.poll(async () => (await machine()).usageHours).toBe(3);
});

/** Longer than the three lines that are shown at first. */
const LONG_POLICY = 'Terraces on slopes keep the soil in place when the long rains come. '.repeat(4);

const CROPS = ['Maize', 'Cabbage', 'Beans', 'Potato', 'Tomato', 'Maize', 'Sorghum', 'Kale', 'Onion'];

test('the dashboard of ten parcels is short and complete, and shows an approval', async ({
  page,
  farmer,
  official,
  send,
}) => {
  for (const [index, name] of CROPS.entries()) {
    const crop = { name, yield: 2, plantingDate: day(-30 - index), harvestDate: day(70 + index) };
    await addField(send, farmer, `Field ${index + 1}`, crop);
  }
  await addParcel(send, farmer, 'Far plot');
  const application = await send(farmer, 'POST /subsidies', {
    name: 'Drip kit',
    description: 'For the tomatoes.',
    amount: 18_000,
  });
  await send(farmer, 'POST /subsidies', { name: 'Seed', description: 'Bean seed.', amount: 4500 });
  await send(official, `PUT /government/subsidies/${application._id}`, { status: 'approved' });
  await Promise.all(
    ['Terraces', 'Water permits', 'Crop insurance'].map((title) =>
      send(official, 'POST /policies', { title, description: LONG_POLICY }),
    ),
  );
  await send(official, 'POST /messages', {
    recipientId: farmer.user._id,
    channelType: 'government-farmer',
    subject: 'Visit',
    content: 'We come on Monday.',
  });
  await signIn(page, farmer);
  for (const lang of ['en', 'sw']) {
    await page.context().addCookies([{ name: 'lang', value: lang, url: new URL(page.url()).origin }]);
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText(/Drip kit$/).first()).toBeVisible();
    await expect(
      page
        .locator('article')
        .filter({ hasText: /palilia|mbolea|weed|top-dress|pests/ })
        .first(),
    ).toBeVisible();
    await loadWholePage(page);
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    expect(height).toBeLessThanOrEqual(2400);
    await expectTouchable(page);
    expect(await layoutFaults(page)).toEqual([]);
  }
  // The longest form with the longest labels: its button stays in sight.
  await page.getByRole('navigation', { name: 'Shamba lako' }).getByText('Rekodi').tap();
  await sheet(page).getByRole('button', { name: 'Zao', exact: true }).tap();
  await expect(sheet(page).getByRole('button', { name: 'Ongeza Zao' })).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Escape');
  await page.context().addCookies([{ name: 'lang', value: 'en', url: new URL(page.url()).origin }]);
  await page.goto('/dashboard');
  await expect(today(page).getByRole('listitem')).toHaveCount(3);
  await expect(today(page).getByText('Your application was approved: Drip kit')).toBeVisible();
  await expect(page.getByRole('link', { name: /^View Details of / })).toHaveCount(10);
  await expect(page.getByRole('article', { name: 'Field 1' })).toContainText('day 31/101');
  await expect(page.getByRole('article', { name: 'Far plot' })).toContainText('nothing growing');
  const coming = page.getByRole('region', { name: 'What I have coming' });
  await expect(coming.getByRole('listitem')).toHaveText([/Drip kit.*KES.18,000.*approved/, /Seed.*pending/]);

  // The report on all ten: each parcel is a row that opens.
  await page.goto('/reports/sustainability');
  const row = page.getByRole('button', { name: /^Field 1/ });
  await expect(row).toBeVisible();
  await loadWholePage(page);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(3000);
  await expectTouchable(page);
  expect(await layoutFaults(page)).toEqual([]);
  await expect(page.getByRole('link', { name: 'Field 1' })).toBeHidden();
  await row.tap();
  await expect(page.getByRole('link', { name: 'Field 1' })).toBeVisible();
});
