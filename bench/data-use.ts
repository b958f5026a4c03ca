/**
 * Mobile data of a day of field work after the first visit: open the app, view and record on three parcels, reply to a
 * message, read a policy, and refresh the offline copy. Counts all bytes of a real browser in both directions, without
 * TLS, whose handshake would add about 5 KB.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { addDays, TIME_ZONE, today } from '@ardhi/contract/dates';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { type Farm, restartableServer, seedFarm, signInAt, waitUntilPersisted } from '../e2e/seeded-farm.ts';
import playwright, { FULL_BROWSER } from '../playwright.config.ts';
import { type NetworkProxy, startNetworkProxy } from './lib/network-proxy.ts';
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
} finally {
  await browser.close();
  await connection.close();
  await server.end();
}
