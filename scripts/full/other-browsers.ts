/** Part of `npm run test:full`: the main path of each role in Firefox and WebKit. End-to-end tests use Chromium. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clientOf, PASSWORD } from '../../apps/api/test/client.ts';
import { daysAgo, newParcel } from '../../apps/api/test/land.ts';
import { startServer } from '../../apps/api/test/process/server.ts';
import { closeBrowsers, openFirefox, openWebKit, type Page } from './webdriver.ts';

/** Required Debian packages, each with one of its programs. */
const BROWSERS = {
  Firefox: { packages: { 'firefox-esr': 'firefox-esr' }, open: openFirefox },
  WebKit: { packages: { 'webkit2gtk-driver': 'WebKitWebDriver', xvfb: 'Xvfb' }, open: openWebKit },
};

function missing(packages: Record<string, string>): string[] {
  return Object.keys(packages).filter((name) => spawnSync('which', [packages[name]!]).status !== 0);
}

function install(packages: string[]): void {
  if (packages.length === 0 || process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).error) return;
  const command = `apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -qy ${packages.join(' ')}`;
  spawnSync('sh', ['-c', `${command} >&2`], { stdio: 'inherit' });
}

/** Test steps in order. Each continues where the previous one ended. */
function walk(page: Page, url: string): Record<string, () => Promise<unknown>> {
  const client = clientOf(url);
  return {
    async 'a farmer registers'() {
      await page.goto(`${url}/register`);
      await page.fill('Name', 'Otieno Odhiambo');
      await page.fill('Email', 'otieno@example.org');
      await page.fill('Password', PASSWORD);
      await page.fill('Farm Location', 'Njoro');
      await page.fill('Farm Size', '2.5');
      await page.click('Create Account');
      await page.shows('Welcome, Otieno Odhiambo');
    },
    async 'the farmer adds a parcel'() {
      await page.click('Add your first parcel');
      await page.fill('Name', 'River plot');
      await page.fill('Size', '1.5');
      await page.fill('Location Address', 'Kitengela, Kajiado');
      await page.click('Create Land');
      await page.shows('River plot was added');
      await page.click('View Details of River plot');
      await page.shows('No crop history yet');
    },
    async 'the farmer records a crop and sees a score'() {
      await page.click('Add Crop');
      await page.fill('Crop Name', 'Maize');
      await page.fill('Planting Date', daysAgo(200));
      await page.fill('Harvest Date', daysAgo(50));
      await page.fill('Expected Yield', '2');
      await page.click('Add Crop');
      await page.shows('What would raise it most');
    },
    async 'the farmer signs out'() {
      await page.click('Logout');
      await page.shows('Get Started');
    },
    async 'an official signs in'() {
      const official = await client.as('government', 'Amina Yusuf');
      await page.goto(`${url}/login`);
      await page.fill('Email', official.user.email);
      await page.fill('Password', PASSWORD);
      await page.click('Login');
      await page.shows('Welcome, Amina Yusuf');
    },
    async 'the official opens a case and decides it'() {
      const farmer = await client.as('farmer', 'Wanjiku Kamau');
      const parcelIds = [(await newParcel(farmer))._id];
      const body = { name: 'Two-wheel tractor', description: 'For our group', amount: 5000, parcelIds };
      const { _id } = (await farmer.send<{ _id: string }>('POST /subsidies', { body })).body;
      await page.goto(`${url}/subsidies/cases/${_id}`);
      await page.click('Reject');
      await page.fill('Reason', 'Too large a farm');
      await page.click('Reject');
      await page.shows('Rejected: Two-wheel tractor');
    },
  };
}

const counts = { passed: 0, failed: 0 };

/** Stops at the first failed step, because later steps depend on it. */
async function tryOut(name: keyof typeof BROWSERS): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'ardhi-browser-'));
  const server = await startServer({ DATA_DIR: join(folder, 'data') });
  try {
    const page = await BROWSERS[name].open(folder);
    for (const [title, step] of Object.entries(walk(page, server.url))) {
      try {
        await step();
        counts.passed += 1;
        console.log(`✓ ${name}: ${title}`);
      } catch (error) {
        console.log(`✗ ${name}: ${title}: ${(error as Error).message}\n${await page.text()}`);
        counts.failed += 1;
        break;
      }
    }
  } finally {
    await closeBrowsers();
    await server.end('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  }
}

for (const name of ['Firefox', 'WebKit'] as const) {
  const { packages } = BROWSERS[name];
  install(missing(packages));
  const stillMissing = missing(packages);
  if (stillMissing.length > 0) console.log(`· ${name}: skipped (not installed: ${stillMissing.join(' ')})`);
  else await tryOut(name);
}
console.log(`${counts.passed} passed, ${counts.failed} failed`);
process.exitCode = counts.failed > 0 ? 1 : 0;
