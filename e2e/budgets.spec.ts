/** What a first visit costs: the JavaScript that a page asks for before anybody touches it, gzipped. */
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { expect, register, signIn, test } from './test.ts';

/** Kilobytes of script until what the page is about is there. A signed-in page keeps a stream open: it is never idle. */
async function firstLoad(page: Page, path: string, about: RegExp): Promise<number> {
  const bodies: Promise<Buffer>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') bodies.push(response.body());
  });
  await page.goto(path, { waitUntil: 'load' });
  await expect(page.getByText(about).first()).toBeVisible();
  const scripts = await Promise.all(bodies);
  return scripts.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0) / 1024;
}

test('the home page loads at most 100 KB of script', async ({ page }) => {
  expect(await firstLoad(page, '/', /What you can do here/)).toBeLessThanOrEqual(100);
});

test('the login page loads at most 125 KB of script', async ({ page }) => {
  expect(await firstLoad(page, '/login', /Password/)).toBeLessThanOrEqual(125);
});

test('the farmer dashboard loads at most 170 KB of script', async ({ page, request }) => {
  await signIn(page, await register(request, 'farmer'));
  expect(await firstLoad(page, '/dashboard', /No land parcels yet/)).toBeLessThanOrEqual(170);
});
