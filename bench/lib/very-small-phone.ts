/**
 * A farmer's first and second visit on a very small phone: six times CPU slowdown, 50 KB/s and 400 ms round trip.
 * Times are measured in the page, from the event or the start of the navigation to the painted frame.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { addDays, TIME_ZONE, today } from '@ardhi/contract/dates';
import type { Browser, BrowserContext, Locator, Page } from '@playwright/test';
import { type Farm, waitUntilPersisted } from '../../e2e/seeded-farm.ts';
import { PASSWORD } from '../../e2e/values.ts';
import type { NetworkProxy, NetworkSpeed } from './network-proxy.ts';

const SPEED: NetworkSpeed = { bytesPerSecond: 50 * 1_024, roundTripMs: 400 };
const CPU_SLOWDOWN = 6;
const phone = {
  viewport: { width: 360, height: 740 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  locale: 'en-KE',
  timezoneId: TIME_ZONE,
};
/** Interval between two keys of fast typing. */
const KEY_MS = 120;
/** Time to read the screen before the next tap. */
const READ_MS = 2_000;

/** Runs in the page before its own scripts. Kept as text, because this file is type-checked without DOM types. */
const IN_THE_PAGE = `(() => {
  const events = [];
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) events.push({ name, duration });
  }).observe({ type: 'event', durationThreshold: 16, buffered: true });
  const there = (selector, text) =>
    [...document.querySelectorAll(selector)].some((element) => element.textContent.includes(text));
  const paintedAt = (selector, text) =>
    new Promise((resolve) => {
      const afterPaint = () => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now());
        port2.postMessage(null);
      };
      const look = () => {
        if (!there(selector, text)) return;
        observer.disconnect();
        requestAnimationFrame(afterPaint);
      };
      const observer = new MutationObserver(look);
      observer.observe(document, { subtree: true, childList: true, characterData: true });
      look();
    });
  const bench = { events, paintedAt, tappedAt: 0, firstParcel: paintedAt('#main h3', 'River field') };
  addEventListener('click', ({ timeStamp }) => (bench.tappedAt = timeStamp), true);
  globalThis.bench = bench;
})()`;

interface Interaction {
  name: string;
  duration: number;
}

/** In milliseconds. `taps` and `keys` hold the worst duration of each step. */
export interface Visit {
  loginForm: number;
  firstParcel: number;
  /** Bytes and requests from the tap on Log in to the first parcel. */
  afterTap: ReturnType<NetworkProxy['read']>;
  openFirst: number;
  repeatDashboard: number;
  openAgain: number;
  taps: Map<string, number>;
  keys: Map<string, number>;
}

async function openPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.addInitScript(IN_THE_PAGE);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  return page;
}

/** Milliseconds from the tap until the text is painted. */
async function tapUntil(page: Page, target: Locator, selector: string, text: string): Promise<number> {
  const painted = page.evaluate<number>(`bench.paintedAt('${selector}', '${text}')`);
  await target.tap();
  return (await painted) - (await page.evaluate<number>('bench.tappedAt'));
}

const isKey = (name: string) => /^(key|beforeinput|input)/.test(name);
const isTap = (name: string) => /^(pointer|touch|mouse|click)/.test(name);

/** Stores the worst tap and key since the last call under the name of the step. */
async function recordInteractions(page: Page, step: string, { taps, keys }: Visit): Promise<void> {
  // The browser reports an event only after its frame was painted.
  await wait(500);
  const events = await page.evaluate<Interaction[]>('bench.events.splice(0)');
  const worst = (isOne: (name: string) => boolean) =>
    Math.max(0, ...events.filter(({ name }) => isOne(name)).map(({ duration }) => duration));
  taps.set(step, worst(isTap));
  keys.set(step, worst(isKey));
}

const type = (field: Locator, text: string) => field.pressSequentially(text, { delay: KEY_MS });

async function logIn(page: Page, line: NetworkProxy, farm: Farm, visit: Visit): Promise<void> {
  await page.goto(`${line.url}/login`, { waitUntil: 'commit' });
  visit.loginForm = await page.evaluate<number>(`bench.paintedAt('label', 'Email')`);
  await page.getByLabel('Email').tap();
  await type(page.getByLabel('Email'), farm.email);
  await page.getByLabel('Password', { exact: true }).tap();
  await type(page.getByLabel('Password', { exact: true }), PASSWORD);
  await recordInteractions(page, 'login form', visit);
  const button = page.getByRole('main').getByRole('button', { name: 'Login', exact: true });
  line.reset();
  visit.firstParcel = await tapUntil(page, button, '#main h3', 'River field');
  visit.afterTap = line.read();
  await recordInteractions(page, 'Log in', visit);
}

const openParcel = (page: Page) =>
  tapUntil(page, page.getByRole('link', { name: 'View Details of River field' }), '#records', 'Beans');

async function recordCrop(page: Page, visit: Visit): Promise<void> {
  const sheet = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Add Crop' }).first().tap();
  await sheet.getByLabel('Crop Name').waitFor();
  await recordInteractions(page, 'Add Crop', visit);
  await type(sheet.getByLabel('Crop Name'), 'Kale');
  await sheet.getByLabel('Crop Name').press('Escape');
  await sheet.getByLabel('Planting Date').fill(addDays(today(), -10));
  await sheet.getByLabel('Harvest Date').fill(addDays(today(), 60));
  await type(sheet.getByLabel('Yield'), '8.5');
  await recordInteractions(page, 'crop form', visit);
  await sheet.getByRole('button', { name: 'Add Crop' }).tap();
  await sheet.waitFor({ state: 'hidden' });
  await recordInteractions(page, 'save crop', visit);
}

async function walkThroughBar(page: Page, visit: Visit): Promise<void> {
  const bar = page.getByRole('navigation', { name: 'Your farm' });
  await bar.getByRole('link', { name: 'My farm' }).tap();
  await page.getByText('River field').first().waitFor();
  await recordInteractions(page, 'My farm', visit);
  await bar.getByRole('link', { name: 'Land' }).tap();
  await page.getByText('Hill field').first().waitFor();
  await recordInteractions(page, 'Land', visit);
  await bar.getByRole('button', { name: 'More' }).tap();
  await page.getByRole('dialog').waitFor();
  await recordInteractions(page, 'More', visit);
}

export async function visitTwice(browser: Browser, line: NetworkProxy, farm: Farm): Promise<Visit> {
  const visit: Visit = {
    loginForm: 0,
    firstParcel: 0,
    afterTap: line.read(),
    openFirst: 0,
    repeatDashboard: 0,
    openAgain: 0,
    taps: new Map(),
    keys: new Map(),
  };
  const context = await browser.newContext(phone);
  line.set(SPEED);
  const first = await openPage(context);
  await logIn(first, line, farm, visit);
  await wait(READ_MS);
  visit.openFirst = await openParcel(first);
  await recordInteractions(first, 'open a parcel', visit);
  line.set();
  await waitUntilPersisted(first, farm);
  await first.close();

  line.set(SPEED);
  const second = await openPage(context);
  await second.goto(`${line.url}/dashboard`, { waitUntil: 'commit' });
  visit.repeatDashboard = await second.evaluate<number>('bench.firstParcel');
  await wait(READ_MS);
  visit.openAgain = await openParcel(second);
  await recordInteractions(second, 'open a kept parcel', visit);
  await recordCrop(second, visit);
  await walkThroughBar(second, visit);
  await context.close();
  line.set();
  return visit;
}
