/** End-to-end: a real browser against the real server on a database of its own (see e2e/global-setup.ts). */
import { existsSync } from 'node:fs';
import { TIME_ZONE } from '@ardhi/contract/dates';
import { defineConfig } from '@playwright/test';

const onSystem = (...paths: string[]) => paths.find((path) => existsSync(path));

const { CHROMIUM_PATH, HEADLESS_SHELL_PATH } = process.env;

/** With all that a browser has. Most tests do without what only windows need, and with fewer processes. */
export const FULL_BROWSER = CHROMIUM_PATH ?? onSystem('/usr/bin/chromium', '/usr/bin/chromium-browser');
const shell =
  HEADLESS_SHELL_PATH ?? (CHROMIUM_PATH ? undefined : onSystem('/usr/bin/chromium-headless-shell'));

/**
 * The address bar of a full Chromium is a page of its own with a process of its own, for every test; and of several lists of
 * features only the last counts, so this one repeats what Playwright leaves out.
 */
const WITHOUT_FEATURES = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

/** Each has a server of its own and tests that follow one another: begun last, they would run on while a core is idle. */
const COUNTRIES = /\/(analytics|analytics-map|complaints|posts|screens)\.spec\.ts$/;

export default defineConfig({
  testDir: 'e2e',
  projects: [
    { name: 'countries', testMatch: COUNTRIES },
    { name: 'everyone', testIgnore: COUNTRIES },
  ],
  // See IS_FULL in e2e/test.ts.
  grepInvert: process.env.TEST_FULL === '1' ? undefined : /@full/,
  globalSetup: './e2e/global-setup.ts',
  workers: 2,
  fullyParallel: true,
  // A test that passes only the second time is a test that fails.
  retries: 0,
  // Wide: a machine that is busy with other things is slow, not wrong. Speed is measured by `npm run bench`.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  use: {
    baseURL: process.env.E2E_BASE_URL,
    locale: 'en-KE',
    timezoneId: TIME_ZONE,
    contextOptions: { reducedMotion: 'reduce' },
    // What a failure looked like is enough; `--trace on` records every step of a test that is looked into.
    screenshot: 'only-on-failure',
    // Keeping every page on the device again for each test is only worth its time where that is the subject.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: shell ?? FULL_BROWSER,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-gpu-rasterization',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        `--disable-features=${WITHOUT_FEATURES.join(',')}`,
      ],
    },
  },
});
