/** Tiles of BASEMAP_FILE, and the checks of the map's settings. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PublicConfig } from '@ardhi/contract';
import { afterAll, expect, it } from 'vitest';
import { beforeTests, startTestApp } from '../../../test/app.ts';
import { pmtilesFile, sampleTile } from '../../../test/pmtiles-file.ts';
import { readTile } from '../../../test/vector-tile.ts';
import { readEnv } from '../../lib/settings/env.ts';
import { runChecks } from '../doctor/checks.ts';
import { openBasemap } from './archive.ts';

const folder = mkdtempSync(join(tmpdir(), 'ardhi-basemap-'));
afterAll(() => rmSync(folder, { recursive: true }));

function fileOf(name: string, content: Uint8Array | string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const TILES = {
  '0/0/0': sampleTile('Kenya'),
  '6/38/32': sampleTile('Nairobi'),
  '7/77/64': sampleTile('Thika'),
};
const whole = pmtilesFile(TILES);
const path = fileOf('kenya.pmtiles', whole);

const app = beforeTests(() => startTestApp({ BASEMAP_FILE: path }));
afterAll(() => app.close());

const get = (tile: string, headers: Record<string, string> = {}) =>
  fetch(`${app.url}/api/basemap/${tile}`, { headers });
const namesIn = async (response: Response) =>
  readTile(new Uint8Array(await response.arrayBuffer())).places?.map(({ properties }) => properties.name);

it('serves the tiles of the file at the address of the configuration, to be cached for good', async () => {
  const { body } = await app.send<PublicConfig>('GET /config');
  expect(body.basemapTiles).toEqual({
    url: expect.stringMatching(/^\/api\/basemap\/\{z\}\/\{x\}\/\{y\}\?v=[\w-]{12}$/),
    maxZoom: 7,
  });
  const version = body.basemapTiles!.url.split('=')[1]!;
  const response = await get(`6/38/32?v=${version}`);
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/vnd.mapbox-vector-tile',
    'content-encoding': 'gzip',
    'cache-control': 'public, max-age=31536000, immutable',
    etag: `"${version}"`,
  });
  expect(await namesIn(response)).toEqual(['Nairobi']);
});

it('revalidates other addresses by the ETag', async () => {
  const first = await get('7/77/64?v=older');
  expect(first.headers.get('cache-control')).toBe('public, max-age=0');
  const etag = first.headers.get('etag')!;
  expect(await namesIn(first)).toEqual(['Thika']);
  const again = await get('7/77/64', { 'if-none-match': `W/${etag}` });
  expect([again.status, await again.text()]).toEqual([304, '']);
});

it('unpacks a tile for clients without gzip', async () => {
  const response = await get('0/0/0', { 'accept-encoding': 'identity' });
  expect(response.headers.get('content-encoding')).toBeNull();
  expect(await namesIn(response)).toEqual(['Kenya']);
});

it('returns nothing where the file has no tile, and refuses addresses that are none', async () => {
  for (const tile of ['6/38/33', '6/64/32', '12/0/0'])
    expect([(await get(tile)).status, tile]).toEqual([204, tile]);
  for (const tile of ['-1/0/0', '23/0/0', '6/a/32', '6/38/1.5', '..%2f..%2fetc/0/0'])
    expect([(await get(tile)).status, tile]).toEqual([404, tile]);
});

it('reads leaf directories and plain tiles', async () => {
  for (const options of [{ withLeaf: true }, { tileCompression: 1 }]) {
    const file = await openBasemap(fileOf('other.pmtiles', pmtilesFile(TILES, options)));
    expect(await file.readTile({ z: 6, x: 38, y: 32 })).toMatchObject({
      isGzipped: !('tileCompression' in options),
    });
    expect(await file.readTile({ z: 6, x: 39, y: 32 })).toBeNull();
    await file.close();
  }
});

/** As if a damaged directory stated a tile of 4 GB. */
function withHugeRoot(): Buffer {
  const file = Buffer.from(whole);
  file.writeBigUInt64LE(2n ** 32n, 16);
  return file;
}

it.each([
  ['missing.pmtiles', null, 'does not exist'],
  ['text.pmtiles', 'no tiles', 'is not a PMTiles file'],
  ['empty.pmtiles', '', 'is not a PMTiles file'],
  ['half.pmtiles', whole.subarray(0, whole.length - 40), 'is incomplete: it ends before its tiles'],
  ['huge.pmtiles', withHugeRoot(), 'is incomplete'],
  ['pictures.pmtiles', pmtilesFile(TILES, { tileType: 2 }), 'has no vector tiles'],
  ['zstd.pmtiles', pmtilesFile(TILES, { tileCompression: 4 }), 'has tiles that are neither plain nor gzip'],
])('rejects %s and says why', async (name, content, fault) => {
  const file = content === null ? join(folder, name) : fileOf(name, content);
  await expect(openBasemap(file)).rejects.toThrow(`BASEMAP_FILE ${file} ${fault}`);
});

it('the operator sees whether file and servers work', async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(request.url?.startsWith('/tiles/') ? 200 : 403).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const host = `127.0.0.1:${port}`;
  const check = async (variables: Record<string, string>) =>
    (await runChecks({ env: readEnv(variables), variables, db: app.db })).map;
  const imagery = (path: string) => ({ IMAGERY_URL: `http://${host}/${path}/{z}/{y}/{x}.jpg?key=secret` });

  expect(await check({ BASEMAP_FILE: path, ...imagery('tiles') })).toEqual({
    state: 'ok',
    lines: [
      { key: 'doctor.map.file', values: { path, size: expect.any(String), minZoom: 0, maxZoom: 7 } },
      { key: 'doctor.map.server', values: { setting: 'IMAGERY_URL', host } },
    ],
  });
  expect(asked).toEqual(['/tiles/6/32/38.jpg?key=secret']);
  expect(await check({ BASEMAP_FILE: join(folder, 'gone'), ...imagery('private') })).toEqual({
    state: 'fault',
    lines: [
      { key: 'doctor.map.fileFailed', values: { reason: expect.stringContaining('gone does not exist') } },
      { key: 'doctor.map.refused', values: { setting: 'IMAGERY_URL', host, status: 403 } },
    ],
  });
  await new Promise((resolve) => server.close(resolve));
  const { state, lines } = await check({ BASEMAP_URL: `http://${host}/style.json` });
  expect([state, lines[0]?.key]).toEqual(['warning', 'doctor.map.away']);
  expect(JSON.stringify(lines)).not.toContain('secret');
  expect((await check({ BASEMAP_URL: '/tiles/{z}/{x}/{y}.png' })).state).toBe('unknown');
});
