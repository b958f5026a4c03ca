/** Map with tiles of an external tile server, set by BASEMAP_URL. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { restartableServer, seedFarm, signInAt } from './seeded-farm.ts';
import { expect, test } from './test.ts';

/** One green pixel, scaled up by the map. */
const TILE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mOwSIn4DwAD7AH1m1GdAwAAAABJRU5ErkJggg==',
  'base64',
);

test('the map shows tiles of another server below the parcels @full', async ({ page }) => {
  const requestedTiles: string[] = [];
  const tiles: Server = createServer((request, response) => {
    requestedTiles.push(request.url ?? '');
    response.writeHead(200, { 'content-type': 'image/png', 'access-control-allow-origin': '*' }).end(TILE);
  });
  await new Promise<void>((resolve) => tiles.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(tiles.address() as AddressInfo).port}`;
  const server = await restartableServer();
  try {
    await server.start({ BASEMAP_URL: `${address}/{z}/{x}/{y}.png` });
    const farm = await seedFarm(server.url);
    await signInAt(page, server.url, farm);
    const faults: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text());
    });
    await page.goto(`${server.url}/map`);
    await expect(page.getByText('Home garden').first()).toBeVisible();
    await expect.poll(() => requestedTiles.length, { timeout: 30_000 }).toBeGreaterThan(0);
    expect(requestedTiles.every((path) => /^\/\d+\/\d+\/\d+\.png$/.test(path))).toBe(true);
    expect(faults).toEqual([]);
  } finally {
    await server.end();
    await new Promise((resolve) => tiles.close(resolve));
  }
});
