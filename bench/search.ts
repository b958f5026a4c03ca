/**
 * The officials' search on BENCH_PARCELS parcels (a million) with the names of the demo, and BENCH_APPLICATIONS
 * applications (200 thousand): one call per kind of term, nationally and in one county, at two calls a second.
 */

import { connect, LONG_STATEMENT_MS } from '../apps/api/src/lib/database/database.ts';
import { startServer } from '../apps/api/test/process/server.ts';
import { openBenchDatabase } from './lib/fixture-database.ts';
import { getPage, undisturbedOpenLoop } from './lib/load.ts';
import { addPeople, assignPost, type BenchPerson } from './lib/people.ts';
import { percentile, report } from './lib/report.ts';

const PARCELS = Number(process.env.BENCH_PARCELS ?? 1_000_000);
const APPLICATIONS = Number(process.env.BENCH_APPLICATIONS ?? 200_000);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 60);
/** An official types faster than this, but not many at the same moment. */
const CALLS_PER_SECOND = 2;
const BUDGET_MS = 100;
const BATCH = 10_000;

const country = await openBenchDatabase({ parcels: PARCELS, detail: 'parcels' });
console.log(`${PARCELS} parcels in ${country.seconds.toFixed(0)} s`);
const database = connect(country.connectionString, { statementMs: LONG_STATEMENT_MS });
const { pool } = database;
try {
  // The trigger that draws reference numbers keeps its plan for a statement: from an empty table it would read all rows.
  for (let from = 0; from < APPLICATIONS; from += BATCH) {
    await pool.query(
      `insert into subsidies (id, kind, owner_id, owner_name, name, description, amount_cents, created_at)
     select gen_random_uuid(), 'application', id, name,
       (array['Seed support', 'Drip kit', 'Diesel pump', 'Fertilizer bags', 'Dairy goat'])[1 + n % 5],
       'Application ' || n, 100000, now() - n * interval '3 minutes'
     from (select id, name, row_number() over (order by id) as n from users where role = 'farmer') as farmer
     where n > $1 and n <= $2`,
      [from, Math.min(from + BATCH, APPLICATIONS)],
    );
    await pool.query('analyze subsidies');
  }
  await pool.query('vacuum analyze');
  const { rows } = await pool.query<{ name: string; reference: string }>(
    'select owner_name as name, reference from subsidies order by id limit 1',
  );
  const { name, reference } = rows[0]!;
  const terms: [what: string, q: string][] = [
    ['three letters', name.slice(0, 3).toLowerCase()],
    ['a first name', name.split(' ')[0]!],
    ['a whole name', name],
    ['a typing error', `${name.slice(0, 3)}x${name.slice(4, 7)}`],
    ['a word that nobody has', 'helikopta'],
    ['a phone number', '0712345'],
    ['a reference number', reference],
    ['a common word', 'seed'],
  ];
  const [national, ofCounty] = await addPeople(database.db, 2, 'government');
  await assignPost(database.db, ofCounty!, 'Nakuru');
  const server = await startServer({ DATABASE_URL: country.connectionString, LOG_LEVEL: 'silent' });
  const search = ({ token }: BenchPerson, q: string) =>
    getPage(`${server.url}/api/government/search?${new URLSearchParams({ q })}`, token);
  try {
    for (const [area, official] of [['national', national!] as const, ['county', ofCounty!] as const])
      for (const [what, q] of terms) {
        // The first calls fill the caches.
        for (let call = 0; call < 3; call += 1) await search(official, q);
        const times = await undisturbedOpenLoop(() => search(official, q), {
          perSecond: CALLS_PER_SECOND,
          seconds: SECONDS,
        });
        console.log(`${area}, ${what}: p50 ${percentile(times, 0.5).toFixed(1)} ms`);
        report(`search, ${area}, ${what}, p99`, percentile(times, 0.99), 'ms', { atMost: BUDGET_MS });
      }
  } finally {
    await server.end('SIGTERM');
  }
} finally {
  await database.close();
  await country.drop();
}
