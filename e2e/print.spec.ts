/** Printed pages: without navigation, black on white, with whole tables. */
import type { Page } from '@playwright/test';
import { blankPages, pdfText } from './pdf-text.ts';
import { addParcel, day, expect, signIn, test } from './test.ts';
import { loadWholePage } from './whole-page.ts';

/** Width of A4 without its margins, in CSS pixels. */
const PAPER_WIDTH = 688;

async function print(page: Page, user: Parameters<typeof signIn>[1], path: string): Promise<void> {
  await page.setViewportSize({ width: PAPER_WIDTH, height: 1000 });
  await page.emulateMedia({ media: 'print' });
  await signIn(page, user);
  await page.evaluate(() => localStorage.setItem('theme', 'dark'));
  await page.goto(path);
  await expect(page.locator('main h1')).toBeVisible();
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
}

async function expectPaper(page: Page): Promise<void> {
  await expect(page.locator('nav:visible, header.nav-bar:visible, body footer:visible')).toHaveCount(0);
  const colours = await page.evaluate(() => {
    const { color, backgroundColor } = getComputedStyle(document.querySelector('main h1')!);
    return [color, backgroundColor, getComputedStyle(document.body).backgroundColor];
  });
  expect(colours).toEqual(['rgb(0, 0, 0)', 'rgba(0, 0, 0, 0)', 'rgba(0, 0, 0, 0)']);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(wide).toBeLessThanOrEqual(0);
}

for (const path of ['/dashboard', '/land', '/equipment']) {
  test(`a farmer prints ${path}`, async ({ page, farmer, send }) => {
    await addParcel(send, farmer, 'Shamba');
    await print(page, farmer, path);
    await expectPaper(page);
  });
}

test('an official prints the register of farmers as a table', async ({ page, official, farmer, send }) => {
  await addParcel(send, farmer, 'Shamba');
  await print(page, official, '/registers/farmers');
  await expectPaper(page);
  const table = page.getByRole('table');
  await expect(table.getByRole('columnheader', { name: 'County' })).toBeVisible();
  const display = await table.evaluate((element) => getComputedStyle(element).display);
  expect(display).toBe('table');
});

test('the report on a parcel is printed with its rows', async ({ page, farmer, send }) => {
  const { _id } = await addParcel(send, farmer, 'Shamba');
  await signIn(page, farmer);
  await page.goto(`/land/${_id}`);
  await page.getByRole('button', { name: 'Generate Report' }).click();
  await expect(page.getByText('Total pesticide used')).toBeVisible();
  // Fonts are subsets, so the texts are counted, not read.
  const texts = pdfText(await page.pdf({ format: 'A4' })).split('\n');
  expect(texts.length).toBeGreaterThan(20);
});

test('the sustainability report is printed with the names of its parcels', async ({ page, farmer, send }) => {
  await addParcel(send, farmer, 'Shamba');
  await print(page, farmer, '/reports/sustainability');
  await expect(page.getByRole('button', { name: 'Shamba' })).toBeVisible();
});

test('pages printed from a wide screen have no blank pages', async ({ page, farmer, send }) => {
  const { _id } = await addParcel(send, farmer, 'Shamba');
  for (let ago = 100; ago <= 700; ago += 100) {
    const crop = { name: 'Maize', plantingDate: day(-ago - 120), harvestDate: day(-ago), yield: 2 };
    await send(farmer, `POST /land/${_id}/crops`, crop);
    await send(farmer, `POST /land/${_id}/fertilizer`, { date: day(-ago), type: 'DAP', amount: 50 });
  }
  for (let number = 2; number <= 9; number += 1) await addParcel(send, farmer, `Shamba ${number}`);
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(page, farmer);
  for (const path of ['/account', `/land/${_id}`, '/dashboard', '/reports/sustainability']) {
    await page.goto(path);
    await expect(page.locator('main h1')).toBeVisible();
    await loadWholePage(page);
    expect(blankPages(await page.pdf({ format: 'A4' })), path).toEqual([]);
  }
});
