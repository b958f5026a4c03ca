/** Every screen with a map of the own land, in each look: nothing for axe, nothing that scrolls sideways. */
import { addParcel, rectangle, setBoundary, uniqueOrigin, waitForMap } from './boundaries-helpers.ts';
import { expect, expectSoundInEachLook, LOOKS, register, signInWith, test } from './test.ts';

test('the map screens', async ({ page, request }) => {
  const at = uniqueOrigin();
  const [person, neighbour] = [await register(request, 'farmer'), await register(request, 'farmer')];
  const [parcel, empty, other] = await Promise.all([
    addParcel(request, person, 'Shamba la juu'),
    addParcel(request, person, 'Shamba lisilo na mpaka bado'),
    addParcel(request, neighbour, 'Lingine'),
  ]);
  await setBoundary(request, person, parcel, rectangle(at, 0, 0, 10, 10));
  await setBoundary(request, neighbour, other, rectangle(at, 8, 0, 9, 9));

  await signInWith(page, person, LOOKS[0]);
  for (const path of ['/map', `/land/${parcel._id}`, `/land/${parcel._id}/boundary?mode=draw`]) {
    await page.goto(path);
    await waitForMap(page);
    await expectSoundInEachLook(page);
  }
  // In the same page: how a boundary is made is changed by a tap.
  await page.goto(`/land/${empty._id}/boundary?mode=draw`);
  await waitForMap(page);
  for (const mode of await page.getByRole('radiogroup').locator('label').all()) {
    await mode.click();
    await expectSoundInEachLook(page);
  }
  for (const path of [`/land/${empty._id}`, '/land/nonsense/boundary']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectSoundInEachLook(page);
  }
});
