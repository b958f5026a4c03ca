/**
 * `npm run pictures [-- URL [NAME…]]`: takes the pictures of home page, README and guides from a running
 * `npm run demo`, by default the one at port 3000. Run it after a change of a screen that they show.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { chromium } from '@playwright/test';
import { ensureBrowser } from './lib/browser.mjs';
import { main, root } from './lib/project.mjs';

const LANGUAGES = ['en', 'sw'];
const QUALITY = 0.7;
const PASSWORD = 'demo1234';
const ACCOUNTS = { farmer: 'farmer@demo.ardhi', official: 'official@demo.ardhi' };

const inGuide = (name) => (language) => `docs/guide/pictures/${name}.${language}.webp`;
const onPhone = (name, path, prepare) => ({
  name,
  file: inGuide(`phone-${name}`),
  account: 'farmer',
  path,
  prepare,
  size: { width: 360, height: 640 },
});
const onLaptop = (name, path, prepare) => ({
  name,
  file: inGuide(`laptop-${name}`),
  account: 'official',
  path,
  prepare,
  size: { width: 1280, height: 800 },
  scale: 0.75,
});

/** Each in both languages. `prepare` acts on the page first. */
const PICTURES = [
  {
    name: 'home',
    file: (language, theme) => `apps/web/src/public/screens/phone.${language}.${theme}.webp`,
    account: 'farmer',
    path: '/dashboard',
    size: { width: 360, height: 780 },
    // The phone of the home page shows the top of the screen only.
    height: 620,
    themes: ['light', 'dark'],
  },
  onPhone('add-parcel', '/land?add=1'),
  onPhone('record', '/dashboard', async (page) => {
    await page.locator('.bottom-bar button').first().click();
    await page.locator('dialog[open] button').first().waitFor();
  }),
  onPhone('parcel', '/land', (page) => open(page, 'main a[href^="/land/"]')),
  onPhone('apply', '/subsidies/apply'),
  onLaptop('dashboard', '/dashboard'),
  onLaptop('queue', '/queue'),
  onLaptop('case', '/queue', async (page) => {
    await page.locator('main a[href*="case="]').first().click();
    await page.locator('.case-pane h1').first().waitFor();
    await untilLoaded(page);
  }),
  onLaptop('farmers', '/registers/farmers'),
];

await main(async () => {
  const [url = 'http://127.0.0.1:3000', ...names] = process.argv.slice(2);
  const browser = await chromium.launch({
    executablePath: ensureBrowser().CHROMIUM_PATH,
    args: ['--no-sandbox'],
  });
  try {
    for (const picture of PICTURES.filter(({ name }) => names.length === 0 || names.includes(name)))
      for (const language of LANGUAGES)
        for (const theme of picture.themes ?? ['light']) await take(browser, url, picture, language, theme);
  } finally {
    await browser.close();
  }
});

async function take(browser, url, picture, language, theme) {
  const { file, account, path, prepare, size, height = size.height, scale = 1.5 } = picture;
  const context = await browser.newContext({
    viewport: size,
    deviceScaleFactor: scale,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
  await context.addCookies([{ name: 'lang', value: language, url }]);
  const page = await context.newPage();
  const session = await signIn(context, url, ACCOUNTS[account]);
  await page.addInitScript(
    ([token, user, chosen]) => {
      localStorage.setItem('token', token);
      localStorage.setItem('user', user);
      localStorage.setItem('theme', chosen);
    },
    [session.token, JSON.stringify(session.user), theme],
  );
  await page.goto(url + path);
  await page.locator('main h1').waitFor();
  await untilLoaded(page);
  await prepare?.(page);
  await page.evaluate(() => document.fonts.ready);
  const png = await page.screenshot({
    animations: 'disabled',
    clip: { x: 0, y: 0, width: size.width, height },
  });
  const target = join(root, file(language, theme));
  mkdirSync(dirname(target), { recursive: true });
  const webp = await toWebp(page, png);
  writeFileSync(target, webp);
  console.log(`${file(language, theme)} ${(webp.length / 1024).toFixed(1)} KB`);
  await context.close();
}

/** A signed-in page is never idle because of its event stream; it is complete when no skeleton is left. */
async function untilLoaded(page) {
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"], .skeleton'));
}

/** The address changes before the page, so the new page is there when its heading is another one. */
async function open(page, link) {
  const heading = page.locator('main h1');
  const from = await heading.textContent();
  await page.locator(link).first().click();
  await heading.filter({ hasNotText: from }).waitFor();
  await untilLoaded(page);
}

async function signIn(context, url, email) {
  const response = await context.request.post(`${url}/api/auth/login`, {
    data: { email, password: PASSWORD },
  });
  if (!response.ok()) throw new Error(`${email} cannot sign in at ${url}: ${await response.text()}`);
  return response.json();
}

/** The browser encodes WebP, so no image library is needed. A blank page, because ours forbids data addresses. */
async function toWebp(page, png) {
  await page.goto('about:blank');
  const data = await page.evaluate(
    async ([source, quality]) => {
      const image = new Image();
      image.src = `data:image/png;base64,${source}`;
      await image.decode();
      const canvas = new OffscreenCanvas(image.width, image.height);
      canvas.getContext('2d').drawImage(image, 0, 0);
      const blob = await canvas.convertToBlob({ type: 'image/webp', quality });
      return [...new Uint8Array(await blob.arrayBuffer())];
    },
    [png.toString('base64'), QUALITY],
  );
  return Buffer.from(data);
}
