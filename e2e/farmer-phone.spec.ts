/** Daily use on a small screen: frequent actions are close, pages are short, and the bar covers nothing. */
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { rectangle, setBoundary, uniqueOrigin, withoutWebGl } from './boundaries-helpers.ts';
import { layoutFaults } from './layout-faults.ts';
import { sheet } from './outbox-helpers.ts';
import { addParcel, day, expect, expectNoAxeFindings, register, sendWith, signIn, test } from './test.ts';
import { expectTouchable } from './touch-targets.ts';
import { loadWholePage } from './whole-page.ts';

const PHONE = { width: 360, height: 740 };
test.use({ viewport: PHONE, hasTouch: true });

const FIELDS = ['Home field', 'Hill terraces', 'Potato block', 'Napier strip', 'Wheat field', 'Tomato field'];

/** A busy farm: seven parcels, records of every kind, and pending items on every screen. */
async function seedBusyFarm(request: APIRequestContext) {
  const [farmer, official] = [await register(request, 'farmer'), await register(request, 'government')];
  const sendAs = sendWith(request);
  const send = (path: string, data: object, person = farmer) => sendAs(person, `POST ${path}`, data);
  const [first] = await Promise.all(
    [...FIELDS, 'Kitchen garden'].map(async (name) => {
      const parcel = await addParcel(sendAs, farmer, name);
      const crop = { name: 'Maize', plantingDate: day(-150), harvestDate: day(-20), yield: 3 };
      await send(`/land/${parcel._id}/crops`, crop);
      return parcel;
    }),
  );
  const land = `/land/${first!._id}`;
  const crops = ['Beans', 'Maize', 'Sweet potato', 'Beans', 'Kale'].map((name, index) => ({
    name,
    plantingDate: day(-700 + 100 * index),
    harvestDate: day(-600 + 100 * index),
    yield: 2,
  }));
  await Promise.all([
    ...crops.map((crop) => send(`${land}/crops`, crop)),
    send(`${land}/crops`, { name: 'Cowpea', plantingDate: day(-30), harvestDate: day(60), yield: 1.2 }),
    ...[3, 40, 80, 120].map((ago) => send(`${land}/water`, { date: day(-ago), amount: 4000 })),
    ...[5, 45, 150, 220, 300].map((ago) =>
      send(`${land}/fertilizer`, { date: day(-ago), type: 'DAP', amount: 100 }),
    ),
    send(`${land}/pesticides`, { date: day(-60), product: 'Roundup', amount: 1.5, unit: 'L' }),
    setBoundary(sendAs, farmer, first!, rectangle(uniqueOrigin(), 0, 0, 10, 10)),
  ]);
  const tractor = await send('/equipment', { name: 'Massey Ferguson 240', type: 'Tractor' });
  await send(`/equipment/${tractor._id}/maintenance`, {
    date: day(-400),
    kind: 'service',
    description: 'Oil and filter',
    nextDueDate: day(-5),
  });
  await send('/equipment', { name: 'Old plough', type: 'Plough', status: 'retired' });
  const application = await send('/subsidies', { name: 'Seed', description: 'Maize seed.', amount: 12_000 });
  await sendAs(official, `PUT /government/subsidies/${application._id}`, { status: 'approved' });
  const letter = {
    recipientId: farmer.user._id,
    channelType: 'government-farmer',
    content: 'We come on Monday.',
  };
  await Promise.all([
    ...['Terraces', 'Water permits', 'Crop insurance', 'Early warning'].map((title) =>
      send('/policies', { title, description: 'Who farms a slope builds terraces. '.repeat(5) }, official),
    ),
    ...['Visit', 'Seed', 'Rain', 'Welcome'].map((subject) =>
      send('/messages', { ...letter, subject }, official),
    ),
  ]);
  return { farmer, official, land };
}

const bar = (page: Page) => page.getByRole('navigation', { name: /^(Your farm|Shamba lako)$/ });
const inBar = (page: Page, name: string) => bar(page).locator('> *').filter({ hasText: name });

/** Name of each job in the sheet, and the submit button of its form. */
const JOBS: [job: string, submit: string][] = [
  ['Crop', 'Add Crop'],
  ['Water', 'Save'],
  ['Fertilizer', 'Add Fertilizer'],
  ['Pesticide', 'Save'],
  ['Harvest', 'Confirm harvest'],
  ['Machine hours', 'Add hours'],
];

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(bar(page)).toBeVisible();
}

async function heightOf(page: Page): Promise<number> {
  await loadWholePage(page);
  return page.evaluate(() => document.documentElement.scrollHeight);
}

async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 25; presses += 1) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => document.activeElement?.textContent?.trim());
    if (focused?.startsWith(name)) return;
  }
  throw new Error(`${name} is not reached by the keyboard`);
}

let farm: Awaited<ReturnType<typeof seedBusyFarm>>;
test.describe.configure({ mode: 'default' });
test.beforeAll(async ({ request }) => {
  farm = await seedBusyFarm(request);
});

test('what is done every day is two taps away @full', async ({ page }) => {
  await signIn(page, farm.farmer);
  await open(page, '/dashboard');
  for (const [job, submit] of JOBS) {
    await inBar(page, 'Record').tap();
    await sheet(page).getByRole('button', { name: job, exact: true }).tap();
    await expect(sheet(page).getByRole('button', { name: submit, exact: true })).toBeInViewport();
    await page.keyboard.press('Escape');
    await expect(sheet(page)).toHaveCount(0);
  }
  await inBar(page, 'Messages').tap();
  await page.getByRole('button', { name: 'New Message' }).tap();
  await expect(page.getByLabel('Recipient')).toBeVisible();

  // The form saves, shows a toast above the bar, and lists the last used parcel first.
  await inBar(page, 'Record').tap();
  await sheet(page).getByRole('button', { name: 'Water', exact: true }).tap();
  await sheet(page).getByLabel('On which parcel?').selectOption('Wheat field');
  await sheet(page).getByLabel('Amount (litres)').fill('100');
  await sheet(page).getByLabel('Unit').selectOption('litres/acre');
  await expect(sheet(page).getByText('= 200 litres')).toBeVisible();
  await sheet(page).getByRole('button', { name: 'Save' }).tap();
  const toast = page.getByRole('status').getByText('Water recorded');
  await expect(toast).toBeVisible();
  const [above, below] = [await toast.boundingBox(), await bar(page).boundingBox()];
  expect(above!.y + above!.height).toBeLessThanOrEqual(below!.y);
  await inBar(page, 'Record').tap();
  await sheet(page).getByRole('button', { name: 'Fertilizer', exact: true }).tap();
  await expect(sheet(page).getByLabel('On which parcel?').locator('option').first()).toHaveText(
    'Wheat field',
  );
  await page.keyboard.press('Escape');

  // A retired machine is not offered for recording hours.
  await inBar(page, 'Record').tap();
  await sheet(page).getByRole('button', { name: 'Machine hours' }).tap();
  await expect(sheet(page).getByLabel('Which machine?').locator('option')).toHaveText([
    'Massey Ferguson 240',
  ]);
  await page.keyboard.press('Escape');
  await inBar(page, 'More').tap();
  await sheet(page).getByRole('link', { name: 'Equipment' }).tap();
  await expect(page.getByRole('button', { name: 'Record hours of Old plough' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Record hours.*Massey/ })).toBeVisible();
});

test('the Record sheet answers before its code is there, and a land card opens as a whole', async ({
  page,
}) => {
  await signIn(page, farm.farmer);
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/assets\/record-sheet[^/]*\.js/, async (route) => {
    await isReleased;
    await route.continue();
  });
  await open(page, '/land');
  await inBar(page, 'Record').tap();
  await expect(page.locator('.dialog[aria-busy=true]')).toBeInViewport();
  release();
  await expect(sheet(page).getByRole('button', { name: 'Water', exact: true })).toBeVisible();
  await expect(page.locator('.dialog[aria-busy=true]')).toHaveCount(0);
  await page.keyboard.press('Escape');

  // In the middle of the card, away from its links.
  const card = page.getByRole('article').first();
  const name = await card.getByRole('heading').innerText();
  const { x, y, width, height } = (await card.boundingBox())!;
  await page.touchscreen.tap(x + width / 2, y + height / 2);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
});

test('what is done every day is reached by keyboard @full', async ({ page }) => {
  await signIn(page, farm.farmer);
  await open(page, '/dashboard');
  await tabTo(page, 'Record');
  for (const [job, submit] of JOBS) {
    await page.keyboard.press('Enter');
    await expect(sheet(page)).toBeVisible();
    // The first job has the focus already.
    if (job !== 'Crop') await tabTo(page, job);
    await page.keyboard.press('Enter');
    await expect(sheet(page).getByRole('button', { name: submit, exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(inBar(page, 'Record')).toBeFocused();
  }
  await tabTo(page, 'Messages');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/messages');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('the bar lies over nothing, and is not there where it is not needed @full', async ({ page }) => {
  await signIn(page, farm.farmer);
  for (const path of ['/land?add=1', '/subsidies/apply', '/messages?new=1', '/account']) {
    await open(page, path);
    const covered = await page.locator('main button[type=submit]').evaluateAll((buttons) => {
      const top = document.querySelector('.bottom-bar')!.getBoundingClientRect().top;
      return buttons.filter((button) => {
        (button as HTMLElement).focus();
        return button.getBoundingClientRect().bottom > top;
      }).length;
    });
    expect(covered, path).toBe(0);
    // The end of the page can be scrolled above the bar.
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    const gap = await page.evaluate(
      () =>
        document.querySelector('.bottom-bar')!.getBoundingClientRect().top -
        document.querySelector('footer')!.getBoundingClientRect().bottom,
    );
    expect(gap, path).toBeGreaterThanOrEqual(0);
  }

  // One on-screen keyboard shrinks the window, another one only the visual viewport.
  await open(page, '/messages?new=1');
  await page.getByLabel('Message', { exact: true }).focus();
  await page.setViewportSize({ ...PHONE, height: 420 });
  await expect(bar(page)).toBeHidden();
  await page.setViewportSize(PHONE);
  await expect(bar(page)).toBeVisible();
  const showKeyboard = (height: number) =>
    page.evaluate((seen) => {
      Object.defineProperty(visualViewport!, 'height', { value: seen, configurable: true });
      visualViewport!.dispatchEvent(new Event('resize'));
    }, height);
  await showKeyboard(420);
  await expect(bar(page)).toBeHidden();
  await showKeyboard(740);
  await expect(bar(page)).toBeVisible();

  await page.setViewportSize({ width: 1024, height: 800 });
  await expect(page.locator('.bottom-bar')).toHaveCount(0);
  await page.goto('/equipment');
  await bar(page).getByRole('button', { name: 'Record', exact: true }).click();
  await expect(sheet(page).getByRole('button', { name: 'Water', exact: true })).toBeVisible();
  await page.setViewportSize(PHONE);
  await signIn(page, farm.official);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('.bottom-bar')).toBeVisible();
  await page.goto('/');
  await expect(page.locator('.bottom-bar')).toHaveCount(0);
  // Next to the sync indicator only the logo symbol remains, and it is large enough for a thumb.
  await page.locator('.menu-button').evaluate((button) => button.classList.add('bar-sync'));
  await expect(page.locator('.logo-word')).toHaveCSS('position', 'absolute');
  const home = page.getByRole('banner').getByRole('link', { name: 'Ardhi' });
  expect((await home.boundingBox())!.width).toBeGreaterThanOrEqual(44);
});

test('turning a tablet discards nothing that was typed', async ({ page }) => {
  const landscape = { width: 1280, height: 800 };
  await page.setViewportSize(landscape);
  await signIn(page, farm.farmer);
  /** In both directions: on some pages only a wide screen shows a part at once. */
  const expectKept = async (field: Locator, text: string) => {
    await field.fill(text);
    for (const size of [PHONE, landscape]) {
      await page.setViewportSize(size);
      await expect(field).toHaveValue(text);
    }
  };
  await page.goto('/account');
  await expectKept(page.getByLabel('New password'), 'secret-of-the-hills');
  await expectKept(page.getByRole('textbox', { name: 'Name', exact: true }), 'Wanjiku of Njoro');
  await page.goto(farm.land);
  await page.getByRole('button', { name: 'Add Crop' }).first().click();
  await expectKept(sheet(page).getByLabel('Crop Name'), 'Cassava');
  await page.goto('/messages/office');
  await expectKept(page.getByRole('textbox').last(), 'Our river is dry.');
});

test('pages are short and sound, in both languages and themes @full', async ({ page }) => {
  await withoutWebGl(page);
  await signIn(page, farm.farmer);
  await open(page, '/dashboard');
  const today = page.getByRole('region', { name: 'Today’s tasks and news' });
  await expect(today.getByRole('listitem')).toHaveText([
    /^To do by .*Weed the cowpeas/,
    /Your application was approved: Seed.*Open$/,
    /Service due: Massey Ferguson 240.*Open$/,
  ]);
  await expect(page.getByRole('link', { name: /^View Details of / })).toHaveCount(7);
  const policies = page.getByRole('region', { name: 'Government policies' });
  await expect(policies.getByRole('listitem')).toHaveCount(2);
  expect(await heightOf(page)).toBeLessThanOrEqual(2800);
  await policies.getByRole('button', { name: /^Show all/ }).click();
  expect(await policies.getByRole('listitem').count()).toBeGreaterThan(2);

  await open(page, farm.land);
  expect(await heightOf(page)).toBeLessThanOrEqual(3298);
  for (const section of ['Records', 'Score', 'Map', 'Overview']) {
    await page.getByRole('navigation', { name: 'Parts of this page' }).getByText(section).tap();
    await expect(page).toHaveURL(new RegExp(`#${section.toLowerCase()}$`));
    await expect(page.locator(`#${section.toLowerCase()}`)).toBeInViewport();
  }
  const history = page.getByRole('region', { name: 'Crop History' });
  const [above, below] = [
    await history.boundingBox(),
    await page.getByText('The seven parts of the score').boundingBox(),
  ];
  expect(above!.y).toBeLessThan(below!.y);
  await history.getByRole('button', { name: /^Actions for Cowpea/ }).tap();
  await page.getByRole('menuitem', { name: 'Correct' }).tap();
  await expect(sheet(page).getByLabel('Crop Name')).toHaveValue('Cowpea');
  await page.keyboard.press('Escape');

  for (const lang of ['en', 'sw']) {
    await page.context().addCookies([{ name: 'lang', value: lang, url: new URL(page.url()).origin }]);
    for (const path of ['/dashboard', farm.land, '/subsidies/apply']) {
      await open(page, path);
      await heightOf(page);
      await expectTouchable(page);
      expect(await layoutFaults(page), `${path} ${lang}`).toEqual([]);
    }
    for (const name of ['record', 'more']) {
      await bar(page)
        .getByRole('button')
        .nth(name === 'record' ? 0 : 1)
        .tap();
      await expect(sheet(page)).toBeVisible();
      await expectNoAxeFindings(page, 'dialog');
      if (name === 'record') {
        await sheet(page).getByRole('listitem').nth(1).getByRole('button').tap();
        await expect(sheet(page).locator('form')).toBeVisible();
        await expectNoAxeFindings(page, 'dialog');
      }
      await page.keyboard.press('Escape');
    }
  }
});
