/** A map on tiles from elsewhere, as BASEMAP_URL names them: a tile server at another address. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ownServer, seedFarm, signInAt } from './seeded-farm.ts';
import { expect, test } from './test.ts';

/** One green pixel, which a map enlarges. */
const TILE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mOwSIn4DwAD7AH1m1GdAwAAAABJRU5ErkJggg==',
  'base64',
);

test('the map lies on the tiles of another server, and the parcels on them @full', async ({ page }) => {
  const asked: string[] = [];
  const tiles: Server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(200, { 'content-type': 'image/png', 'access-control-allow-origin': '*' }).end(TILE);
  });
  await new Promise<void>((resolve) => tiles.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(tiles.address() as AddressInfo).port}`;
  const server = await ownServer();
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
    await expect.poll(() => asked.length, { timeout: 30_000 }).toBeGreaterThan(0);
    expect(asked.every((path) => /^\/\d+\/\d+\/\d+\.png$/.test(path))).toBe(true);
    expect(faults).toEqual([]);
  } finally {
    await server.end();
    await new Promise((resolve) => tiles.close(resolve));
  }
});
