/**
 * Response times, cold and warm, on a national database of COUNTRY_PARCELS parcels (100 thousand) with half as many
 * farmers, 7.5 times as many records and a tenth as many boundaries. With BENCH_DATA the database is filled once and
 * stored there with its results, and the Markdown table shows all measured sizes.
 */
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import {
  backup,
  type EmbeddedPostgres,
  migrate,
  restore,
  startEmbeddedPostgres,
} from '@ardhi/embedded-postgres';
import { startStandby } from '@ardhi/embedded-postgres/test/standby';
import { verifyRollups } from '../apps/api/src/insight/analytics/verify.ts';
import { connect, type Database } from '../apps/api/src/lib/database/database.ts';
import { accountData, deleteAccount } from '../apps/api/src/system/personal-data/service.ts';
import { startServer } from '../apps/api/test/process/server.ts';
import { tileAt } from '../apps/api/test/tiles.ts';
import { ABSENT, DAY_MS, farmerId, fillInBulk, parcelId, policyId, RARE } from './lib/bulk-fill.ts';
import { addPeople, signIn } from './lib/people.ts';
import { percentile, report } from './lib/report.ts';
import { measureScoreRuns } from './lib/score-runs.ts';
import { benchTransaction } from './lib/transaction.ts';

const PARCELS = Number(process.env.COUNTRY_PARCELS ?? 100_000);
const CALLS = Number(process.env.BENCH_CALLS ?? 200);
/** Disk space per parcel with all dependent rows, including temporary space during the fill. */
const BYTES_PER_PARCEL = 6_000;
const MAX_GROWTH = 1.5;
/** Restore and replication time grows with the data, so both are measured only up to this size. */
const MAX_RESTORED_PARCELS = 1_000_000;

const home = process.env.BENCH_DATA ?? mkdtempSync(join(tmpdir(), 'ardhi-country-'));
const dataDir = join(home, String(PARCELS));
const marker = join(home, `${PARCELS}.filled`);

interface Measurement {
  what: string;
  /** First call and median of the others. */
  cold?: number;
  warm: number;
  p99?: number;
  unit: 'ms' | 's' | 'GB' | 'parcels/s';
  /** True if users wait for it, so that it must not grow with the database. */
  level: boolean;
}

const settings = { shared_buffers: '2GB', max_wal_size: '2GB' };

function checkSpace(): void {
  const { bavail, bsize } = statfsSync(home);
  const needed = PARCELS * BYTES_PER_PARCEL;
  const gigabytes = (bytes: number) => (bytes / 1e9).toFixed(1);
  if (bavail * bsize < needed)
    throw new Error(
      `${home} has ${gigabytes(bavail * bsize)} GB free, and ${gigabytes(needed)} GB are needed`,
    );
}

/** Evicts the files of this database from the page cache. */
function evictFromPageCache(folder: string): void {
  execFileSync('find', [
    folder,
    '-type',
    'f',
    '-size',
    '+8k',
    '-exec',
    'dd',
    'if={}',
    'iflag=nocache',
    'count=0',
    'status=none',
    ';',
  ]);
}

const start = () => startEmbeddedPostgres({ dataDir, log: () => undefined, settings });

async function main(): Promise<void> {
  mkdirSync(home, { recursive: true });
  if (!existsSync(marker)) {
    checkSpace();
    rmSync(dataDir, { recursive: true, force: true });
    mkdirSync(dataDir);
    const begin = performance.now();
    await fillInBulk(dataDir, PARCELS);
    writeFileSync(marker, `${Math.round((performance.now() - begin) / 1000)} s\n`);
  }
  await measure();
  if (!process.env.BENCH_DATA) rmSync(home, { recursive: true, force: true });
}

async function measure(): Promise<void> {
  let postgres = await start();
  await migrate(postgres.connectionString, 'apps/api/migrations');
  const database = connect(postgres.connectionString, { max: 4, statementMs: DAY_MS });
  const server = await startServer({ DATABASE_URL: postgres.connectionString, LOG_LEVEL: 'silent' });
  // The server is listening but still fetches its first jobs.
  await wait(1000);
  const figures: Measurement[] = [];
  const restartCold = async () => {
    await postgres.stop();
    evictFromPageCache(dataDir);
    postgres = await start();
    for (let ready = false; !ready; await wait(50)) {
      if (server.process.exitCode !== null) throw new Error(`the server ended: ${server.output()}`);
      ready = await fetch(`${server.url}/api/ready`).then(
        ({ ok }) => ok,
        () => false,
      );
    }
  };
  try {
    for (const [what, call, grows] of await callsOf(database, server.url)) {
      await restartCold();
      const [cold, ...times] = await timesOf(call);
      figures.push({
        what,
        cold,
        warm: percentile(times, 0.5),
        p99: percentile(times, 0.99),
        unit: 'ms',
        level: !grows,
      });
      console.log(
        `${what}: ${cold!.toFixed(1)} ms cold, ${percentile(times, 0.5).toFixed(1)} ms, p99 ${percentile(times, 0.99).toFixed(1)} ms`,
      );
    }
    await restartCold();
    figures.push(...(await worksOf(database, postgres)));
    writeFileSync(join(home, `${PARCELS}.json`), JSON.stringify(figures, null, 1));
    printTable();
    const { differences } = await verifyRollups(postgres.connectionString);
    for (const difference of differences.slice(0, 5)) console.log(JSON.stringify(difference));
    report('figures that differ from a recount', differences.length, '', { atMost: 0 });
  } finally {
    await server.end('SIGTERM');
    await database.close();
    await postgres.stop();
  }
}

async function timesOf(call: (turn: number) => Promise<void>): Promise<number[]> {
  const times: number[] = [];
  for (let turn = 0; turn <= CALLS; turn += 1) {
    const begin = performance.now();
    await call(turn);
    times.push(performance.now() - begin);
    // A slow call needs fewer samples.
    if (turn >= 10 && times.reduce((sum, time) => sum + time, 0) > 20_000) break;
  }
  return times;
}

/** With `grows`, a larger database returns more data, so no growth limit applies. */
type Call = [what: string, call: (turn: number) => Promise<void>, grows?: 'grows'];

/** Inside a village at every database size, so the number of visible fields is constant. */
const VILLAGE: [number, number] = [34.3064, -3.4936];

async function callsOf({ db, pool }: Database, url: string): Promise<Call[]> {
  const idAt = async (sql: string): Promise<string> => (await pool.query(`select ${sql} as id`)).rows[0].id;
  const [official] = await addPeople(db, 1, 'government');
  // Not among the accounts that are deleted. New land goes to a neighbour, since it accumulates in a reused database.
  const number = Math.floor(PARCELS / 4) - 2;
  const farmer = await signIn(db, await idAt(farmerId(String(number))));
  const neighbour = await signIn(db, await idAt(farmerId(String(number + 1))));
  const ownParcelId = await idAt(parcelId(String(number * 2)));
  const ask = async (token: string, path: string, init: RequestInit = {}) => {
    const response = await fetch(`${url}/api${path}`, {
      ...init,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
  };
  const byOfficial = (path: string) => () => ask(official!.token, path);
  // Earlier runs on a reused database have deleted accounts.
  const { rows: gone } = await pool.query('select count(*) as count from users where deleted_at is not null');
  const leavers = (turn: number) => farmerId(String(Math.floor(PARCELS / 4) + gone[0].count + turn));
  return [
    ['analytics, the country this month', byOfficial('/government/analytics?period=monthly&region=all')],
    ['analytics, a region this year', byOfficial('/government/analytics?period=yearly&region=west')],
    ['register of land, first page', byOfficial('/government/lands')],
    ['land of one county', byOfficial('/government/lands?county=Lamu')],
    ['land, a word that three parcels have', byOfficial(`/government/lands?q=${RARE}`)],
    ['land, a word that none has', byOfficial(`/government/lands?q=${ABSENT}`)],
    ['land, filters without a hit', byOfficial('/government/lands?bucket=0-20&soilType=clay&band=fair')],
    ['land, filters that exclude each other', byOfficial('/government/lands?bucket=81-100&band=fair')],
    ['register of farmers, first page', byOfficial('/government/farmers')],
    ['farmers of one county', byOfficial('/government/farmers?county=Lamu')],
    [
      'farmers, an address',
      byOfficial(`/government/farmers?q=mkulima${Math.ceil(PARCELS / 2)}@country.example`),
    ],
    ['farmers, a word that nobody has', byOfficial(`/government/farmers?q=${ABSENT}`)],
    ['tile of the country (zoom 6)', byOfficial('/government/tiles/6/38/31')],
    ['tile of a county (zoom 10)', byOfficial('/government/tiles/10/609/516')],
    ['tile of a village (zoom 16)', byOfficial(`/government/tiles/${tileAt(VILLAGE, 16)}`)],
    ['tile with many outlines (zoom 13)', byOfficial(`/government/tiles/${tileAt(VILLAGE, 13)}`), 'grows'],
    ['who has read a notice', byOfficial(`/policies/${policyId}/reach`)],
    ['a farmer’s own list', () => ask(farmer.token, '/land')],
    ['a parcel with its records', () => ask(farmer.token, `/land/${ownParcelId}`)],
    [
      'a new parcel',
      (turn) =>
        ask(neighbour.token, '/land', {
          method: 'POST',
          body: JSON.stringify({
            _id: randomUUID(),
            name: `Mpya ${turn}`,
            size: 1.5,
            location: { address: 'Wote, Makueni County' },
          }),
        }),
    ],
    [
      'downloading an account',
      async (turn) => {
        await accountData(db, await idAt(leavers(turn)));
      },
    ],
    [
      'deleting an account',
      async (turn) => {
        const user = { id: await idAt(leavers(turn)) };
        await benchTransaction(db, { user, requestId: 'bench' })((context) =>
          deleteAccount(context as never),
        );
      },
    ],
  ];
}

async function worksOf(database: Database, postgres: EmbeddedPostgres): Promise<Measurement[]> {
  const { pool } = database;
  const figures: Measurement[] = [];
  const scores = await measureScoreRuns(database, postgres.connectionString, PARCELS);
  for (const [what, { perSecond, changed }] of [
    ['nightly scores, every score changes, one process', scores.allChange],
    ['nightly scores, one process', scores.one],
    ['nightly scores, two processes', scores.two],
  ] as const) {
    figures.push({ what, warm: perSecond, unit: 'parcels/s', level: false });
    console.log(`${what}: ${Math.round(perSecond)} parcels/s, ${changed} changed`);
  }
  const timed = async (what: string, work: () => Promise<unknown>) => {
    const begin = performance.now();
    await work();
    figures.push({ what, warm: (performance.now() - begin) / 1000, unit: 's', level: false });
    console.log(`${what}: ${figures.at(-1)!.warm.toFixed(1)} s`);
  };
  await timed('an index built concurrently on all parcels', () =>
    pool.query('create index concurrently bench_names on parcels (lower(name))'),
  );
  await pool.query('drop index bench_names');
  const { rows } = await pool.query('select pg_database_size(current_database()) as bytes');
  figures.push({ what: 'the database on disk', warm: Number(rows[0].bytes) / 1e9, unit: 'GB', level: false });
  if (process.env.COUNTRY_BACKUP === '0') return figures;
  const file = join(home, `${PARCELS}.backup`);
  await timed('back-up', () => backup(postgres.connectionString, file));
  figures.push({ what: 'the back-up’s file', warm: statSync(file).size / 1e9, unit: 'GB', level: false });
  if (PARCELS <= MAX_RESTORED_PARCELS) {
    const other = mkdtempSync(join(tmpdir(), 'ardhi-country-'));
    const empty = await startEmbeddedPostgres({ dataDir: other, log: () => undefined, settings });
    await timed('restore', () =>
      restore(empty.connectionString, file, { migrations: 'apps/api/migrations' }),
    );
    await empty.stop();
    rmSync(other, { recursive: true, force: true });
    const copy = mkdtempSync(join(tmpdir(), 'ardhi-country-'));
    let standby: Awaited<ReturnType<typeof startStandby>> | undefined;
    await timed('a replica made and caught up', async () => {
      standby = await startStandby(postgres, { primaryDir: dataDir, dataDir: copy, settings });
    });
    await standby?.stop();
    rmSync(copy, { recursive: true, force: true });
  }
  rmSync(file);
  return figures;
}

/** Lists all measured sizes, smallest first, and compares the others with it. */
function printTable(): void {
  const sizes = readdirSync(home)
    .flatMap((name) => /^(\d+)\.json$/.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((one, other) => one - other);
  const all = sizes.map(
    (size) => JSON.parse(readFileSync(join(home, `${size}.json`), 'utf8')) as Measurement[],
  );
  const names = sizes.map((size) => size.toLocaleString('en'));
  const line = (cells: string[]) => console.log(`| ${cells.join(' | ')} |`);
  line([
    '',
    ...names.flatMap((name, index) => [`${name}: cold`, 'then', 'p99', ...(index > 0 ? ['×'] : [])]),
  ]);
  line(['---', ...names.flatMap((_, index) => ['--:', '--:', '--:', ...(index > 0 ? ['--:'] : [])])]);
  const shown = (value: number | undefined, unit: string) =>
    value === undefined ? '' : `${value >= 100 ? Math.round(value) : value.toFixed(1)} ${unit}`;
  for (const { what, unit } of all.at(-1)!) {
    const found = all.map((figures) => figures.find((figure) => figure.what === what));
    line([
      what,
      ...found.flatMap((figure, index) => [
        shown(figure?.cold, unit),
        shown(figure?.warm, unit),
        shown(figure?.p99, unit),
        ...(index > 0 ? [figure && found[0] ? (figure.warm / found[0].warm).toFixed(2) : ''] : []),
      ]),
    ]);
  }
  const [small, large] = [all[0]!, all.at(-1)!];
  if (small === large) return;
  for (const { what, warm } of large.filter(({ level }) => level)) {
    const before = small.find((figure) => figure.what === what)?.warm;
    if (before)
      report(`${what}: ${names.at(-1)} against ${names[0]}`, warm / before, '×', { atMost: MAX_GROWTH });
  }
}

await main();
