/**
 * Mobile data of a day of field work after the first visit: open the app, view and record on three parcels, reply to a
 * message, read a policy, and refresh the offline copy. Counts all bytes of a real browser in both directions, without
 * TLS, whose handshake would add about 5 KB.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { addDays, TIME_ZONE, today } from '@ardhi/contract/dates';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { type Farm, restartableServer, seedFarm, signInAt, waitUntilPersisted } from '../e2e/seeded-farm.ts';
import playwright, { FULL_BROWSER } from '../playwright.config.ts';
import { type NetworkProxy, type NetworkSpeed, startNetworkProxy } from './lib/network-proxy.ts';
import { report } from './lib/report.ts';

const phone = { viewport: { width: 360, height: 740 }, locale: 'en-KE', timezoneId: TIME_ZONE };
/** The offline copy is refreshed within this time after the last change. */
const REFRESH_MS = 26_000;

const kilobytes = ({ up, down }: { up: number; down: number }) => (up + down) / 1024;
const day = (offset: number) => addDays(today(), offset);

/** DATA_USE=long prints every request of the day with its size. */
function listRequests(page: Page): void {
  if (process.env.DATA_USE !== 'long') return;
  page.on('requestfinished', async (request) => {
    const sizes = await request.sizes().catch(() => undefined);
    if (!sizes || request.url().startsWith('data:')) return;
    const { requestHeadersSize, requestBodySize, responseHeadersSize, responseBodySize } = sizes;
    const status = (await request.response())?.status();
    console.log(
      `${request.method()} ${new URL(request.url()).pathname} ${status}: up ${requestHeadersSize}+${requestBodySize}, down ${responseHeadersSize}+${responseBodySize}`,
    );
  });
}

/** Backdates the offline copy by 12 hours, so that all of it is refetched. */
async function ageOfflineCopy(context: BrowserContext, { url }: NetworkProxy, farm: Farm): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${url}/api/health`);
  await page.evaluate(`new Promise((resolve) => {
    const opening = indexedDB.open('ardhi-kept-${farm.user._id}');
    opening.onsuccess = () => {
      const change = opening.result.transaction(['answers', 'parts'], 'readwrite');
      for (const name of ['answers', 'parts']) {
        const rows = change.objectStore(name);
        rows.getAll().onsuccess = ({ target }) => {
          for (const row of target.result) rows.put({ ...row, at: row.at - 12 * 3600_000 });
        };
      }
      change.oncomplete = () => (opening.result.close(), resolve());
    };
  })`);
  await page.close();
}

async function recordOn(page: Page, index: number): Promise<void> {
  const sheet = page.getByRole('dialog');
  const closed = () => sheet.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Add Crop' }).first().click();
  await sheet.getByLabel('Crop Name').fill('Kale');
  await sheet.getByLabel('Crop Name').press('Escape');
  await sheet.getByLabel('Planting Date').fill(day(-10 - index));
  await sheet.getByLabel('Harvest Date').fill(day(60));
  await sheet.getByLabel('Yield').fill('8');
  await sheet.getByRole('button', { name: 'Add Crop' }).click();
  await closed();
  if (index < 2) {
    await page.getByRole('button', { name: 'Record Water Usage' }).first().click();
    await sheet.getByLabel('Amount').fill('240');
    await sheet.getByLabel('Date').fill(day(0));
    await sheet.getByRole('button', { name: 'Save' }).click();
    await closed();
  } else {
    await page.getByRole('button', { name: 'Add Fertilizer' }).first().click();
    await sheet.getByLabel('Fertilizer Type').fill('CAN');
    await sheet.getByLabel('Amount').fill('25');
    await sheet.getByLabel('Date').fill(day(-1));
    await sheet.getByRole('button', { name: 'Add Fertilizer' }).click();
    await closed();
  }
}

/** Client-side navigation, without a page load. */
const follow = (page: Page, path: string) =>
  page.evaluate(`history.pushState(null, '', '${path}'); dispatchEvent(new PopStateEvent('popstate'))`);

async function dayOfWork(context: BrowserContext, { url }: NetworkProxy, farm: Farm): Promise<void> {
  const page = await context.newPage();
  listRequests(page);
  await page.goto(`${url}/dashboard`);
  await page.getByText('River field').first().waitFor();
  await wait(4_000);
  for (const [index, parcel] of farm.parcels.entries()) {
    await follow(page, `/land/${parcel._id}`);
    await page.getByRole('heading', { level: 1, name: parcel.name }).waitFor();
    await recordOn(page, index);
  }
  await follow(page, `/messages?thread=${farm.threadId}`);
  await page.getByLabel(/^Reply to/).fill('Thank you. I will be there in the morning.');
  await page.getByRole('button', { name: 'Send Reply' }).click();
  await page.getByRole('log').getByText('Thank you. I will be there in the morning.').waitFor();
  await follow(page, `/policies/${farm.policyId}`);
  await page.getByText('Build terraces where the land is steep.').waitFor();
  await wait(REFRESH_MS);
  await page.close();
}

/** A farmer's connection at the edge of coverage: 50 kbit/s and 1.5 s round trip. */
const EDGE = { bytesPerSecond: 50_000 / 8, roundTripMs: 1_500 };

/** Queues water records on the device, as the app does without a network. */
async function queueWater(
  context: BrowserContext,
  { url }: NetworkProxy,
  farm: Farm,
  count: number,
): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${url}/api/health`);
  const entries = Array.from({ length: count }, (_, index) => ({
    call: 'POST /land/{id}/water',
    params: { id: farm.parcels[index % farm.parcels.length]!._id },
    body: { _id: randomUUID(), date: day(-(index % 200)), amount: 100 + index },
    about: farm.parcels[index % farm.parcels.length]!.name,
    key: randomUUID(),
    state: 'waiting',
    madeAt: Date.now(),
    attempts: 0,
  }));
  await page.evaluate(`new Promise((resolve) => {
    const opening = indexedDB.open('ardhi-outbox-${farm.user._id}');
    opening.onsuccess = () => {
      const change = opening.result.transaction('entries', 'readwrite');
      for (const entry of ${JSON.stringify(entries)}) change.objectStore('entries').add(entry);
      change.oncomplete = () => (opening.result.close(), resolve());
    };
  })`);
  await page.close();
}

/** Reads the browser's metrics of a page whose processor is slowed down. */
async function pageMetrics(page: Page, slowdown: number) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable');
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  return async () => {
    await devtools.send('HeapProfiler.collectGarbage');
    const list = (await devtools.send('Performance.getMetrics')).metrics;
    return (name: string) => list.find((one) => one.name === name)!.value;
  };
}

const WALK_FIXES = 3_600;
/** The last five minutes, in which each fix costs most. */
const MEASURED_FIXES = 300;

/**
 * An hour's boundary walk with one GPS fix a second, each too far from the last to be dropped. The measured positions are fed
 * to the page as fast as it draws them, the earlier ones at once; the sensor itself is not measured.
 */
async function walkAnHour(context: BrowserContext, { url }: NetworkProxy, farm: Farm) {
  const page = await context.newPage();
  await page.addInitScript(`navigator.geolocation.watchPosition = (onFix) => {
    const feed = (index) => {
      const angle = (2 * Math.PI * index) / ${WALK_FIXES};
      const latitude = -0.3 + 0.03 * Math.sin(angle);
      const longitude = 36.07 + 0.03 * Math.cos(angle);
      onFix({ coords: { latitude, longitude, accuracy: 5 }, timestamp: Date.now() });
    };
    const each = (index) => {
      feed(index);
      const { dataset } = document.documentElement;
      if (index + 1 < ${WALK_FIXES}) requestAnimationFrame(() => each(index + 1));
      else dataset.walked = 'yes';
    };
    const first = ${WALK_FIXES - MEASURED_FIXES};
    for (let index = 0; index < first; index += 1) feed(index);
    document.addEventListener('walk-on', () => requestAnimationFrame(() => each(first)), { once: true });
    return 1;
  }`);
  const metrics = await pageMetrics(page, 6);
  await page.goto(`${url}/land/${farm.parcels[0]!._id}/boundary?mode=walk`);
  await page.getByRole('button', { name: 'Start walking' }).click();
  await page.getByText((WALK_FIXES - MEASURED_FIXES).toLocaleString('en')).waitFor();
  const before = await metrics();
  await page.evaluate(`document.dispatchEvent(new Event('walk-on'))`);
  await page.locator('html[data-walked]').waitFor({ state: 'attached', timeout: 600_000 });
  const after = await metrics();
  await page.close();
  return {
    busySeconds: after('TaskDuration') - before('TaskDuration'),
    heapMegabytes: after('JSHeapUsedSize') / 1_000_000,
  };
}

interface Sending {
  seconds: number;
  bytes: { up: number; down: number };
  /** Time of the main thread. */
  busySeconds: number;
  heapMegabytes: number;
}

/** Opens the page of unsent changes without a network, and measures from the network's return until all are sent. */
async function sendQueued(
  context: BrowserContext,
  connection: NetworkProxy,
  farm: Farm,
  { count, speed, slowdown = 1 }: { count: number; speed?: NetworkSpeed; slowdown?: number },
): Promise<Sending> {
  await queueWater(context, connection, farm, count);
  await context.setOffline(true);
  const page = await context.newPage();
  listRequests(page);
  const metrics = await pageMetrics(page, slowdown);
  await page.goto(`${connection.url}/sync`);
  await page.getByRole('heading', { name: `${count} changes waiting` }).waitFor();
  const before = await metrics();
  connection.set(speed);
  connection.reset();
  const begin = performance.now();
  await context.setOffline(false);
  await page.getByText('Everything has been sent').waitFor({ timeout: 600_000 });
  const seconds = (performance.now() - begin) / 1000;
  const bytes = connection.read();
  const after = await metrics();
  connection.set();
  await page.close();
  return {
    seconds,
    bytes,
    busySeconds: after('TaskDuration') - before('TaskDuration'),
    heapMegabytes: after('JSHeapUsedSize') / 1_000_000,
  };
}

const server = await restartableServer();
await server.start();
const browser = await chromium.launch({ ...playwright.use?.launchOptions, executablePath: FULL_BROWSER });
const connection = await startNetworkProxy(server.url);
try {
  const farm = await seedFarm(server.url);
  const context = await browser.newContext(phone);
  const page = await context.newPage();
  await signInAt(page, connection.url, farm);
  await page.goto(`${connection.url}/dashboard`);
  await waitUntilPersisted(page, farm);
  report(
    'first visit of a farmer, with every page and the whole map kept',
    kilobytes(connection.read()),
    'KB',
    {},
  );
  await page.close();

  await ageOfflineCopy(context, connection, farm);
  connection.reset();
  const briefVisit = await context.newPage();
  await briefVisit.goto(`${connection.url}/dashboard`);
  await briefVisit.getByText('River field').first().waitFor();
  await wait(6_000);
  await briefVisit.close();
  report('opening the app the next day, nothing new', kilobytes(connection.read()), 'KB', {});

  await ageOfflineCopy(context, connection, farm);
  connection.reset();
  await dayOfWork(context, connection, farm);
  const { up, down } = connection.read();
  report('a day of field work: sent', up / 1024, 'KB', {});
  report('a day of field work: received', down / 1024, 'KB', {});
  report('a day of field work: in all', kilobytes({ up, down }), 'KB', { atMost: 100 });

  const edge = await sendQueued(context, connection, farm, { count: 30, speed: EDGE });
  report('30 queued changes at 50 kbit/s and 1.5 s round trip', edge.seconds, 's', { atMost: 15 });
  report('30 queued changes: in all', kilobytes(edge.bytes), 'KB', { atMost: 40 });
  const many = await sendQueued(context, connection, farm, { count: 500, slowdown: 6 });
  report('500 queued changes on a phone with a sixth of the speed', many.seconds, 's', {});
  report('500 queued changes: main thread busy', many.busySeconds, 's', {});
  report('500 queued changes: memory of the page', many.heapMegabytes, 'MB', {});
  const walk = await walkAnHour(context, connection, farm);
  report('last five minutes of an hour of walking a boundary: main thread busy', walk.busySeconds, 's', {});
  report('an hour of walking a boundary: memory of the page', walk.heapMegabytes, 'MB', {});
} finally {
  await browser.close();
  await connection.close();
  await server.end();
}
