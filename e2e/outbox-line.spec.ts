/** What lies between the phone and the server hangs, lies and flaps; clocks are set, tabs die. Nothing is lost or written back. */
import type { EquipmentDetail, ParcelDetail } from '@ardhi/contract';
import { DAY_MS } from '@ardhi/contract/dates';
import type { Page } from '@playwright/test';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';
import {
  addParcel,
  anyWaiting,
  get,
  lookAt,
  post,
  recordWater,
  sheet,
  waitingLink,
} from './outbox-helpers.ts';
import { expect, headersOf, PASSWORD, register, signIn, stopClock, test, tickUntil } from './test.ts';

const JSON_TYPE = 'application/json';

let line: FaultProxy;
test.beforeAll(async ({ baseURL }) => {
  line = await startFaultProxy(baseURL!);
});
test.beforeEach(() => line.set());
test.afterAll(() => line.close());
test.describe.configure({ mode: 'default' });

async function fillWater(page: Page, litres: string): Promise<void> {
  await page.getByRole('button', { name: 'Record Water Usage' }).first().click();
  await sheet(page).locator('input[inputmode=decimal]').first().fill(litres);
  await sheet(page).getByRole('button', { name: 'Save', exact: true }).click();
}

test('a line that hangs: the form closes after 4 seconds, a tab that is killed meanwhile has lost nothing @full', async ({
  page,
  request,
  context,
}) => {
  const person = await register(request, 'farmer');
  const parcel = await addParcel(request, person, 'Juu');
  await page.clock.install();
  await signIn(page, person, line.url);
  await lookAt(page, [`${line.url}/land/${parcel._id}`]);
  const stored = () => get<ParcelDetail>(request, person, `/land/${parcel._id}`);
  const saving = sheet(page).getByRole('button', { name: 'Saving...' });
  let sent = 0;
  page.on('request', (one) => {
    if (one.method() === 'POST' && one.url().endsWith('/water')) sent += 1;
  });

  line.set({ requests: /^POST \/api\/land\/.*\/water/ });
  await stopClock(page);
  await fillWater(page, '40');
  await tickUntil(page, async () => sent === 1);
  await page.clock.runFor(3_900);
  await expect(saving).toBeVisible();
  await page.clock.runFor(100);
  await tickUntil(page, () => sheet(page).isHidden());
  await expect(page.getByText('Kept on this phone.')).toBeVisible();
  await expect(waitingLink(page, 1)).toBeVisible();

  // A second one, and the tab is gone while its form is still busy.
  // It is on disk before it is sent.
  await fillWater(page, '50');
  await tickUntil(page, async () => sent === 2);
  await expect(saving).toBeVisible();
  await page.close();
  expect((await stored()).waterCount).toBe(0);
  line.set();
  const again = await context.newPage();
  await again.goto(`${line.url}/land/${parcel._id}`);
  await expect.poll(async () => (await stored()).totalWater, { timeout: 20_000 }).toBe(90);
  await expect(anyWaiting(again)).toBeHidden();
  expect((await stored()).waterCount).toBe(2);
});

test('a line that lies: what a gateway or a hotspot says marks nothing as done and throws nothing away @full', async ({
  page,
  request,
  context,
}) => {
  const person = await register(request, 'farmer');
  const parcel = await addParcel(request, person, 'Juu');
  await post(request, person, `/land/${parcel._id}/water`, { date: '2026-04-01', amount: 100 });
  const stored = () => get<ParcelDetail>(request, person, `/land/${parcel._id}`);
  await signIn(page, person, line.url);
  await lookAt(page, [`${line.url}/land/${parcel._id}`]);

  // In an open form its text is shown, and the form keeps what was filled in.
  const gateway = { status: '404 Not Found', type: JSON_TYPE, body: '{"message":"Gateway says no."}' };
  line.set({ requests: /^(POST|DELETE) /, answer: gateway });
  await fillWater(page, '40');
  await expect(sheet(page).getByText('Gateway says no.')).toBeVisible();
  await expect(sheet(page).locator('input[inputmode=decimal]').first()).toHaveValue('40');
  line.set();
  await sheet(page).getByRole('button', { name: 'Save', exact: true }).click();
  await expect(sheet(page)).toBeHidden();

  // A deletion that waits is not done because a gateway does not know it.
  await context.setOffline(true);
  await page
    .getByRole('button', { name: /^Delete 100/ })
    .first()
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(waitingLink(page, 1)).toBeVisible();
  line.set({ requests: /^(POST|DELETE) /, answer: gateway });
  const before = line.asked();
  await context.setOffline(false);
  await expect.poll(() => line.asked() - before).toBeGreaterThan(2);
  await expect(waitingLink(page, 1)).toBeVisible();
  expect((await stored()).waterCount).toBe(2);
  // A page in its place is no connection.
  line.set({
    requests: / \/api\//,
    answer: { status: '200 OK', type: 'text/html', body: '<html>Pay here</html>' },
  });
  await page.goto(`${line.url}/sync`);
  await expect(page.getByText('No network', { exact: true })).toBeVisible();
  line.set();
  await expect.poll(async () => (await stored()).waterCount, { timeout: 30_000 }).toBe(1);
  await expect(page.getByText('Everything is sent')).toBeVisible();

  // A 401 leads to the login, whoever says it; the copy stays for its owner.
  const databases = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
  expect(await databases()).toContain(`ardhi-kept-${person.user._id}`);
  line.set({
    requests: / \/api\/auth\/profile/,
    answer: { status: '401 Unauthorized', type: JSON_TYPE, body: '{}' },
  });
  await page.reload();
  await expect(page).toHaveURL(/\/login/);
  expect(await page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('user')])).toEqual([
    null,
    null,
  ]);
  expect(await databases()).toContain(`ardhi-kept-${person.user._id}`);
  line.set();
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(/\/dashboard/);
  expect(await databases()).toContain(`ardhi-kept-${person.user._id}`);
});

test('a line that flaps is asked seldom, and what waits is sent when it holds @full', async ({
  page,
  request,
  context,
}) => {
  const person = await register(request, 'farmer');
  const parcel = await addParcel(request, person, 'Juu');
  await page.clock.install();
  await signIn(page, person, line.url);
  await lookAt(page, [`${line.url}/land/${parcel._id}`]);
  await context.setOffline(true);
  await recordWater(page, '40');
  const before = line.asked();
  line.set({
    requests: /^(POST|GET) \/api\/(land|events)/,
    answer: { status: '511 No', type: 'text/html', body: '' },
  });
  for (let flip = 0; flip < 40; flip++) {
    await context.setOffline(flip % 2 === 1);
    await page.clock.runFor(500);
  }
  // Twenty seconds of the page's clock in all.
  expect(line.asked() - before).toBeLessThanOrEqual(15);
  line.set();
  await context.setOffline(false);
  await expect(async () => {
    await page.clock.runFor(10_000);
    expect((await get<ParcelDetail>(request, person, `/land/${parcel._id}`)).totalWater).toBe(40);
  }).toPass();
});

test('no clock and no form that was opened earlier writes old values back; a small phone shows what waits @full', async ({
  page,
  request,
  context,
  baseURL,
}) => {
  const person = await register(request, 'farmer');
  const parcel = await addParcel(request, person, 'Juu');
  const pump = await post(request, person, '/equipment', { name: 'Pump', type: 'Pump' });
  await page.clock.setSystemTime(Date.now() + 2 * DAY_MS);
  await signIn(page, person);
  await lookAt(page, [`/equipment/${pump._id}`, `/land/${parcel._id}`]);
  const stored = () => get<ParcelDetail>(request, person, `/land/${parcel._id}`);
  const openForm = (tab: Page) => tab.getByRole('button', { name: 'Edit', exact: true }).first().click();
  const save = async (tab: Page, label: string, value: string) => {
    await tab.getByLabel(label).first().fill(value);
    await tab.getByRole('button', { name: 'Save Changes' }).click();
    await expect(tab.getByRole('button', { name: /^(Save Changes|Saving\.\.\.)$/ })).toBeHidden();
  };

  await test.step('an edit with a clock two days ahead, which is put right before another device edits', async () => {
    await openForm(page);
    await save(page, 'Name', 'Juu kabisa');
    await expect.poll(async () => (await stored()).name).toBe('Juu kabisa');
    await page.clock.setSystemTime(Date.now());
    const elsewhere = { name: 'Bonde', size: 7 };
    await request.put(`/api/land/${parcel._id}`, { headers: headersOf(person), data: elsewhere });
    await expect(page.getByRole('heading', { level: 1, name: 'Bonde' })).toBeVisible();
    await openForm(page);
    await save(page, 'Location Address', 'Molo, Nakuru County');
    expect(await stored()).toMatchObject({ ...elsewhere, location: { address: 'Molo, Nakuru County' } });
  });

  await test.step('two tabs without a network, both forms opened before', async () => {
    const second = await context.newPage();
    await second.goto(`/land/${parcel._id}`);
    await openForm(second);
    await openForm(page);
    await context.setOffline(true);
    await save(page, 'Name', 'Jina jipya');
    await save(second, 'Size', '9');
    await context.setOffline(false);
    await expect.poll(stored, { timeout: 20_000 }).toMatchObject({ name: 'Jina jipya', size: 9 });
    await second.close();
  });

  await test.step('360 pixels in Kiswahili', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await context.addCookies([{ name: 'lang', value: 'sw', url: baseURL! }]);
    await page.goto(`/equipment/${pump._id}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Pump' })).toBeVisible();
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Rekodi saa' }).first().click();
    await sheet(page).locator('input[inputmode=decimal]').first().fill('4');
    await sheet(page).locator('button[type=submit]').click();
    await expect(sheet(page)).toBeHidden();
    await expect(page.getByText('Inasubiri kutumwa').first()).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await context.setOffline(false);
    await expect
      .poll(async () => (await get<EquipmentDetail>(request, person, `/equipment/${pump._id}`)).usageHours, {
        timeout: 20_000,
      })
      .toBe(4);
  });
});
