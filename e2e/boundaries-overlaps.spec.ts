/** Two farmers in two browsers whose boundaries overlap, and the official who settles it. */
import { rectangle, setBoundary, uniqueOrigin, withoutWebGl } from './boundaries-helpers.ts';
import { addParcel, expect, IS_FULL, register, signIn, test } from './test.ts';

test('an overlap is seen by both at once, talked about, settled and corrected @full', async ({
  page,
  request,
  openAs,
  send,
}) => {
  const at = uniqueOrigin();
  const [amina, otieno, official] = [
    await register(request, 'farmer', 'Amina Wanjiku'),
    await register(request, 'farmer', 'Otieno Odhiambo'),
    await register(request, 'government', 'Wanjiru Kamau'),
  ];
  const north = await addParcel(send, amina, 'Kaskazini');
  const south = await addParcel(send, otieno, 'Kusini');
  await setBoundary(send, amina, north, rectangle(at, 0, 0, 10, 10));

  const neighbour = await openAs(otieno);
  await neighbour.setViewportSize({ width: 360, height: 740 });
  // Only the official's browser draws the map.
  for (const screen of [page, neighbour]) await withoutWebGl(screen);
  await signIn(page, amina);
  await page.goto(`/land/${north._id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Kaskazini' })).toBeVisible();
  await expect(page.getByText(/overlap with another farmer/)).toBeHidden();

  await test.step('the other farmer imports a boundary that reaches two steps into it', async () => {
    await neighbour.goto(`/land/${south._id}/boundary?mode=import`);
    const buffer = Buffer.from(JSON.stringify(rectangle(at, 8, 0, 10, 10)));
    await neighbour.getByLabel('Choose a file').setInputFiles({ name: 'a.geojson', mimeType: '', buffer });
    await neighbour.getByRole('button', { name: 'Use this boundary' }).click();
    await neighbour.getByRole('button', { name: 'Save boundary' }).click();
    await expect(neighbour.getByText(/It overlaps another farmer’s/)).toBeVisible();
  });

  await test.step('both see its area and its side on the own parcel, and nothing of each other', async () => {
    for (const [screen, side] of [
      [page, 'east'],
      [neighbour, 'west'],
    ] as const) {
      const overlap = screen.getByRole('region', { name: 'Overlaps with other parcels' });
      await expect(overlap.getByText('1 overlap with another farmer’s parcel')).toBeVisible();
      await expect(overlap.getByText(`about 2,000 m² on the ${side} side`)).toBeVisible();
      await expect(overlap.getByText(/^The red line on your boundary/)).toBeVisible();
    }
    await expect(page.getByText(/Kusini|Otieno/)).toHaveCount(0);
    await expect(neighbour.getByText(/Kaskazini|Amina/)).toHaveCount(0);
  });

  await test.step('a notice leads the first farmer to the own parcel', async () => {
    await page.goto('/notices');
    await page.getByText('A boundary overlaps your parcel Kaskazini').first().click();
    await expect(page.getByRole('heading', { level: 1, name: 'Kaskazini' })).toBeVisible();
  });

  await test.step('one writes, the other reads it, and neither sees who it is', async () => {
    await page.getByRole('button', { name: 'Write to the other farmer' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText(/Neither of you sees the other’s name/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Send' }).click();
    await expect(dialog.getByText('Please fill this in.')).toBeVisible();
    await dialog.getByLabel('Message').fill('Shall we meet at the hedge?');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByRole('log').getByText('Shall we meet at the hedge?')).toBeVisible();
    await neighbour.goto(`/land/${south._id}`);
    await neighbour.getByRole('link', { name: 'Open the conversation' }).click();
    await expect(neighbour.getByRole('log').getByText('Shall we meet at the hedge?')).toBeVisible();
    for (const screen of [page, neighbour])
      await expect(screen.getByLabel('Reply to your neighbour')).toBeVisible();
    await expect(page.getByText(/Otieno/)).toHaveCount(0);
    await expect(neighbour.getByText(/Amina/)).toHaveCount(0);
  });

  await test.step('names are shown once both have agreed; before that it can be taken back', async () => {
    const fits = () => neighbour.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
    expect(await fits()).toBe(true);
    await page.getByRole('button', { name: 'Agree to show names' }).click();
    await expect(page.getByText('You have agreed to show names')).toBeVisible();
    await expect(neighbour.getByText('Your neighbour agrees to show names')).toBeVisible();
    await page.getByRole('button', { name: 'I no longer agree' }).click();
    await expect(neighbour.getByText('Neither of you sees the other’s name')).toBeVisible();
    await neighbour.getByRole('button', { name: 'Agree to show names' }).click();
    await expect(neighbour.getByText('Your neighbour has not agreed yet.', { exact: false })).toBeVisible();
    expect(await fits()).toBe(true);
    await expect(page.getByText('Your neighbour agrees to show names')).toBeVisible();
    await page.getByRole('button', { name: 'Agree to show names' }).click();
    await expect(page.getByLabel('Reply to Otieno Odhiambo')).toBeVisible();
    await expect(neighbour.getByLabel('Reply to Amina Wanjiku')).toBeVisible();
  });

  await test.step('an official sees it, and settles it with a note that both read', async () => {
    const officePage = await openAs(official, '/overlaps?status=open');
    const card = officePage
      .getByRole('listitem')
      .filter({ has: officePage.getByRole('heading', { name: /^Overlap of 2,4\d\d m²/ }) })
      .filter({ hasText: 'Amina Wanjiku' })
      .filter({ hasText: 'Otieno Odhiambo' });
    if (IS_FULL) {
      await card.getByRole('button', { name: 'Show on the map' }).click();
      await expect(card.locator('.map-canvas[data-ready]')).toBeVisible({ timeout: 30_000 });
    }
    await card.getByRole('button', { name: 'Mark as settled' }).click();
    await officePage.getByLabel('What was agreed').fill('The hedge is the border.');
    await officePage.getByRole('dialog').getByRole('button', { name: 'Mark as settled' }).click();
    await expect(officePage.getByText('The overlap is marked as settled.')).toBeVisible();
    for (const [screen, parcel] of [
      [page, north],
      [neighbour, south],
    ] as const) {
      // From here on the event stream reports changes, including those made before it was open.
      await screen.goto(`/land/${parcel._id}`);
      await expect(screen.getByText('An official wrote: The hedge is the border.')).toBeVisible();
    }
  });

  await test.step('the strip is drawn once both have agreed, and hidden when it grows', async () => {
    await page.getByRole('button', { name: 'Agree to show the strip' }).click();
    await expect(page.getByText('You have agreed to show the strip.', { exact: false })).toBeVisible();
    await expect(
      neighbour.getByText('Your neighbour agrees to show the strip to both of you.'),
    ).toBeVisible();
    await neighbour.getByRole('button', { name: 'Agree to show the strip' }).click();
    for (const screen of [page, neighbour]) {
      await expect(screen.getByText(/^The red strip is within both boundaries/)).toBeVisible();
      await expect(screen.getByText(/^2,4\d\d m² on the (east|west) side$/)).toBeVisible();
    }
    await setBoundary(send, otieno, south, rectangle(at, 1, 0, 10, 10));
    await expect(neighbour.getByText(/^The strip itself is drawn once/)).toBeVisible();
    await neighbour.goto(`/land/${south._id}/boundary?mode=draw`);
    await expect(neighbour.getByText('about 10,000 m² in the middle of your parcel')).toBeVisible();
  });

  await test.step('a boundary that is far larger than the parcel is refused before it is sent', async () => {
    await neighbour.goto(`/land/${south._id}/boundary?mode=import`);
    const buffer = Buffer.from(JSON.stringify(rectangle(at, 20, 0, 30, 30)));
    await neighbour.getByLabel('Choose a file').setInputFiles({ name: 'a.geojson', mimeType: '', buffer });
    await neighbour.getByRole('button', { name: 'Use this boundary' }).click();
    await expect(neighbour.getByText(/more than five times the registered size/)).toBeVisible();
    await expect(neighbour.getByRole('button', { name: 'Save boundary' })).toBeDisabled();
    await neighbour.goto(`/land/${south._id}`);
    await expect(neighbour.getByRole('region', { name: 'Overlaps with other parcels' })).toBeVisible();
  });

  await test.step('it is gone from both screens when one corrects the boundary', async () => {
    await setBoundary(send, otieno, south, rectangle(at, 10, 0, 10, 10));
    for (const screen of [page, neighbour])
      await expect(screen.getByRole('region', { name: 'Overlaps with other parcels' })).toBeHidden();
  });
});
