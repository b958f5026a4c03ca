/** Import of boundaries from files of every format, with preview, and export. */
import { readFile } from 'node:fs/promises';
import { deflateRawSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { shapefile, zip } from '../apps/web/test/files.ts';
import {
  boundaryOf,
  rectangle,
  uniqueOrigin,
  vertexCount,
  waitForMap,
  withoutWebGl,
} from './boundaries-helpers.ts';
import { addParcel, expect, signIn, test } from './test.ts';

type Ring = [number, number][];

const text = (content: string) => Buffer.from(content);
const json = (content: unknown) => text(JSON.stringify(content));
const feature = (name: string, geometry: object) => ({ type: 'Feature', properties: { name }, geometry });

const gpx = (ring: Ring) =>
  text(
    `<?xml version="1.0"?><gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><trk><name>Walk</name><trkseg>${ring
      .slice(0, -1)
      .map(([lon, lat]) => `<trkpt lat="${lat}" lon="${lon}"/>`)
      .join('')}</trkseg></trk></gpx>`,
  );
const kml = (ring: Ring) =>
  text(
    `<kml xmlns="http://www.opengis.net/kml/2.2"><Placemark><name>Deed</name><Polygon><outerBoundaryIs><LinearRing><coordinates>${ring
      .map(([lon, lat]) => `${lon},${lat},0`)
      .join(' ')}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark></kml>`,
  );
const WGS84 = 'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]]]';
const UTM = 'PROJCS["Arc_1960_UTM_Zone_37S",GEOGCS["GCS_Arc_1960",DATUM["D_Arc_1960"]]]';
const shapes = (ring: Ring, prj: string) => Buffer.from(zip(shapefile([{ name: 'Survey', ring }], prj)));

const open = (page: Page, name: string, buffer: Buffer) =>
  page.getByLabel('Choose a file').setInputFiles({ name, mimeType: '', buffer });

/** Expects every vertex with seven decimals, as the editor stores them. */
async function expectVertices(page: Page, ring: Ring): Promise<void> {
  const lines = ring.slice(0, -1).map(([lon, lat]) => `${lat.toFixed(7)}, ${lon.toFixed(7)}`);
  await expect(page.getByLabel('One corner on each line')).toHaveValue(lines.join('\n'));
}

test('of several areas in a file one is chosen, and shown as it is chosen @full', async ({
  page,
  farmer,
  send,
}) => {
  const place = uniqueOrigin();
  const mine = rectangle(place, 0, 0, 10, 6);
  const parcel = await addParcel(send, farmer, 'Shamba');
  await signIn(page, farmer);
  await page.goto(`/land/${parcel._id}/boundary?mode=import`);
  await waitForMap(page);
  const features = [feature('Elsewhere', rectangle(place, 40, 0, 5, 9)), feature('Mine', mine)];
  await open(page, 'farm.geojson', json({ type: 'FeatureCollection', features }));
  await expect(page.getByText('farm.geojson holds 2 areas. Which one is this parcel?')).toBeVisible();
  const canvas = page.locator('.map-canvas');
  const shown = await canvas.screenshot();
  await page.getByRole('radio', { name: /^Mine: .*, 4 corners$/ }).check();
  await expect.poll(async () => (await canvas.screenshot()).equals(shown)).toBe(false);
  await page.getByRole('button', { name: 'Use this boundary' }).click();
  await expect(vertexCount(page)).toHaveText('4');
  await expectVertices(page, mine.coordinates[0]!);
});

test('a file of each format is taken; what is written out comes back to the last decimal', async ({
  page,
  farmer,
  send,
}) => {
  const place = uniqueOrigin();
  const geometry = rectangle(place, 0, 0, 10.1234567, 6.7654321);
  const ring = geometry.coordinates[0]!;
  const parcel = await addParcel(send, farmer, 'Shamba la faili');
  await signIn(page, farmer);
  await withoutWebGl(page);
  await page.goto(`/land/${parcel._id}/boundary?mode=import`);
  const features = [feature('Elsewhere', rectangle(place, 40, 0, 5, 9)), feature('Mine', geometry)];
  for (const [name, buffer] of [
    ['farm.geojson', json({ type: 'FeatureCollection', features })],
    ['farm.kml', kml(ring)],
    ['farm.gpx', gpx(ring)],
    ['farm.zip', shapes(ring, WGS84)],
  ] as const)
    await test.step(name, async () => {
      await open(page, name, buffer);
      if (name === 'farm.geojson') await page.getByRole('radio', { name: /^Mine: .*, 4 corners$/ }).check();
      await page.getByRole('button', { name: 'Use this boundary' }).click();
      await expectVertices(page, ring);
      if (name === 'farm.zip') return;
      await page.getByRole('button', { name: 'Start over' }).click();
      await expect(vertexCount(page)).toHaveText('0');
      await page.getByText('Import', { exact: true }).click();
    });

  await page.getByRole('button', { name: 'Save boundary' }).click();
  await expect(page.getByText('from a file', { exact: true })).toBeVisible();
  const stored = await boundaryOf(send, farmer, parcel);
  expect(stored).toMatchObject({ source: 'imported', geometry });

  const written = [];
  for (const [entry, extension] of [
    ['Export as GeoJSON', 'geojson'],
    ['Export as KML', 'kml'],
  ] as const) {
    await page.getByRole('button', { name: 'More', exact: true }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: entry }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`Shamba-la-faili.${extension}`);
    written.push([download.suggestedFilename(), await readFile(await download.path())] as const);
  }
  await page.getByRole('link', { name: 'Edit boundary' }).click();
  for (const [name, buffer] of written)
    await test.step(`${name} read back`, async () => {
      await page.getByRole('button', { name: 'Start over' }).click();
      await page.getByText('Import', { exact: true }).click();
      await open(page, name, buffer);
      await expect(page.getByText(/^Shamba la faili: /)).toBeVisible();
      await page.getByRole('button', { name: 'Use this boundary' }).click();
      await expectVertices(page, ring);
    });
});

test('files that give no boundary are refused with the reason @full', async ({ page, farmer, send }) => {
  const parcel = await addParcel(send, farmer, 'Shamba');
  await signIn(page, farmer);
  await withoutWebGl(page);
  await page.goto(`/land/${parcel._id}/boundary?mode=import`);
  const place = uniqueOrigin();
  const ring = rectangle(place, 0, 0, 10, 6).coordinates[0]!;
  const polygon = (vertices: Ring) => json({ type: 'Polygon', coordinates: [vertices] });
  const bomb = deflateRawSync(new Uint8Array(50 * 1024 * 1024));

  for (const [name, buffer, reason] of [
    ['a.kml', text('{"type":"Polygon"}'), 'The file says it is KML, but its content is not.'],
    ['a.zip', text('PK is how it begins'), 'The file says it is a zip archive, but its content is not.'],
    ['a.json', text('{"type":"Point","coordinates":[36,0]}'), /There is no area in this file/],
    ['b.zip', shapes(ring, UTM), /another projection: Arc 1960 UTM Zone 37S/],
    [
      'bomb.zip',
      // Its header claims a small size.
      Buffer.from(zip({ 'a.shp': { packed: bomb, inflated: 100 } })),
      'The zip archive holds too much: unpacked it would be larger than 40 MB.',
    ],
  ] as const) {
    await open(page, name, buffer);
    await expect(page.getByText(reason)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Use this boundary' })).toBeHidden();
  }

  for (const [name, buffer, reason] of [
    ['cross.geojson', polygon([0, 2, 1, 3, 0].map((vertex) => ring[vertex]!)), /The sides cross or touch/],
    ['uganda.geojson', polygon(ring.map(([lon, lat]) => [lon - 10, lat])), 'The boundary is not in Kenya.'],
    [
      'metres.geojson',
      polygon(ring.map(([lon, lat]) => [lon * 7000, lat * 1e5])),
      /not degrees of longitude/,
    ],
    ['turned.geojson', polygon(ring.map(([lon, lat]) => [lat, lon])), 'Latitude and longitude are swapped.'],
  ] as const) {
    await open(page, name, buffer);
    await expect(page.getByText(reason)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Use this boundary' })).toBeDisabled();
  }
  await page.getByRole('button', { name: 'Swap them' }).click();
  await page.getByRole('button', { name: 'Use this boundary' }).click();
  await expectVertices(page, ring);
});
