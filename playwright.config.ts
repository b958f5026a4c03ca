/** End-to-end tests: a real browser against the real server with a separate database (see e2e/global-setup.ts). */
import { existsSync } from 'node:fs';
import { TIME_ZONE } from '@ardhi/contract/dates';
import { defineConfig } from '@playwright/test';

const onSystem = (...paths: string[]) => paths.find((path) => existsSync(path));

const { CHROMIUM_PATH, HEADLESS_SHELL_PATH } = process.env;

/** A full Chromium. Most tests use the headless shell, which runs fewer processes. */
export const FULL_BROWSER = CHROMIUM_PATH ?? onSystem('/usr/bin/chromium', '/usr/bin/chromium-browser');
const shell =
  HEADLESS_SHELL_PATH ?? (CHROMIUM_PATH ? undefined : onSystem('/usr/bin/chromium-headless-shell'));

/**
 * The address bar of a full Chromium is a separate page and process in every test. Only the last --disable-features
 * takes effect, so this list repeats the features that Playwright disables.
 */
const DISABLED_FEATURES = [
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

/** Files with their own server and sequential tests. They start first, so that no core is idle at the end. */
const OWN_SERVER = /\/(analytics|analytics-map|complaints|posts|screens|specification)\.spec\.ts$/;

export default defineConfig({
  testDir: 'e2e',
  projects: [
    { name: 'own-server', testMatch: OWN_SERVER },
    { name: 'shared-server', testIgnore: OWN_SERVER },
  ],
  // See IS_FULL in e2e/test.ts.
  grepInvert: process.env.TEST_FULL === '1' ? undefined : /@full/,
  globalSetup: './e2e/global-setup.ts',
  workers: 2,
  fullyParallel: true,
  // A test that passes only on retry is a failure.
  retries: 0,
  // Generous, because a busy machine is slow, not wrong. `npm run bench` measures speed.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  use: {
    baseURL: process.env.E2E_BASE_URL,
    locale: 'en-KE',
    timezoneId: TIME_ZONE,
    contextOptions: { reducedMotion: 'reduce' },
    // A screenshot of the failure is enough; `--trace on` records every step for debugging.
    screenshot: 'only-on-failure',
    // Caching every page takes time in each test, so only tests of offline use allow service workers.
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
        `--disable-features=${DISABLED_FEATURES.join(',')}`,
      ],
    },
  },
});
