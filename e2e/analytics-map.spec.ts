/** The officials' map of every parcel. The map of counties is in analytics.spec.ts. */
import { waitForMap } from './boundaries-helpers.ts';
import { seedDatabase, test } from './fixture-server.ts';
import { expect, signIn } from './test.ts';

test.use({ country: 'map' });
test.describe.configure({ mode: 'serial' });

test('an empty country says so @full', async ({ page, official }) => {
  await signIn(page, official);
  await page.goto('/regional-map?show=parcels');
  await waitForMap(page);
  await expect(page.getByText('No parcel with a boundary here.')).toBeVisible();
});

test('every parcel on the map: counted far out, drawn near, filtered, opened @full', async ({
  page,
  request,
  send,
}) => {
  const { official, farmer, bounded } = await seedDatabase(request);
  await signIn(page, official);
  await page.goto('/regional-map?show=parcels');
  await waitForMap(page);
  const inView = page.getByRole('status').filter({ hasText: /parcel/ });
  await expect(inView).toHaveText('2 parcels in the squares in view.');

  await page.getByRole('combobox', { name: 'Go to county' }).selectOption('Nakuru');
  await page.getByRole('combobox', { name: 'Soil type' }).selectOption('clay');
  await expect(page).toHaveURL(/soilType=clay/);
  await expect(inView).toContainText('1 parcel');
  await page.getByRole('combobox', { name: 'Score' }).selectOption('initial');
  await expect(page.getByText('No parcel with a boundary here.')).toBeVisible();
  await page.getByRole('combobox', { name: 'Score' }).selectOption('');
  await page.getByRole('combobox', { name: 'Soil type' }).selectOption('');

  await page.getByRole('combobox', { name: 'Go to county' }).selectOption('');
  await page.getByRole('button', { name: 'Show as table' }).click();
  await expect(page.getByText('25 of 30')).toBeVisible();

  await page.goto('/regional-map?show=parcels&at=35.9027,-0.298,16');
  await waitForMap(page);
  await expect(inView).toHaveText('2 parcels in view.');
  const canvas = page.locator('.maplibregl-canvas');
  await canvas.focus();
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/at=35\.903/);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Unsettled overlap')).toBeVisible();
  // The layer state is in the URL, so the checkbox updates shortly after the click.
  const overlaps = page.getByRole('checkbox', { name: 'Overlaps' });
  await overlaps.click();
  await expect(overlaps).not.toBeChecked();
  await canvas.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'Open parcel' })).toBeVisible();

  await page.keyboard.press('ArrowLeft');
  await expect(page).toHaveURL(/at=35\.902/);
  await page.keyboard.press('Enter');
  const open = page.getByRole('link', { name: 'Open parcel' });
  await expect(open).toHaveAttribute('href', new RegExp(bounded._id));
  await expect(page.getByText('The farmer will see that you opened it, and when.')).toBeVisible();
  // Viewing the map does not create an access log entry.
  const views = () => send(farmer, `GET /land/${bounded._id}/views`);
  expect(await views()).toHaveLength(0);
  await open.click();
  await expect(page.getByRole('heading', { level: 1, name: 'River plot' })).toBeVisible();
  expect(await views()).toHaveLength(1);

  await page.getByRole('link', { name: 'Show on the map of all parcels' }).click();
  // The parcel's page has a map as well.
  await expect(page.getByRole('heading', { name: 'All parcels' })).toBeVisible();
  await waitForMap(page);
  await expect(inView).toHaveText('2 parcels in view.');
  await expect(page.getByText(/km from .+ \(.+\)$/)).toBeVisible();
  await page.getByRole('combobox', { name: 'Go to a place' }).fill('Mombasa');
  await expect(page).toHaveURL(/at=39\.\d+(,|%2C)-4\./);
  await expect(page.getByText('No parcel with a boundary here.')).toBeVisible();
});
