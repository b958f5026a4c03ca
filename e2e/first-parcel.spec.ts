/** The first ten minutes: from registration to the first score, on a phone. */
import type { Locator } from '@playwright/test';
import { day, expect, PASSWORD, test, unique } from './test.ts';
import { expectTouchable } from './touch-targets.ts';

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

test('from registration to the first score with at most nine fields', async ({ page }) => {
  let typed = 0;
  const type = async (field: Locator, text: string) => {
    typed += 1;
    await field.fill(text);
  };
  await page.goto('/register');
  await type(page.getByLabel('Name'), 'Wanjiru Kamau');
  await type(page.getByLabel('Email'), `${unique('first')}@example.org`);
  await type(page.getByLabel('Password', { exact: true }), PASSWORD);
  await type(page.getByLabel('Farm Location'), 'Njoro, Nakuru County');
  await type(page.getByLabel('Farm Size'), '3.5');
  await page.getByRole('button', { name: 'Create Account' }).tap();

  await expect(page.getByText('No land parcels yet')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Add New Land' })).toBeVisible();
  await page.getByRole('link', { name: 'Njoro, 3.5 acres: make it my first parcel' }).tap();
  await expect(page.getByLabel('Name', { exact: false }).first()).toHaveValue('Njoro');
  await expect(page.getByLabel('Size')).toHaveValue('3.5');
  await expect(page.getByLabel('Location Address')).toHaveValue('Njoro, Nakuru County');
  await expect(page.getByLabel('Soil Type')).toHaveValue('loamy');
  await page.getByRole('button', { name: 'Create Land' }).tap();

  // The crop form suggests the harvest date.
  await expect(page.getByRole('heading', { name: 'What grows on Njoro?' })).toBeVisible();
  await expectTouchable(page);
  await page.getByRole('button', { name: 'Add Crop' }).tap();
  const form = page.getByRole('dialog');
  await type(form.getByLabel('Crop Name'), 'Maize');
  await type(form.getByLabel('Planting Date'), day(-30));
  await expect(form.getByLabel('Harvest Date')).not.toHaveValue('');
  await form.getByRole('button', { name: 'Enter it in 90 kg bags/acre' }).tap();
  await type(form.getByLabel('Expected Yield (tons/hectare)'), '8');
  await form.getByRole('button', { name: 'Add Crop' }).tap();

  // Then its edge, which is skipped. The card has the first score.
  await expect(page.getByRole('heading', { name: 'Where is its edge?' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Walk its edge' })).toBeVisible();
  await page.getByRole('button', { name: 'Skip' }).tap();
  await expect(page.getByRole('heading', { name: 'Where is its edge?' })).toHaveCount(0);
  await expect(page.getByRole('article', { name: 'Njoro' })).toContainText(/\d+%/);
  expect(typed).toBeLessThanOrEqual(9);
});
