/** Boundaries on the real map: drawn with mouse, finger and keyboard, walked with GPS, and listed together. */
import { readFile } from 'node:fs/promises';
import type { ParcelDetail } from '@ardhi/contract';
import { SQUARE_METRES_PER_ACRE } from '@ardhi/contract/units';
import type { BrowserContext, Page } from '@playwright/test';
import { fitIn } from '../apps/web/src/map/map-features.ts';
import {
  boundaryOf,
  rectangle,
  setBoundary,
  uniqueOrigin,
  vertexCount,
  waitForMap,
  withoutWebGl,
} from './boundaries-helpers.ts';
import { addParcel, expect, signIn, test } from './test.ts';

/** Text of the vertices of a closed ring, as a user types them. */
const cornersOf = (ring: [lon: number, lat: number][]) =>
  ring
    .slice(0, -1)
    .map(([lon, lat]) => `${lat}, ${lon}`)
    .join('\n');

// A drawing on a county map exceeds five times any field's size, so these parcels state no size or a negligible one.
test('a boundary drawn with the mouse, corrected, saved, and its area taken over @full', async ({
  page,
  farmer,
  send,
}) => {
  // A separate county: the drawing covers half of it, and no other test may have a field there.
  const parcel = await addParcel(send, farmer, 'Shamba la juu', {
    size: 0.05,
    location: { address: 'Elwak, Mandera County' },
  });
  await signIn(page, farmer);
  await page.goto(`/land/${parcel._id}`);
  await page.getByRole('link', { name: 'Draw it on the map' }).click();
  const at = await waitForMap(page);
  const save = page.getByRole('button', { name: 'Save boundary' });
  await expect(save).toBeDisabled();

  const vertices = [at(0.3, 0.3), at(0.7, 0.3), at(0.7, 0.7), at(0.3, 0.7)];
  for (const [index, { x, y }] of vertices.entries()) {
    await page.mouse.click(x, y);
    await expect(vertexCount(page)).toHaveText(String(index + 1));
  }
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(vertexCount(page)).toHaveText('3');
  await page.getByRole('button', { name: 'Redo' }).click();
  await expect(vertexCount(page)).toHaveText('4');
  // A click on the first vertex closes the outline.
  await page.mouse.click(vertices[0]!.x, vertices[0]!.y);
  await expect(page.getByRole('button', { name: 'Cut out a piece' })).toBeVisible();

  const areaBefore = await page.locator('dt:text-is("Area") + dd').textContent();
  await page.mouse.move(vertices[2]!.x, vertices[2]!.y);
  await page.mouse.down();
  await page.mouse.move(at(0.8, 0.8).x, at(0.8, 0.8).y, { steps: 8 });
  await page.mouse.up();
  await expect(page.locator('dt:text-is("Area") + dd')).not.toHaveText(areaBefore!);

  // A click on the middle of a side adds a vertex.
  await page.mouse.click(at(0.5, 0.3).x, at(0.5, 0.3).y);
  await expect(vertexCount(page)).toHaveText('5');
  await page.getByRole('button', { name: 'Remove corner' }).click();
  await expect(vertexCount(page)).toHaveText('4');

  await save.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Shamba la juu' })).toBeVisible();
  await waitForMap(page);
  await expect(page.getByText(/The registered size differs by/)).toBeVisible();
  const stored = await boundaryOf(send, farmer, parcel);
  expect(stored).toMatchObject({ source: 'drawn', revision: 1, overlaps: [] });
  await page.getByRole('button', { name: 'Use this area' }).click();
  await expect(page.getByText(/The size is now/)).toBeVisible();
  const { size } = await send<ParcelDetail>(farmer, `GET /land/${parcel._id}`);
  expect(size).toBeCloseTo(stored.areaSquareMetres / SQUARE_METRES_PER_ACRE, 1);
});

test('a boundary whose sides cross is not saved; the map shows where @full', async ({
  page,
  farmer,
  send,
}) => {
  const parcel = await addParcel(send, farmer, 'Pembe');
  await signIn(page, farmer);
  await page.goto(`/land/${parcel._id}/boundary?mode=draw`);
  const at = await waitForMap(page);
  for (const { x, y } of [at(0.3, 0.3), at(0.7, 0.7), at(0.7, 0.3), at(0.3, 0.7)])
    await page.mouse.click(x, y);
  await page.getByRole('button', { name: 'Close outline' }).click();
  await expect(page.getByRole('alert').getByText(/sides cross or touch/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save boundary' })).toBeDisabled();
  await page.getByRole('button', { name: 'Start over' }).click();
  await expect(page.getByText(/sides cross or touch/)).toBeHidden();
  // Leaving an unfinished drawing asks for confirmation.
  await page.getByRole('link', { name: 'Pembe' }).click();
  await page.getByRole('button', { name: 'Stay and keep editing' }).click();
  await expect(page.getByRole('heading', { name: 'Boundary' })).toBeVisible();
});

test('a boundary drawn with the keyboard alone, and by its coordinates @full', async ({
  page,
  farmer,
  send,
}) => {
  const parcel = await addParcel(send, farmer, 'Shamba la kibodi', { size: 0 });
  await signIn(page, farmer);
  await page.goto(`/land/${parcel._id}/boundary?mode=draw`);
  await waitForMap(page);
  const canvas = page.getByRole('region', { name: /Map to draw Shamba la kibodi on/ });
  await canvas.focus();
  for (const [index, key] of ['', 'ArrowRight', 'ArrowDown', 'ArrowLeft'].entries()) {
    if (key) await canvas.press(key);
    // The map pans with an animation; without movement no second vertex is added.
    await expect
      .poll(async () => {
        await canvas.press('Enter');
        return Number(await vertexCount(page).textContent());
      })
      .toBeGreaterThan(index);
  }
  await page.getByRole('button', { name: 'Close outline' }).click();
  await expect(page.getByRole('button', { name: 'Save boundary' })).toBeEnabled();

  const place = uniqueOrigin();
  await page.getByText('Corner coordinates').click();
  const coordinates = page.getByLabel('One corner on each line');
  await coordinates.fill('here\n');
  await page.getByRole('button', { name: 'Use these corners' }).click();
  await expect(page.getByText('Line 1 is not a latitude and a longitude.')).toBeVisible();
  const ring = rectangle(place, 0, 0, 8, 8).coordinates[0]!;
  await coordinates.fill(cornersOf(ring));
  await page.getByRole('button', { name: 'Use these corners' }).click();
  await expect(vertexCount(page)).toHaveText('4');
  await page.getByRole('button', { name: 'Save boundary' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Shamba la kibodi' })).toBeVisible();
  expect((await boundaryOf(send, farmer, parcel)).geometry.coordinates[0]).toEqual(ring);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test('map and buttons fill the screen, walking first', async ({ page, farmer, send }) => {
    const parcel = await addParcel(send, farmer, 'Shamba la skrini');
    await signIn(page, farmer);
    await page.goto(`/land/${parcel._id}/boundary`);
    const start = page.getByRole('button', { name: 'Start walking' });
    await expect(start).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('radio').first()).toHaveAttribute('value', 'walk');
    await expect(page.locator('dt:text-is("Area") + dd')).toBeInViewport({ ratio: 1 });
    const frame = page.locator('.map-frame');
    const [map, bar] = [(await frame.boundingBox())!, (await page.locator('.bottom-bar').boundingBox())!];
    expect(map.width).toBe(360);
    expect(map.height).toBeGreaterThanOrEqual(260);
    expect((await start.boundingBox())!.y + 44).toBeLessThanOrEqual(bar.y);

    await page.getByText('Draw', { exact: true }).tap();
    const save = page.getByRole('button', { name: 'Save boundary' });
    await expect(save).toBeInViewport({ ratio: 1 });
    const top = (await save.boundingBox())!.y;
    for (const name of ['Close outline', 'Undo', 'Start over']) {
      const { y, height } = (await page.getByRole('button', { name }).boundingBox())!;
      expect(y + height, name).toBeLessThanOrEqual(top);
    }
    await expect(page.locator('dt:text-is("Area") + dd').first()).toBeInViewport({ ratio: 1 });
  });

  test('a boundary drawn with a finger, a corner dragged @full', async ({ page, context, farmer, send }) => {
    const parcel = await addParcel(send, farmer, 'Shamba la simu', { size: 0 });
    await signIn(page, farmer);
    await page.goto(`/land/${parcel._id}/boundary?mode=draw`);
    const at = await waitForMap(page);
    const vertices = [at(0.25, 0.3), at(0.7, 0.35), at(0.7, 0.75), at(0.25, 0.75)];
    for (const [index, { x, y }] of vertices.entries()) {
      await page.touchscreen.tap(x, y);
      await expect(vertexCount(page)).toHaveText(String(index + 1));
    }
    await page.touchscreen.tap(vertices[0]!.x, vertices[0]!.y);
    await expect(page.getByRole('button', { name: 'Add a part' })).toBeVisible();
    const area = page.locator('dt:text-is("Area") + dd');
    const before = await area.textContent();
    await dragFinger(context, page, vertices[3]!, at(0.15, 0.85));
    await expect(area).not.toHaveText(before!);
    await page.getByRole('button', { name: 'Save boundary' }).tap();
    await expect(page.getByRole('heading', { level: 1, name: 'Shamba la simu' })).toBeVisible();
    expect((await boundaryOf(send, farmer, parcel)).geometry.coordinates[0]).toHaveLength(5);
  });

  test('a boundary walked with GPS: poor fixes omitted, paused, resumed after a reload @full', async ({
    page,
    context,
    farmer,
    send,
  }) => {
    const place = uniqueOrigin();
    const walkTo = async (x: number, y: number, accuracy = 5) => {
      const [longitude, latitude] = place(x, y);
      await context.setGeolocation({ longitude, latitude, accuracy });
    };
    await walkTo(0, 0);
    await context.grantPermissions(['geolocation']);
    const parcel = await addParcel(send, farmer, 'Shamba la miguu');
    await signIn(page, farmer);
    // The points are counted next to the map; another test covers drawing on it.
    await withoutWebGl(page);
    await page.goto(`/land/${parcel._id}/boundary?mode=walk`);
    const points = page.locator('dt:text-is("Points") + dd');
    await page.getByRole('button', { name: 'Start walking' }).click();
    await expect(points).toHaveText('1');
    await expect(page.getByText('accurate to 5 m')).toBeVisible();
    await walkTo(8, 0);
    await expect(points).toHaveText('2');

    await walkTo(9, 4, 60);
    await expect(page.getByText(/Not exact enough/)).toBeVisible();
    await expect(points).toHaveText('2');
    await expect(page.locator('dt:text-is("Left out") + dd')).toHaveText('1');

    await page.getByRole('button', { name: 'Pause' }).click();
    await page.reload();
    await expect(page.getByText('2 points of your walk are saved here.')).toBeVisible();
    await walkTo(8, 9);
    await page.getByRole('button', { name: 'Go on walking' }).click();
    await expect(points).toHaveText('3');
    await page.getByRole('button', { name: 'Mark a corner here' }).click();
    await walkTo(0, 9);
    await expect(points).toHaveText('4');
    await page.getByRole('button', { name: 'Finish and check' }).click();
    await expect(vertexCount(page)).toHaveText('4');
    await page.getByRole('button', { name: 'Save boundary' }).click();
    await expect(page.getByText('walked with GPS')).toBeVisible();
    const stored = await boundaryOf(send, farmer, parcel);
    expect(stored.source).toBe('walked');
    expect(stored.geometry).toEqual(rectangle(place, 0, 0, 8, 9));
    expect(await page.evaluate((id) => localStorage.getItem(`walk:${id}`), parcel._id)).toBeNull();
  });
});

/** Uses CDP, because Playwright's touchscreen cannot drag. */
async function dragFinger(
  context: BrowserContext,
  page: Page,
  from: { x: number; y: number },
  to: { x: number; y: number },
): Promise<void> {
  const browser = await context.newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
    browser.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  await touch('touchStart', [from]);
  for (let step = 1; step <= 8; step += 1)
    await touch('touchMove', [
      { x: from.x + ((to.x - from.x) * step) / 8, y: from.y + ((to.y - from.y) * step) / 8 },
    ]);
  await touch('touchEnd', []);
}

test('all parcels together: on the map, in the list, in a file @full', async ({ page, farmer, send }) => {
  const place = uniqueOrigin();
  const [one, two] = [await addParcel(send, farmer, 'Juu'), await addParcel(send, farmer, 'Chini')];
  await addParcel(send, farmer, 'Bila mpaka');
  await setBoundary(send, farmer, one, rectangle(place, 0, 0, 10, 10));
  await setBoundary(send, farmer, two, rectangle(place, 12, 0, 8, 10));
  await signIn(page, farmer);
  await page.goto('/land');
  await page.getByRole('link', { name: 'Map', exact: true }).click();
  await expect(page.getByText('2 of 3 parcels have a boundary.')).toBeVisible();
  const at = await waitForMap(page);
  await page.getByRole('button', { name: /^Chini/ }).click();
  await expect(page.getByRole('button', { name: /^Chini/ })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('link', { name: 'Open parcel' })).toBeVisible();
  await page.getByRole('button', { name: /^Chini/ }).click();
  await expect(page.getByRole('link', { name: 'Open parcel' })).toBeHidden();
  // A click on the map also selects the parcel in the list.
  await expect
    .poll(async () => {
      await page.mouse.click(at(0.3, 0.5).x, at(0.3, 0.5).y);
      return page.getByRole('button', { name: /^Juu/ }).getAttribute('aria-pressed');
    })
    .toBe('true');
  await page.getByRole('button', { name: 'Export' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Export as GeoJSON' }).click(),
  ]);
  const { features } = JSON.parse(await readFile(await download.path(), 'utf8'));
  expect(features.map((feature: { properties: { name: string } }) => feature.properties.name)).toEqual([
    'Juu',
    'Chini',
  ]);
  await page.getByRole('link', { name: 'Add boundary of Bila mpaka' }).click();
  await expect(page.getByRole('heading', { name: 'Boundary' })).toBeVisible();
});

test('parcels close together are one circle, which opens when it is tapped @full', async ({
  page,
  farmer,
  send,
}) => {
  const place = uniqueOrigin();
  for (const [name, x] of [
    ['Juu', 0],
    ['Chini', 12],
    ['Mbali', 3000],
  ] as const)
    await setBoundary(send, farmer, await addParcel(send, farmer, name), rectangle(place, x, 0, 10, 10));
  await signIn(page, farmer);
  await page.goto('/map');
  const at = await waitForMap(page);
  const scale = page.locator('.maplibregl-ctrl-scale');
  await expect(scale).toHaveText(/km$/);
  const { width, height } = (await page.locator('.map-canvas').boundingBox())!;
  const { padding } = fitIn({ clientWidth: width, clientHeight: height });
  const circle = at(padding.left / width, (height + padding.top - padding.bottom) / 2 / height);
  await expect
    .poll(async () => {
      await page.mouse.click(circle.x, circle.y);
      return scale.textContent();
    })
    .toMatch(/\dm$|\d\sm$/);
  await expect(page.getByRole('link', { name: 'Open parcel' })).toBeHidden();
});

test('without WebGL the parcels are drawn plainly, and a boundary is typed', async ({
  page,
  farmer,
  send,
}) => {
  await withoutWebGl(page);
  const parcel = await addParcel(send, farmer, 'Shamba');
  await signIn(page, farmer);
  await page.goto(`/land/${parcel._id}/boundary?mode=draw`);
  await expect(page.getByText('This browser cannot draw the map')).toBeVisible();
  const ring = rectangle(uniqueOrigin(), 0, 0, 8, 8).coordinates[0]!;
  await page.getByLabel('One corner on each line').fill(cornersOf(ring));
  await page.getByRole('button', { name: 'Use these corners' }).click();
  await expect(page.locator('.map-frame path')).toHaveCount(1);
  await page.getByRole('button', { name: 'Save boundary' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Shamba' })).toBeVisible();
  expect((await boundaryOf(send, farmer, parcel)).geometry.coordinates[0]).toEqual(ring);
});
