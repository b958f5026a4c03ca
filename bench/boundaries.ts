/**
 * Saving a boundary among a million others: validation, area, overlap search and score in one request. Then pages of
 * them for a map program, of the nation and of counties with many, few and no boundaries.
 * The budget applies at a quarter of the machine's maximum rate, as for analytics: at the maximum, latency is mostly
 * queueing. BENCH_BOUNDARIES=100000 for a shorter run.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Boundary, GisLink } from '@ardhi/contract';
import { migrate, startEmbeddedPostgres } from '@ardhi/embedded-postgres';
import type { PoolClient } from 'pg';
import { SCORE_VERSION } from '../apps/api/src/farm/land/score.ts';
import { connect, type Database, LONG_STATEMENT_MS } from '../apps/api/src/lib/database/database.ts';
import { hashSecret, newId, newSecret } from '../apps/api/src/lib/database/id.ts';
import { type RunningServer, startServer } from '../apps/api/test/process/server.ts';
import { deadlineIn, openLoop } from './lib/load.ts';
import { addPeople, type BenchPerson } from './lib/people.ts';
import { percentile, report } from './lib/report.ts';

const BOUNDARIES = Number(process.env.BENCH_BOUNDARIES ?? 1_000_000);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 20);
const WRITERS = 8;
/** About 90 metres: fields of two acres, side by side in a square. */
const CELL = 0.0008;
const PER_ROW = Math.ceil(Math.sqrt(BOUNDARIES));
const [WEST, SOUTH] = [35, -1];
/** One parcel in so many is in a county with few boundaries. */
const FEW_SHARE = 1000;
const GIS_PAGES = 100;

/** Building an index once over all rows is much cheaper than row by row. Returns the statements to recreate them. */
async function dropIndexes(client: PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid in ('parcels'::regclass, 'boundaries'::regclass) and not indisunique`,
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}

/** This bench does not use the totals that the triggers maintain. */
async function switchTriggers(client: PoolClient, how: 'disable' | 'enable'): Promise<void> {
  for (const table of ['users', 'parcels', 'boundaries'])
    await client.query(`alter table ${table} ${how} trigger user`);
}

/** Adjacent square fields share their corners. The middle vertices of two sides are dented inwards. */
async function fill({ pool }: Database): Promise<void> {
  const client = await pool.connect();
  try {
    await switchTriggers(client, 'disable');
    await client.query("set maintenance_work_mem = '512MB'");
    const indexes = await dropIndexes(client);
    await client.query(
      `insert into users (id, email, name, role, password_hash)
       select gen_random_uuid(), 'mkulima' || n || '@bench.example', 'Mkulima ' || n, 'farmer', ''
       from generate_series(1, $1::int) as n`,
      [Math.ceil(BOUNDARIES / 2.5)],
    );
    await client.query(
      'create temporary table owners as select id, row_number() over () as place from users',
    );
    await client.query('create index on owners (place); analyze owners');
    await client.query(
      `insert into parcels (id, owner_id, name, size_acres, county, region, county_source, score_as_of, score_version,
         inputs_hash, boundary_area_m2, centre_lat, centre_lon, boundary_revision)
       select gen_random_uuid(), owners.id, 'Shamba ' || n, 2,
         case when n % $6::int = 0 then 'Lamu' else 'Nakuru' end, case when n % $6::int = 0 then 'east' else 'west' end,
         'coordinates', current_date, 'bench', '',
         7800, $3::float8 + (n / $4::int + 0.5) * $5::float8, $2::float8 + (n % $4::int + 0.5) * $5::float8, 1
       from generate_series(0, $1::int - 1) as n join owners on owners.place = 1 + n * 2 / 5`,
      [BOUNDARIES, WEST, SOUTH, PER_ROW, CELL, FEW_SHARE],
    );
    await client.query(
      `insert into boundaries (parcel_id, coordinates, extent, corner_count, source)
       select id, format('[[[[%s,%s],[%s,%s],[%s,%s],[%s,%s],[%s,%s],[%s,%s],[%s,%s]]]]',
           w, s, round((w + $1 / 2)::numeric, 7), round((s + dent)::numeric, 7), e, s, e, n,
           round((w + $1 / 2)::numeric, 7), round((n - dent)::numeric, 7), w, n, w, s)::json,
         box(point(w, s), point(e, n)), 6, 'drawn'
       from parcels, lateral (
         select round((centre_lon - $1 / 2)::numeric, 7) as w, round((centre_lat - $1 / 2)::numeric, 7) as s,
           round((centre_lon + $1 / 2)::numeric, 7) as e, round((centre_lat + $1 / 2)::numeric, 7) as n,
           $1 * 0.05 as dent
       ) as corners`.replaceAll('$1', '$1::float8'),
      [CELL],
    );
    await switchTriggers(client, 'enable');
    for (const definition of indexes) await client.query(definition);
    await client.query(
      // Otherwise the server would compute a million scores during the measurement.
      `insert into score_runs (kind, target, parcels_total, finished_at) values ('version', $1, 0, now())`,
      [SCORE_VERSION],
    );
    await client.query('vacuum analyze');
  } finally {
    client.release();
  }
}

const headers = (person: BenchPerson) => ({
  authorization: `Bearer ${person.token}`,
  'content-type': 'application/json',
});

async function newParcel(server: RunningServer, person: BenchPerson): Promise<string> {
  const response = await fetch(`${server.url}/api/land`, {
    method: 'POST',
    headers: headers(person),
    body: JSON.stringify({ _id: newId(), name: 'Shamba', size: 2, location: { address: 'Njoro' } }),
  });
  if (!response.ok) throw new Error(`POST /land answered ${response.status}`);
  return ((await response.json()) as { _id: string })._id;
}

/** Twelve vertices around a grid position: a small shape is centred on a corner, a large one on a field. */
function shapeAt(column: number, row: number, radius: number) {
  const shift = radius > CELL ? 0.5 : 0;
  const [lon, lat] = [WEST + (column + shift) * CELL, SOUTH + (row + shift) * CELL];
  const vertices = Array.from({ length: 12 }, (_, index) => {
    const angle = (index / 12) * 2 * Math.PI;
    const reach = radius * (index % 2 === 0 ? 1 : 0.85);
    return [lon + reach * Math.cos(angle), lat + reach * Math.sin(angle)].map((degrees) =>
      Number(degrees.toFixed(7)),
    );
  });
  return { type: 'Polygon', coordinates: [[...vertices, vertices[0]]] };
}

interface Writer {
  person: BenchPerson;
  parcelId: string;
}

/** Saves a boundary at a random position; returns its number of overlaps. */
async function save(server: RunningServer, { person, parcelId }: Writer, radius: number): Promise<number> {
  const randomIndex = () => 4 + Math.floor(Math.random() * (PER_ROW - 8));
  const response = await fetch(`${server.url}/api/land/${parcelId}/boundary`, {
    method: 'PUT',
    headers: headers(person),
    body: JSON.stringify({ geometry: shapeAt(randomIndex(), randomIndex(), radius) }),
  });
  if (!response.ok) throw new Error(`PUT boundary answered ${response.status}`);
  return ((await response.json()) as Boundary).overlaps.length;
}

/** Closed loop at the maximum rate: each writer saves again as soon as the response arrives. */
async function saveAtMost(server: RunningServer, writers: Writer[], seconds: number, radius: number) {
  const isOver = deadlineIn(seconds * 1000);
  const measured = { times: [] as number[], overlaps: 0 };
  await Promise.all(
    writers.map(async (writer) => {
      while (!isOver()) {
        const begin = performance.now();
        const overlaps = await save(server, writer, radius);
        measured.times.push(performance.now() - begin);
        measured.overlaps += overlaps;
      }
    }),
  );
  return measured;
}

/** Pages that follow each other, as a map program reads them. Returns their times. */
async function readPages(server: RunningServer, token: string, filter: string): Promise<number[]> {
  const times: number[] = [];
  let url = `${server.url}/api/gis/collections/parcels/items?limit=1000&${filter}`;
  for (let page = 0; page < GIS_PAGES; page += 1) {
    const begin = performance.now();
    const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
    if (!response.ok) throw new Error(`GET ${url} answered ${response.status}`);
    const { links } = (await response.json()) as { links: GisLink[] };
    times.push(performance.now() - begin);
    url = links.find(({ rel }) => rel === 'next')?.href ?? url;
  }
  return times;
}

/** A million rows a day, more than the pages of this bench. */
async function addGisToken({ pool }: Database, official: BenchPerson): Promise<string> {
  const token = `gis_${newSecret()}`;
  await pool.query(
    `insert into gis_tokens (id, user_id, name, token_hash, max_rows, expires_at)
     values ($1, $2, 'bench', $3, 1000000, now() + interval '1 day')`,
    [newId(), official.id, hashSecret(token)],
  );
  return token;
}

const dataDir = mkdtempSync(join(tmpdir(), 'ardhi-bench-'));
const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
await migrate(postgres.connectionString, 'apps/api/migrations');
const database = connect(postgres.connectionString, { statementMs: LONG_STATEMENT_MS });
const begin = performance.now();
await fill(database);
console.log(`${BOUNDARIES} boundaries loaded in ${((performance.now() - begin) / 1000).toFixed(0)} s`);
const people = await addPeople(database.db, WRITERS, 'farmer');
const server = await startServer({ DATABASE_URL: postgres.connectionString, LOG_LEVEL: 'silent' });
try {
  const writers = await Promise.all(
    people.map(async (person): Promise<Writer> => ({ person, parcelId: await newParcel(server, person) })),
  );
  // The first saves compile the code and fill the caches.
  await saveAtMost(server, writers, 5, CELL * 0.6);
  for (const [what, radius, budget] of [
    ['a field over the corners of four others', CELL * 0.6, { atMost: 100 }],
    // One overlap below the limit, to show how the time grows.
    ['a farm over nine others', CELL * 1.2, {}],
  ] as const) {
    const saturated = await saveAtMost(server, writers, SECONDS / 2, radius);
    const perSecond = saturated.times.length / (SECONDS / 2);
    console.log(
      `${what}: ${perSecond.toFixed(0)} saves a second by ${WRITERS} at once are the most, ` +
        `${(saturated.overlaps / saturated.times.length).toFixed(1)} overlaps found in each; ` +
        `p50 ${percentile(saturated.times, 0.5).toFixed(1)} ms, p99 ${percentile(saturated.times, 0.99).toFixed(1)} ms`,
    );
    const times = await openLoop(
      async (turn) => {
        await save(server, writers[turn % writers.length]!, radius);
      },
      { perSecond: perSecond / 4, seconds: SECONDS },
    );
    console.log(`  at a quarter of that, ${times.length} saves: p50 ${percentile(times, 0.5).toFixed(1)} ms`);
    report(`${what}, saved among ${BOUNDARIES}, p99`, percentile(times, 0.99), 'ms', budget);
  }
  const [official] = await addPeople(database.db, 1, 'government');
  const token = await addGisToken(database, official!);
  for (const [what, filter] of [
    ['the nation', ''],
    ['a county with nearly all', 'county=Nakuru'],
    ['a county with few', 'county=Lamu'],
    ['a county with none', 'county=Turkana'],
    ['a box of about 3,000', `bbox=${WEST},${SOUTH},${WEST + 55 * CELL},${SOUTH + 55 * CELL}`],
  ] as const) {
    const times = await readPages(server, token, filter);
    console.log(`pages for a map program, ${what}: p50 ${percentile(times, 0.5).toFixed(1)} ms`);
    report(`page of 1,000 parcels for a map program, ${what}, p99`, percentile(times, 0.99), 'ms', {});
  }
} finally {
  await server.end('SIGTERM');
  await database.close();
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
