/** Maps of the operator: tiles of another server, a PMTiles file, satellite pictures. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { pmtilesFile, sampleTile } from '../apps/api/test/pmtiles-file.ts';
import { restartableServer, seedFarm, signInAt } from './seeded-farm.ts';
import { expect, test } from './test.ts';

/** One green pixel, scaled up by the map. */
const TILE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mOwSIn4DwAD7AH1m1GdAwAAAABJRU5ErkJggg==',
  'base64',
);

async function tileServer() {
  const requested: string[] = [];
  const server = createServer((request, response) => {
    requested.push(request.url ?? '');
    response.writeHead(200, { 'content-type': 'image/png', 'access-control-allow-origin': '*' }).end(TILE);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    requested,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** Opens the farmer's map on a server with these settings; returns what the page reports as errors. */
async function openMap(page: Page, server: Awaited<ReturnType<typeof restartableServer>>) {
  const farm = await seedFarm(server.url);
  await signInAt(page, server.url, farm);
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  await page.goto(`${server.url}/map`);
  await expect(page.getByText('Home garden').first()).toBeVisible();
  return faults;
}

test('the map shows tiles of another server below the parcels @full', async ({ page }) => {
  const tiles = await tileServer();
  const server = await restartableServer();
  try {
    await server.start({ BASEMAP_URL: `${tiles.url}/{z}/{x}/{y}.png` });
    const faults = await openMap(page, server);
    await expect.poll(() => tiles.requested.length, { timeout: 30_000 }).toBeGreaterThan(0);
    expect(tiles.requested.every((path) => /^\/\d+\/\d+\/\d+\.png$/.test(path))).toBe(true);
    expect(faults).toEqual([]);
  } finally {
    await server.end();
    await tiles.close();
  }
});

test('the map shows a PMTiles file, and satellite pictures on request', async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'ardhi-map-'));
  const tiles = await tileServer();
  const server = await restartableServer();
  try {
    // Overzoomed from one tile of the whole world.
    writeFileSync(join(folder, 'world.pmtiles'), pmtilesFile({ '0/0/0': sampleTile('Kenya') }));
    await server.start({
      BASEMAP_FILE: join(folder, 'world.pmtiles'),
      IMAGERY_URL: `${tiles.url}/{z}/{x}/{y}.jpg`,
      IMAGERY_ATTRIBUTION: 'Pictures <b>Ltd</b>',
    });
    const basemap = page.waitForResponse((response) => response.url().includes('/api/basemap/0/0/0?v='));
    const faults = await openMap(page, server);
    expect((await basemap).status()).toBe(200);
    const sources = page.locator('.maplibregl-ctrl-attrib-inner');
    await expect(sources).toContainText('© OpenStreetMap');
    expect(tiles.requested).toEqual([]);

    const pictures = page.getByRole('button', { name: 'Satellite pictures' });
    await expect(pictures).toHaveAttribute('aria-pressed', 'false');
    await pictures.click();
    await expect(pictures).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(() => tiles.requested.length, { timeout: 30_000 }).toBeGreaterThan(0);
    await expect(sources).toContainText('Pictures <b>Ltd</b>');
    // The choice is kept on this device.
    await page.reload();
    await expect(pictures).toHaveAttribute('aria-pressed', 'true');
    expect(faults).toEqual([]);
  } finally {
    await server.end();
    await tiles.close();
    rmSync(folder, { recursive: true });
  }
});
