/**
 * Officials' analytics and map on a small and a large database while farmers write at a quarter of the machine's
 * maximum rate, and the cost of the rollups for those writes. BENCH_PARCELS=10000,1000000,10000000 adds the largest;
 * BENCH_DATA names a folder where filled databases are stored for another run.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate, startEmbeddedPostgres } from '@ardhi/embedded-postgres';
import autocannon from 'autocannon';
import { verifyRollups } from '../apps/api/src/insight/analytics/verify.ts';
import { connect, type Database, LONG_STATEMENT_MS } from '../apps/api/src/lib/database/database.ts';
import { startServer } from '../apps/api/test/process/server.ts';
import { fillCountry, recount } from './lib/analytics-country.ts';
import { randomPosition } from './lib/fields.ts';
import { openLoop } from './lib/load.ts';
import { addPeople, assignPost, type BenchPerson } from './lib/people.ts';
import { percentile, report } from './lib/report.ts';

const SIZES = (process.env.BENCH_PARCELS ?? '10000,1000000').split(',').map(Number);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 10);
const WRITERS = 32;
/** Zoom range of each kind of tile. */
const CELL_ZOOMS: [number, number] = [5, 10];
const OUTLINE_ZOOMS: [number, number] = [11, 16];

const body = JSON.stringify({
  name: 'Shamba jipya',
  size: 1.5,
  location: { address: 'Wote, Makueni County' },
  soilType: 'sandy',
});
const headers = (token: string) => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json' });

interface Measured {
  country: number[];
  /** Response times for an official of one county. */
  county: number[];
  writesPerSecond: number;
  writesWithout: number;
  /** Tiles below and from the zoom where outlines begin, without and with concurrent writes. */
  tiles: Record<'cells' | 'outlines' | 'cellsBusy' | 'outlinesBusy', number[]>;
  /** Pages of the registers, by search. */
  registers: [what: string, times: number[]][];
}

const SEARCHES: [what: string, path: string][] = [
  ['land, no filter', 'lands'],
  ['land, a word that no row has', 'lands?q=helikopta'],
  ['land, a word that few rows have', 'lands?q=habari'],
  ['land, a word that all rows have', 'lands?q=shamba'],
  ['land, the farmer’s name', 'lands?q=mkulima%20123'],
  ['land, a rare word by size', 'lands?q=habari&sort=largest'],
  ['land, a word of one row in 200', 'lands?q=rafiki'],
  ['land, it by size', 'lands?q=rafiki&sort=largest'],
  ['land, a word of one row in 100, by name', 'lands?q=asante&sort=name'],
  ['land, two common words that hardly meet', 'lands?q=kaskazi%20kusi&sort=largest'],
  ['land, a short beginning', 'lands?q=12'],
  ['land, a common word and a digit', 'lands?q=mkulima%201'],
  ['land, a word of one row in 20, in one county', 'lands?q=safari&county=Lamu&sort=largest'],
  ['land, a word of one row in 20 and a soil that none of them has', 'lands?q=safari&soilType=peaty'],
  ['land, a word of one row in 20 and low scores, by name', 'lands?q=safari&bucket=0-20&sort=name'],
  ['land, low scores in one county', 'lands?bucket=0-20&county=Lamu'],
  ['farmers, a word that nobody has', 'farmers?q=helikopta'],
  ['farmers, an e-mail address', 'farmers?q=mkulima777@bench.example'],
  ['farmers, a word that all have', 'farmers?q=mkulima&sort=name'],
  ['farmers, it in one county', 'farmers?q=mkulima&county=Nakuru'],
  ['farmers, a short beginning by name', 'farmers?q=12&sort=name'],
];

async function measure(parcels: number): Promise<Measured> {
  const reusedDir = process.env.BENCH_DATA && join(process.env.BENCH_DATA, String(parcels));
  const isFilled = reusedDir !== undefined && existsSync(join(reusedDir, 'pg18'));
  if (reusedDir) mkdirSync(reusedDir, { recursive: true });
  const dataDir = reusedDir ?? mkdtempSync(join(tmpdir(), 'ardhi-bench-'));
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  const { connectionString } = postgres;
  await migrate(connectionString, 'apps/api/migrations');
  const database = connect(connectionString, { statementMs: LONG_STATEMENT_MS });
  const begin = performance.now();
  if (!isFilled) await fillCountry(database, parcels);
  console.log(`${parcels} parcels with boundaries in ${((performance.now() - begin) / 1000).toFixed(0)} s`);
  const people = await addPeople(database.db, WRITERS, 'farmer');
  const [official, ofCounty] = await addPeople(database.db, 2, 'government');
  await assignPost(database.db, ofCounty!, 'Nakuru');
  const server = await startServer({ DATABASE_URL: connectionString, LOG_LEVEL: 'silent' });
  try {
    await write(server.url, people, 2);
    const writesPerSecond = await write(server.url, people, SECONDS);
    await switchCounting(database, 'disable');
    const writesWithout = await write(server.url, people, SECONDS);
    await switchCounting(database, 'enable');
    await recount(database);
    const writing = (seconds: number) => writeSteadily(server.url, people, seconds, writesPerSecond / 4);
    const [country] = await Promise.all([
      readAnalytics(server.url, official!, SECONDS - 1),
      writing(SECONDS),
    ]);
    const [county] = await Promise.all([readAnalytics(server.url, ofCounty!, SECONDS - 1), writing(SECONDS)]);
    const tilesOf = (zooms: [number, number]) =>
      readTiles(server.url, official!, SECONDS - 1, parcels, zooms);
    // The first tiles compile the code and fill the caches.
    await tilesOf(OUTLINE_ZOOMS);
    const cells = await tilesOf(CELL_ZOOMS);
    const outlines = await tilesOf(OUTLINE_ZOOMS);
    const [cellsBusy] = await Promise.all([tilesOf(CELL_ZOOMS), writing(SECONDS)]);
    const [outlinesBusy] = await Promise.all([tilesOf(OUTLINE_ZOOMS), writing(SECONDS)]);
    const registers: Measured['registers'] = [];
    // Warm up, as for tiles.
    for (const [, path] of SEARCHES) await readRegister(server.url, official!, 1, path);
    for (const [what, path] of SEARCHES)
      registers.push([what, await readRegister(server.url, official!, SECONDS / 2, path)]);
    const tiles = { cells, outlines, cellsBusy, outlinesBusy };
    return { country, county, writesPerSecond, writesWithout, tiles, registers };
  } finally {
    await server.end('SIGTERM');
    const { differences } = await verifyRollups(connectionString);
    const wrong = differences.filter(({ what }) => !what.startsWith('crops of parcel'));
    for (const difference of wrong.slice(0, 5)) console.log(JSON.stringify(difference));
    report(`${parcels} parcels, figures that differ from a recount`, wrong.length, '', { atMost: 0 });
    await database.close();
    await postgres.stop();
    if (!reusedDir) rmSync(dataDir, { recursive: true, force: true });
  }
}

const counting: [string, string][] = [
  ['parcels', 'parcels_count'],
  ['parcels', 'parcels_recount'],
  ['parcels', 'parcels_place'],
  ['parcels', 'parcels_cell_in'],
  ['parcels', 'parcels_cell_move'],
  ['parcels', 'parcels_words'],
];
async function switchCounting({ pool }: Database, how: 'disable' | 'enable'): Promise<void> {
  for (const [table, trigger] of counting) await pool.query(`alter table ${table} ${how} trigger ${trigger}`);
}

/** Writes as fast as possible; returns writes per second. */
async function write(url: string, people: BenchPerson[], seconds: number): Promise<number> {
  const result = await autocannon({
    url: `${url}/api/land`,
    method: 'POST',
    connections: people.length,
    duration: seconds,
    body,
    setupClient: (client) =>
      client.setHeaders(headers(people[Math.floor(Math.random() * people.length)]!.token)),
  });
  if (result.non2xx > 0) throw new Error(`${result.non2xx} writes were refused`);
  return result.requests.average;
}

/** Spreads the writes evenly, without a burst at the beginning of each second. */
async function writeSteadily(url: string, people: BenchPerson[], seconds: number, perSecond: number) {
  await openLoop(
    async (turn) => {
      const { token } = people[turn % people.length]!;
      const response = await fetch(`${url}/api/land`, { method: 'POST', headers: headers(token), body });
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`a write answered ${response.status}`);
    },
    { perSecond, seconds },
  );
}

/** Requests one after another, without a pause. */
async function readAnalytics(url: string, official: BenchPerson, seconds: number): Promise<number[]> {
  const times: number[] = [];
  const end = performance.now() + seconds * 1000;
  const regions = ['all', 'west', 'east', 'all'];
  while (performance.now() < end) {
    const begin = performance.now();
    const region = regions[times.length % regions.length];
    const response = await fetch(`${url}/api/government/analytics?region=${region}`, {
      headers: headers(official.token),
    });
    await response.text();
    if (!response.ok) throw new Error(`analytics answered ${response.status}`);
    times.push(performance.now() - begin);
  }
  return times;
}

async function readRegister(
  url: string,
  official: BenchPerson,
  seconds: number,
  path: string,
): Promise<number[]> {
  const times: number[] = [];
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    const begin = performance.now();
    const response = await fetch(`${url}/api/government/${path}${path.includes('?') ? '&' : '?'}limit=25`, {
      headers: headers(official.token),
    });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${response.url} answered ${response.status}`);
    times.push(performance.now() - begin);
  }
  return times;
}

/** Reads tiles one after another, at every zoom in the range and at random positions. */
async function readTiles(
  url: string,
  official: BenchPerson,
  seconds: number,
  parcels: number,
  [lowest, highest]: [number, number],
): Promise<number[]> {
  const times: number[] = [];
  const end = performance.now() + seconds * 1000;
  for (let n = 0; performance.now() < end; n += 1) {
    const zoom = lowest + (n % (highest - lowest + 1));
    const [lon, lat] = randomPosition(parcels);
    const x = Math.floor(((lon + 180) / 360) * 2 ** zoom);
    const y = Math.floor((0.5 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / (2 * Math.PI)) * 2 ** zoom);
    const begin = performance.now();
    const response = await fetch(`${url}/api/government/tiles/${zoom}/${x}/${y}`, {
      headers: headers(official.token),
    });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${response.url} answered ${response.status}`);
    times.push(performance.now() - begin);
  }
  return times;
}

let smallest: Measured | null = null;
for (const parcels of SIZES) {
  const measured = await measure(parcels);
  smallest ??= measured;
  for (const area of ['country', 'county'] as const) {
    const p99 = percentile(measured[area], 0.99);
    report(`${parcels} parcels, analytics of a ${area}, median`, percentile(measured[area], 0.5), 'ms', {});
    report(`${parcels} parcels, analytics of a ${area}, p99`, p99, 'ms', {});
    if (measured !== smallest)
      report(
        `${parcels} parcels, analytics of a ${area}, p99 against the smallest country`,
        p99 / percentile(smallest[area], 0.99),
        'x',
        { atMost: 1.5 },
      );
  }
  for (const [what, times, budget] of [
    ['tiles of cells', measured.tiles.cells, { atMost: 100 }],
    ['tiles of outlines', measured.tiles.outlines, { atMost: 100 }],
    ['tiles of cells while farmers write', measured.tiles.cellsBusy, {}],
    ['tiles of outlines while farmers write', measured.tiles.outlinesBusy, {}],
  ] as const) {
    report(`${parcels} boundaries, ${what}, median`, percentile(times, 0.5), 'ms', {});
    report(`${parcels} boundaries, ${what}, p99`, percentile(times, 0.99), 'ms', budget);
  }
  for (const [what, times] of measured.registers) {
    report(`${parcels} parcels, registers: ${what}, median`, percentile(times, 0.5), 'ms', {});
    report(`${parcels} parcels, registers: ${what}, p99`, percentile(times, 0.99), 'ms', { atMost: 50 });
  }
  report(`${parcels} parcels, creates with rollups`, measured.writesPerSecond, '/s', {});
  report(
    `${parcels} parcels, creates with rollups against without`,
    measured.writesPerSecond / measured.writesWithout,
    'x',
    {},
  );
}
