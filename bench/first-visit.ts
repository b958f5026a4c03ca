/**
 * Visits on small phones: script size, time until the login form is usable, and on a very small phone each step from
 * login to the first parcel and the repeat visit. FIRST_VISIT=long prints every tap and key.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Browser, chromium, type Response } from '@playwright/test';
import { type RunningServer, startServer } from '../apps/api/test/process/server.ts';
import { seedFarm } from '../e2e/seeded-farm.ts';
import playwright, { FULL_BROWSER } from '../playwright.config.ts';
import { startNetworkProxy } from './lib/network-proxy.ts';
import { percentile, report } from './lib/report.ts';
import { type Visit, visitTwice } from './lib/very-small-phone.ts';

const phone = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

async function scriptKilobytes(
  browser: Browser,
  url: string,
  token?: { token: string; user: object },
): Promise<number> {
  const context = await browser.newContext(phone);
  const page = await context.newPage();
  if (token) {
    await page.goto(new URL('/api/health', url).href);
    await page.evaluate(
      ([value, user]) => {
        // Cast via unknown: this runs in the page, but the file is type-checked without DOM types.
        const storage = (globalThis as unknown as { localStorage: Record<string, string> }).localStorage;
        storage.token = value!;
        storage.user = user!;
      },
      [token.token, JSON.stringify(token.user)],
    );
  }
  const bodies: Promise<Buffer>[] = [];
  const collectScript = (response: Response) => {
    if (response.request().resourceType() === 'script') bodies.push(response.body());
  };
  page.on('response', collectScript);
  await page.goto(url, { waitUntil: 'load' });
  // A signed-in page keeps an event stream open and is never idle, so wait for its content.
  if (token) await page.getByText('No land parcels yet').first().waitFor();
  else await page.waitForLoadState('networkidle');
  page.off('response', collectScript);
  const scripts = await Promise.all(bodies);
  await context.close();
  return scripts.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0) / 1024;
}

/** Milliseconds until the email field is visible, at 1.6 Mbit/s, 150 ms latency and four times CPU slowdown. */
async function inputVisible(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext(phone);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  const bytesPerSecond = 1_600_000 / 8;
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const begin = performance.now();
  await page.goto(url, { waitUntil: 'commit' });
  await page.getByLabel('Email').waitFor({ state: 'visible' });
  const taken = performance.now() - begin;
  await context.close();
  return taken;
}

async function registerFarmer(server: RunningServer): Promise<{ token: string; user: object }> {
  const response = await fetch(`${server.url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      name: 'A',
      email: 'a@b',
      password: 'secret',
      role: 'farmer',
      location: 'Molo',
      farmSize: 1,
    }),
  });
  return (await response.json()) as { token: string; user: object };
}

/** Runs on the very small phone. The median of each value is reported. */
const VISITS = 3;

async function verySmallPhone(browser: Browser, server: RunningServer): Promise<void> {
  const line = await startNetworkProxy(server.url);
  const visits: Visit[] = [];
  try {
    const farm = await seedFarm(server.url);
    for (let visit = 0; visit < VISITS; visit += 1) visits.push(await visitTwice(browser, line, farm));
  } finally {
    await line.close();
  }
  const middle = (figure: (visit: Visit) => number) => percentile(visits.map(figure), 0.5);
  const worst = (sort: 'taps' | 'keys') => middle((visit) => Math.max(...visit[sort].values()));
  const on = 'very small phone';
  report(`${on}: login form`, middle(({ loginForm }) => loginForm) / 1000, 's', {});
  report(`${on}: login to the first parcel`, middle(({ firstParcel }) => firstParcel) / 1000, 's', {
    atMost: 4,
  });
  report(`${on}: on the line meanwhile`, middle(({ afterTap: { up, down } }) => up + down) / 1024, 'KB', {
    atMost: 120,
  });
  report(
    `${on}: requests meanwhile`,
    middle(({ afterTap }) => afterTap.requests),
    '',
    {},
  );
  report(`${on}: open a parcel, new to the phone`, middle(({ openFirst }) => openFirst) / 1000, 's', {
    atMost: 1.5,
  });
  report(`${on}: repeat dashboard`, middle(({ repeatDashboard }) => repeatDashboard) / 1000, 's', {
    atMost: 1.5,
  });
  report(`${on}: open a parcel, kept`, middle(({ openAgain }) => openAgain) / 1000, 's', { atMost: 1.5 });
  report(`${on}: worst tap`, worst('taps'), 'ms', { atMost: 200 });
  report(`${on}: worst key`, worst('keys'), 'ms', { atMost: 100 });
  if (process.env.FIRST_VISIT === 'long') for (const visit of visits) console.log(visit);
}

const dataDir = mkdtempSync(join(tmpdir(), 'ardhi-bench-'));
const server = await startServer({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
/**
 * Under automation, Chromium records a source position for every error, including those that React creates at startup.
 * For the first one V8 would parse all of React again, which costs 100 ms on a very small phone but never happens on a
 * real one. This flag collects source positions at compile time instead.
 */
const EAGER_SOURCE_POSITIONS = '--js-flags=--no-enable-lazy-source-positions';
const { launchOptions } = playwright.use ?? {};
const browser = await chromium.launch({
  ...launchOptions,
  executablePath: FULL_BROWSER,
  args: [...(launchOptions?.args ?? []), EAGER_SOURCE_POSITIONS],
});
try {
  const farmer = await registerFarmer(server);
  report('script of /', await scriptKilobytes(browser, `${server.url}/`), 'KB gzip', { atMost: 100 });
  report('script of /login', await scriptKilobytes(browser, `${server.url}/login`), 'KB gzip', {
    atMost: 125,
  });
  report(
    'script of the farmer dashboard',
    await scriptKilobytes(browser, `${server.url}/dashboard`, farmer),
    'KB gzip',
    { atMost: 166 },
  );
  const times: number[] = [];
  for (let visit = 0; visit < 5; visit += 1) times.push(await inputVisible(browser, `${server.url}/login`));
  report('input visible on /login, slow phone (median of 5)', percentile(times, 0.5) / 1000, 's', {
    atMost: 1.8,
  });
  await verySmallPhone(browser, server);
} finally {
  await browser.close();
  await server.end('SIGTERM');
  rmSync(dataDir, { recursive: true, force: true });
}
