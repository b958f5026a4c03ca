/** GDAL's client of OGC API Features reads, filters and is refused. Skipped where ogrinfo (Debian: gdal-bin) is missing. */
import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { rectangle, setBoundary } from '../../../test/boundaries.ts';
import { gisOfficial, makeToken } from '../../../test/gis.ts';
import { newParcel } from '../../../test/land.ts';

const isInstalled = spawnSync('ogrinfo', ['--version']).status === 0;

const app = testApp();
const tokens: Record<string, string> = {};

beforeAll(async () => {
  if (!isInstalled) return;
  // The first official manages.
  await app.as('government');
  const farmer = await app.as('farmer', 'Wanjiru Siri');
  const places = [
    ['Nakuru', 'clay', 0],
    ['Nakuru', 'sandy', 20],
    ['Kericho', 'clay', 40],
  ] as const;
  for (const [county, soilType, x] of places) {
    const parcel = await newParcel(farmer, { county, soilType, location: { address: `${county} County` } });
    await setBoundary(farmer, parcel._id, rectangle(x, 0));
  }
  for (const county of ['Nakuru', 'Kericho'])
    tokens[county] = (await makeToken(await gisOfficial(app, county))).body.token;
});

async function ogrinfo(token: string | undefined, ...args: string[]): Promise<string> {
  const env = { ...process.env, GDAL_HTTP_HEADERS: `Authorization: Bearer ${token}` };
  const run = promisify(execFile)('ogrinfo', ['-ro', `OAPIF:${app.url}/api/gis`, ...args], { env });
  const { stdout, stderr } = await run.catch((error) => error as { stdout: string; stderr: string });
  return `${stdout}${stderr}`;
}
const count = (output: string) => Number(/Feature Count: (\d+)/.exec(output)?.[1]);

// The title is the message where it is skipped.
describe.skipIf(!isInstalled)('ogrinfo (skipped without it: apt-get install gdal-bin)', () => {
  it('lists the collection and its features', async () => {
    expect(await ogrinfo(tokens.Nakuru)).toMatch(/1: parcels/);
    const output = await ogrinfo(tokens.Nakuru, 'parcels');
    expect(count(output)).toBe(2);
    expect(output).toContain('soilType (String) = clay');
    expect(output).toContain('MULTIPOLYGON (((35.9 -0.3');
    expect(output).not.toMatch(/Kericho|Wanjiru/);
  });

  it('filters by attribute and by area', async () => {
    expect(count(await ogrinfo(tokens.Nakuru, '-so', '-where', "soilType = 'sandy'", 'parcels'))).toBe(1);
    const box = ['-spat', '35.8999', '-0.3001', '35.9005', '-0.2995'];
    expect(count(await ogrinfo(tokens.Nakuru, '-so', ...box, 'parcels'))).toBe(1);
  });

  it('is refused across counties, and without a token', async () => {
    const other = await ogrinfo(tokens.Kericho, 'parcels');
    expect(count(other)).toBe(1);
    expect(other).not.toContain('Nakuru');
    expect(await ogrinfo(tokens.Kericho, '-where', "county = 'Nakuru'", 'parcels')).toMatch(/403/);
    expect(await ogrinfo('gis_wrong', 'parcels')).toMatch(/401/);
  });
});
