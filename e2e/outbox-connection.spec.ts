/** Connections that hang, lie or flap, wrong clocks and killed tabs lose nothing and write no old value back. */
import type { EquipmentDetail } from '@ardhi/contract';
import { DAY_MS } from '@ardhi/contract/dates';
import type { Page } from '@playwright/test';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';
import {
  amountField,
  anyQueuedLink,
  countWaterSent,
  editParcel,
  openParcel,
  queuedLink,
  recordWater,
  saveSheet,
  sheet,
  submitWater,
  test,
  visitOnline,
} from './outbox-helpers.ts';
import { expect, logIn, onRecord, signIn, stopClock, tickUntil } from './test.ts';

const JSON_TYPE = 'application/json';

let proxy: FaultProxy;
test.beforeAll(async ({ baseURL }) => {
  proxy = await startFaultProxy(baseURL!);
});
test.beforeEach(() => proxy.set());
test.afterAll(() => proxy.close());
test.describe.configure({ mode: 'default' });

test('a connection that hangs: the form closes after 4 seconds, and a killed tab loses nothing @full', async ({
  page,
  context,
  parcel,
}) => {
  await page.clock.install();
  await openParcel(page, parcel, proxy.url);
  const saving = sheet(page).getByRole('button', { name: 'Saving...' });
  const sent = countWaterSent(context);

  proxy.set({ requests: /^POST \/api\/land\/.*\/water/ });
  await stopClock(page);
  await submitWater(page, '40');
  await tickUntil(page, async () => sent() === 1);
  await page.clock.runFor(3_900);
  await expect(saving).toBeVisible();
  await page.clock.runFor(100);
  await tickUntil(page, () => sheet(page).isHidden());
  await expect(page.getByText('Saved on this phone.')).toBeVisible();
  await expect(queuedLink(page, 1)).toBeVisible();

  // The next form closes at once and is sent at once. The tab is closed before a response: the change is on disk.
  await submitWater(page, '50');
  await tickUntil(page, async () => sent() === 2);
  await tickUntil(page, () => sheet(page).isHidden());
  await page.close();
  expect((await parcel.read()).waterCount).toBe(0);
  proxy.set();
  const again = await context.newPage();
  await again.goto(proxy.url + parcel.path);
  await expect.poll(async () => (await parcel.read()).totalWater, { timeout: 20_000 }).toBe(90);
  await expect(anyQueuedLink(again)).toBeHidden();
  expect((await parcel.read()).waterCount).toBe(2);
});

test('a connection that lies: responses of a gateway or a hotspot complete and discard nothing @full', async ({
  page,
  context,
  parcel,
  send,
}) => {
  await send(parcel.owner, `POST ${parcel.path}/water`, { date: '2026-04-01', amount: 100 });
  await openParcel(page, parcel, proxy.url);

  // An open form shows the gateway's message and keeps its input.
  const gateway = { status: '404 Not Found', type: JSON_TYPE, body: '{"message":"Gateway says no."}' };
  proxy.set({ requests: /^(POST|DELETE) /, answer: gateway });
  await submitWater(page, '40');
  await expect(sheet(page).getByText('Gateway says no.')).toBeVisible();
  await expect(amountField(page)).toHaveValue('40');
  proxy.set();
  await saveSheet(page);
  await expect(sheet(page)).toBeHidden();

  // A 404 from a gateway does not complete a queued deletion.
  await context.setOffline(true);
  await onRecord(page, 'Delete', 'Water Usage', '100');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(queuedLink(page, 1)).toBeVisible();
  proxy.set({ requests: /^(POST|DELETE) /, answer: gateway });
  const before = proxy.asked();
  await context.setOffline(false);
  await expect.poll(() => proxy.asked() - before).toBeGreaterThan(2);
  await expect(queuedLink(page, 1)).toBeVisible();
  expect((await parcel.read()).waterCount).toBe(2);
  // An HTML page instead of a response counts as offline.
  const portal = { status: '200 OK', type: 'text/html', body: '<html>Pay here</html>' };
  proxy.set({ requests: / \/api\//, answer: portal });
  await page.goto(`${proxy.url}/sync`);
  await expect(page.getByText('No network', { exact: true })).toBeVisible();
  proxy.set();
  await expect.poll(async () => (await parcel.read()).waterCount, { timeout: 30_000 }).toBe(1);
  await expect(page.getByText('Everything has been sent')).toBeVisible();

  // A 401 from any source leads to the login. The saved copy stays for its owner.
  const databases = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
  expect(await databases()).toContain(`ardhi-kept-${parcel.owner.user._id}`);
  const refusal = { status: '401 Unauthorized', type: JSON_TYPE, body: '{}' };
  proxy.set({ requests: / \/api\/auth\/profile/, answer: refusal });
  await page.reload();
  await expect(page).toHaveURL(/\/login/);
  expect(await page.evaluate(() => localStorage.token ?? localStorage.user)).toBeUndefined();
  expect(await databases()).toContain(`ardhi-kept-${parcel.owner.user._id}`);
  proxy.set();
  await logIn(page, parcel.owner);
  await expect(page).toHaveURL(/\/dashboard/);
  expect(await databases()).toContain(`ardhi-kept-${parcel.owner.user._id}`);
});

test('a firewall that refuses one change holds up no other, and the list says why', async ({
  page,
  context,
  parcel,
}) => {
  await openParcel(page, parcel, proxy.url);
  await context.setOffline(true);
  await editParcel(page, { Name: 'Juu kabisa' });
  await recordWater(page, '40');
  const blocked = { status: '403 Forbidden', type: 'text/html', body: '<h1>Blocked</h1>' };
  // The request with both changes is refused, too: the phone finds the refused one by sending each alone.
  proxy.set({ requests: /^(PUT \/api\/land\/|POST \/api\/sync)/, answer: blocked });
  await context.setOffline(false);
  await expect.poll(async () => (await parcel.read()).totalWater, { timeout: 20_000 }).toBe(40);
  await page.goto(`${proxy.url}/sync`);
  await expect(
    page.getByText('Something between this phone and Ardhi refuses this change.', { exact: false }),
  ).toBeVisible();
  proxy.set();
  // A new start retries at once.
  await page.reload();
  await expect(page.getByText('Everything has been sent')).toBeVisible();
  expect((await parcel.read()).name).toBe('Juu kabisa');
});

test.describe('cached files', () => {
  test.use({ serviceWorkers: 'allow' });

  test('a network that returns its own page for files: none of it is cached, and every page opens later', async ({
    page,
    context,
    farmer,
  }) => {
    await signIn(page, farmer, proxy.url);
    await page.goto(`${proxy.url}/dashboard`);
    await page.evaluate(() => navigator.serviceWorker.ready);
    const fill = () =>
      page.evaluate(async () => {
        const { active } = await navigator.serviceWorker.ready;
        active!.postMessage('keep-farmer-pages');
      });
    const isComplete = () => page.evaluate(async () => (await caches.match('/kept/farmer')) !== undefined);
    await expect.poll(isComplete, { timeout: 30_000 }).toBe(true);
    const FILES = 'ardhi-files';
    await page.evaluate(async (name) => {
      const files = await caches.open(name);
      for (const request of (await files.keys()).slice(-30)) await files.delete(request);
      await files.delete('/kept/farmer');
    }, FILES);
    // Genuine files in the browser's own cache would be used without a request.
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.clearBrowserCache');
    const portal = { status: '200 OK', type: 'text/html', body: '<h1>Pay here</h1>' };
    proxy.set({ requests: /^GET \/assets\//, answer: portal });
    await fill();
    await expect.poll(() => proxy.forged()).toBeGreaterThan(5);
    const forgedFiles = () =>
      page.evaluate(async (name) => {
        const files = await caches.open(name);
        const found = await Promise.all((await files.keys()).map((request) => files.match(request)));
        return found.filter((one) => one!.headers.get('Content-Type')?.includes('html')).length;
      }, FILES);
    expect(await forgedFiles()).toBe(0);
    expect(await isComplete()).toBe(false);
    proxy.set();
    await fill();
    await expect.poll(isComplete, { timeout: 30_000 }).toBe(true);
    expect(await forgedFiles()).toBe(0);
    await context.setOffline(true);
    await page.goto(`${proxy.url}/equipment`);
    await expect(page.getByRole('heading', { level: 1, name: 'Equipment' })).toBeVisible();
  });

  test('a page that a network in between had put in place of a file is replaced after the failed import @full', async ({
    page,
    farmer,
  }) => {
    await signIn(page, farmer, proxy.url);
    await page.goto(`${proxy.url}/dashboard`);
    await page.evaluate(() => navigator.serviceWorker.ready);
    const isComplete = () => page.evaluate(async () => (await caches.match('/kept/farmer')) !== undefined);
    await expect.poll(isComplete, { timeout: 30_000 }).toBe(true);
    await page.evaluate(async () => {
      const files = await caches.open('ardhi-files');
      const page = (await files.keys()).find(({ url }) => url.includes('/equipment-page-'))!;
      await files.put(page, new Response('<h1>Pay here</h1>', { headers: { 'Content-Type': 'text/html' } }));
    });
    await page.goto(`${proxy.url}/equipment`);
    await expect(page.getByText('This page could not be loaded')).toBeVisible();
    await expect(page.getByRole('link', { name: 'See changes that are not sent yet' })).toBeVisible();
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Equipment' })).toBeVisible();
  });
});

test('a connection that flaps is retried rarely, and queued changes are sent when it is stable @full', async ({
  page,
  context,
  parcel,
}) => {
  await page.clock.install();
  await openParcel(page, parcel, proxy.url);
  await context.setOffline(true);
  await recordWater(page, '40');
  const before = proxy.asked();
  const portal = { status: '511 No', type: 'text/html', body: '' };
  proxy.set({ requests: /^(POST|GET) \/api\/(land|events)/, answer: portal });
  for (let flip = 0; flip < 40; flip++) {
    await context.setOffline(flip % 2 === 1);
    await page.clock.runFor(500);
  }
  // 20 seconds of the page's clock in total.
  expect(proxy.asked() - before).toBeLessThanOrEqual(15);
  proxy.set();
  await context.setOffline(false);
  await expect(async () => {
    await page.clock.runFor(10_000);
    expect((await parcel.read()).totalWater).toBe(40);
  }).toPass();
});

test('neither a wrong clock nor an old form writes old values back; a small phone shows queued changes @full', async ({
  page,
  context,
  baseURL,
  parcel,
  send,
}) => {
  const { owner, path } = parcel;
  const pump = await send(owner, 'POST /equipment', { name: 'Pump', type: 'Pump' });
  await page.clock.setSystemTime(Date.now() + 2 * DAY_MS);
  await signIn(page, owner);
  await visitOnline(page, [`/equipment/${pump._id}`, path]);
  const openForm = (tab: Page) => tab.getByRole('button', { name: 'Edit', exact: true }).first().click();
  const save = async (tab: Page, label: string, value: string) => {
    await tab.getByLabel(label).first().fill(value);
    await tab.getByRole('button', { name: 'Save Changes' }).click();
    await expect(tab.getByRole('button', { name: /^(Save Changes|Saving\.\.\.)$/ })).toBeHidden();
  };

  await test.step('an edit with a clock two days ahead, which is put right before another device edits', async () => {
    await openForm(page);
    await save(page, 'Name', 'Juu kabisa');
    await expect.poll(async () => (await parcel.read()).name).toBe('Juu kabisa');
    await page.clock.setSystemTime(Date.now());
    const elsewhere = { name: 'Bonde', size: 7 };
    await parcel.edit(elsewhere);
    await expect(page.getByRole('heading', { level: 1, name: 'Bonde' })).toBeVisible();
    await openForm(page);
    await save(page, 'Location Address', 'Molo, Nakuru County');
    expect(await parcel.read()).toMatchObject({ ...elsewhere, location: { address: 'Molo, Nakuru County' } });
  });

  await test.step('two tabs without a network, both forms opened before', async () => {
    const second = await context.newPage();
    await second.goto(path);
    await openForm(second);
    await openForm(page);
    await context.setOffline(true);
    await save(page, 'Name', 'Jina jipya');
    await save(second, 'Size', '9');
    await context.setOffline(false);
    await expect.poll(parcel.read, { timeout: 20_000 }).toMatchObject({ name: 'Jina jipya', size: 9 });
    await second.close();
  });

  await test.step('360 pixels in Kiswahili', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await context.addCookies([{ name: 'lang', value: 'sw', url: baseURL! }]);
    await page.goto(`/equipment/${pump._id}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Pump' })).toBeVisible();
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Rekodi saa' }).first().click();
    await amountField(page).fill('4');
    await sheet(page).locator('button[type=submit]').click();
    await expect(sheet(page)).toBeHidden();
    await expect(page.getByText('Inasubiri kutumwa').first()).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await context.setOffline(false);
    const machine = () => send<EquipmentDetail>(owner, `GET /equipment/${pump._id}`);
    await expect.poll(machine, { timeout: 20_000 }).toMatchObject({ usageHours: 4 });
  });
});
