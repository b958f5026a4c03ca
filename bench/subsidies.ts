/**
 * The officials' table and queue with a million applications: the first page of every kind of filter, at a quarter of
 * the machine's maximum rate. BENCH_DATA names a folder where the filled database is stored for another run.
 */
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { COUNTIES } from '@ardhi/agronomy';
import type { BulkDecision } from '@ardhi/contract';
import { addDays, today } from '@ardhi/contract/dates';
import { migrate, startEmbeddedPostgres } from '@ardhi/embedded-postgres';
import pg from 'pg';
import { newId } from '../apps/api/src/lib/database/id.ts';
import { NO_RULES } from '../apps/api/src/office/subsidies/eligibility.ts';
import { startServer } from '../apps/api/test/process/server.ts';
import { closedLoop, deadlineIn, getPage, undisturbedOpenLoop } from './lib/load.ts';
import { percentile, report } from './lib/report.ts';

const APPLICATIONS = Number(process.env.BENCH_APPLICATIONS ?? 1_000_000);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 20);
const BUDGET_MS = 50;
/** The board of a year, in a county and nationally. */
const BOARD_COUNTY_BUDGET_MS = 300;
const BOARD_NATIONAL_BUDGET_MS = 2000;
const BULK_DECISIONS = 1000;
const BULK_BUDGET_SECONDS = 60;
/** `board` measures only the board, `bulk` only the job. */
const PART = process.env.BENCH_PART;
const CONNECTIONS = 2;

const reusedDir = process.env.BENCH_DATA && join(process.env.BENCH_DATA, `subsidies-${APPLICATIONS}`);
const dataDir = reusedDir ?? mkdtempSync(join(tmpdir(), 'ardhi-bench-'));
const filledMarker = join(dataDir, 'filled');
const startPostgres = () => startEmbeddedPostgres({ dataDir, log: () => undefined });

/** A signed-in official: national, or with a post in a county. */
async function makeOfficial(client: pg.Client, county?: string): Promise<string> {
  const id = newId();
  const token = randomBytes(32).toString('base64url');
  await client.query(
    `insert into users (id, email, name, role, password_hash) values ($1, $2, 'Official', 'government', '')`,
    [id, `official${county ?? ''}@bench.example`],
  );
  if (county)
    await client.query(
      `insert into posts (id, official_id, level, place, duties, from_day)
       values ($1, $2, 'county', $3, '{view,decide}', '2020-01-01')`,
      [newId(), id, county],
    );
  await client.query(`insert into sessions (id, user_id, token_hash, device) values ($1, $2, $3, 'bench')`, [
    newId(),
    id,
    createHash('sha256').update(token).digest(),
  ]);
  return token;
}

/** Creating the indexes after the inserts is many times faster. Drawing reference numbers needs its index. */
async function withoutIndexes(client: pg.Client, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where tablename = 'subsidies' and indexname not in ('subsidies_pkey', 'subsidies_reference')`,
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  await work(client);
  for (const { definition } of rows) await client.query(definition);
}

/**
 * Three years of applications: most decided, one in twenty pending, one in fifty in the north, one programme with a
 * quarter of all, and both very common and very rare search terms.
 */
async function fill(client: pg.Client): Promise<void> {
  await client.query(`
    insert into users (id, email, phone_number, name, role, password_hash)
    select gen_random_uuid(), 'farmer' || n || '@bench.example', '07' || lpad(n::text, 8, '0'),
      (array['Wanjiku','Otieno','Achieng','Kamau','Mwende','Njeri','Kiprop','Amina'])[1 + n % 8] || ' ' ||
      (array['Kamau','Ouma','Mutua','Cheruiyot','Mohamed','Njoroge'])[1 + n % 6] || ' ' || n,
      'farmer', ''
    from generate_series(1, 50000) as n`);
  await client.query(`
    insert into subsidies (id, kind, owner_id, owner_name, name, description, amount_cents, status, decided_by, decided_at, regions, created_at)
    select gen_random_uuid(), 'programme', id, name, 'Programme ' || n, 'Support for season ' || n, 100000000000, 'approved', id,
      now() - n * interval '20 days', '{north,south,east,west}', now() - n * interval '20 days'
    from (select id, name from users where role = 'government' limit 1) as official, generate_series(1, 40) as n`);
  await client.query(
    `create temp table farmers as select row_number() over () as n, id, name from users where role = 'farmer'`,
  );
  await client.query(`
    insert into users (id, email, name, role, password_hash)
    select gen_random_uuid(), 'office' || n || '@bench.example', 'Official ' || n, 'government', ''
    from generate_series(0, ${COUNTIES.length - 1}) as n`);
  await client.query(
    `create temp table offices as
     select n - 1 as n, county, official.id as official_id
     from unnest($1::text[]) with ordinality as office (county, n)
       join users as official on official.email = 'office' || n - 1 || '@bench.example'`,
    [COUNTIES.map(({ name }) => name)],
  );
  await client.query(`
    insert into posts (id, official_id, level, place, duties, from_day)
    select gen_random_uuid(), official_id, 'county', county, '{view,decide}', '2020-01-01' from offices`);
  await client.query(`
    create temp table deadlines as
    select day::date, add_working_days(day::date, decision_days()) as due_on
    from generate_series(current_date - 1 - ${APPLICATIONS} / 900, current_date + 1, interval '1 day') as day`);
  await client.query(
    `create temp table programmes as select row_number() over (order by created_at) - 1 as n, id from subsidies`,
  );
  await client.query('select setseed(0.5)');
  // The trigger would take the county from parcels, and there are none.
  await client.query('alter table subsidies disable trigger subsidies_place');
  await client.query(
    `insert into subsidies (id, kind, owner_id, owner_name, programme_id, name, description, amount_cents, status,
       decided_by, decided_at, withdrawn_at, regions, county, due_on, created_at)
     select gen_random_uuid(), 'application', farmer.id, farmer.name, programme.id, made.name,
       'Application ' || made.n || ' for the long rains' || case when made.n % 5000 = 0 then ' with zebu oxen' else '' end,
       100 * (1000 + made.n % 90000), status,
       case when status in ('approved', 'rejected') then office.official_id end,
       case when status in ('approved', 'rejected') then least(at + (1 + made.n % 30) * interval '1 day', now()) end,
       case when status = 'withdrawn' then at + interval '1 day' end,
       regions, office.county, deadline.due_on, at
     from (
       select n, now() - (n * interval '94 seconds') as at, floor(random() * 50000) + 1 as farmer_n,
         (array['Seed support','Drip kit','Diesel pump','Fertilizer bags','Dairy goat'])[1 + floor(random() * 5)] as name,
         (array['pending','rejected','rejected','rejected','rejected','rejected','withdrawn'] ||
           array_fill('approved'::text, array[13]))[1 + floor(random() * 20)] as status,
         (array_fill('{west}'::text, array[25]) || array_fill('{east}'::text, array[14]) ||
           array_fill('{south}'::text, array[9]) || array['{east,west}', '{north}'])[1 + floor(random() * 50)]::text[] as regions,
         case when n % 4 = 0 then 0 when n % 3 = 0 then null else n % 40 end as programme_n
       from generate_series(1, $1::int) as n
     ) as made
     join farmers as farmer on farmer.n = made.farmer_n
     left join programmes as programme on programme.n = made.programme_n
     join offices as office on office.n = farmer.n % ${COUNTIES.length}
     join deadlines as deadline on deadline.day = nairobi_date(at)`,
    [APPLICATIONS],
  );
  await client.query('alter table subsidies enable trigger subsidies_place');
}

const COUNTY_OFFICIAL = `(select id from users where email = 'officialNakuru@bench.example')`;

/** Spreads the pending applications over the lists of the queue: one in a hundred is assigned, one reopened by an appeal. */
async function placeInOffices(client: pg.Client): Promise<void> {
  await client.query('alter table subsidies disable trigger user');
  await client.query(
    `update subsidies set rules = $1 from programmes where programmes.id = subsidies.id and n % 8 = 1`,
    [JSON.stringify({ ...NO_RULES, minAcres: 2 })],
  );
  await client.query(`
    with reopened as (
      select id, row_number() over () as turn from subsidies where status = 'pending' and random() < 0.01
    ), rejected as (
      select id, row_number() over () as turn from subsidies where status = 'rejected' and kind = 'application'
    )
    update subsidies set appeal_of = rejected.id from reopened join rejected using (turn)
    where subsidies.id = reopened.id`);
  await client.query(
    `update subsidies set
       assigned_to = case when random() < 0.01 then ${COUNTY_OFFICIAL} end,
       meets_rules = case when random() < 0.5 then random() < 0.7 end,
       corrected_at = case when random() < 0.03 then now() end,
       voted_at = case when random() < 0.05 then now() end
     where kind = 'application' and status = 'pending'`,
  );
  await client.query(
    `update subsidies set returned_at = now(), return_fields = '{amount}', return_reason = 'Less'
     where kind = 'application' and status = 'pending' and corrected_at is null and random() < 0.05`,
  );
  await client.query(
    `insert into subsidy_marks (subsidy_id, marked_by, status, level, subsidy_revision, programme_revision)
     select application.id, office.official_id, 'approved', 'county', application.revision,
       coalesce(programme.revision, application.revision)
     from subsidies as application join offices as office using (county)
       left join subsidies as programme on programme.id = application.programme_id
     where application.status = 'pending' and application.voted_at is not null`,
  );
  await client.query('alter table subsidies enable trigger user');
}

interface Prepared {
  token: string;
  countyToken: string;
  programmeId: string;
  officialId: string;
  reference: string;
}

/** Otherwise the measured server spends minutes of one core on it; in operation, at most a minute's deltas are unfolded. */
async function foldRollups(client: pg.Client): Promise<void> {
  let folded: number;
  do {
    const { rows } = await client.query<{ folded: number }>('select fold_rollups(500000) as folded');
    folded = rows[0]!.folded;
  } while (folded > 0);
}

/** Stops PostgreSQL at the end, so that writing back a million new rows does not affect the reads. */
async function prepare(): Promise<Prepared> {
  if (existsSync(filledMarker)) return JSON.parse(readFileSync(filledMarker, 'utf8')) as Prepared;
  rmSync(dataDir, { recursive: true, force: true });
  mkdirSync(dataDir, { recursive: true });
  const { connectionString, stop } = await startPostgres();
  await migrate(connectionString, 'apps/api/migrations');
  const client = new pg.Client({ connectionString });
  await client.connect();
  const token = await makeOfficial(client);
  await withoutIndexes(client, fill);
  const countyToken = await makeOfficial(client, 'Nakuru');
  await placeInOffices(client);
  await foldRollups(client);
  await client.query('vacuum analyze');
  const { rows } = await client.query<{ id: string; official_id: string; reference: string }>(
    `select programmes.id, ${COUNTY_OFFICIAL} as official_id, application.reference
     from programmes, subsidies as application
     where n = 0 and application.county = 'Nakuru' and application.status = 'pending' limit 1`,
  );
  await client.end();
  await stop();
  const { id: programmeId, official_id: officialId, reference } = rows[0]!;
  const prepared = { token, countyToken, programmeId, officialId, reference };
  writeFileSync(filledMarker, JSON.stringify(prepared));
  return prepared;
}

async function measure(
  connectionString: string,
  { token, countyToken, programmeId, officialId, reference }: Prepared,
): Promise<void> {
  const server = await startServer({ DATABASE_URL: connectionString, LOG_LEVEL: 'silent' });
  const filters: [what: string, query: string][] = [
    ['no filter', ''],
    ['pending', 'status=pending'],
    ['pending applications in the north', 'status=pending&kind=application&region=north'],
    ['rejected in the south', 'status=rejected&region=south'],
    ['programmes', 'kind=programme'],
    ['withdrawn', 'status=withdrawn'],
    ['one programme, pending', `programmeId=${programmeId}&status=pending`],
    ['one programme in the north', `programmeId=${programmeId}&region=north`],
    ['a word that every fifth row has', 'q=drip'],
    ['a word that hardly any row has', 'q=zebu'],
    ['a word that no row has', 'q=helicopter'],
    ['a person', 'q=wanjiku%20kamau%2012001'],
    ['a rare word, pending, in the east', 'q=zebu&status=pending&region=east'],
    ['a common word, pending, in the north', 'q=fertilizer&status=pending&region=north'],
  ];
  const queues: [what: string, query: string][] = [
    ['office', ''],
    ['mine', 'view=mine'],
    ['nobody’s', 'view=nobody'],
    ['late', 'view=late'],
    ['by amount', 'sort=amount'],
    ['one programme', `programmeId=${programmeId}`],
    ['amounts between', 'minAmount=20000&maxAmount=30000'],
    ['awaiting my approval', 'view=approval'],
    ['awaiting a second approval', 'view=second'],
    ['came back from the farmer', 'view=corrected'],
    ['with the farmer', 'view=returned'],
    ['reopened', 'view=reopened'],
    ['of one county', 'county=Nakuru'],
    ['of one official', `assignedTo=${officialId}`],
    ['ten days old', 'minAge=10'],
    ['newest of ten days', 'minAge=10&sort=newest'],
    ['rules met', 'meets=yes'],
    ['rules not met', 'meets=no'],
    ['rules not checked', 'meets=unchecked'],
    ['overdue of one programme', `view=late&programmeId=${programmeId}`],
    ['with the farmer, by amount', 'view=returned&sort=amount'],
    ['a common word', 'q=drip'],
    ['a rare word', 'q=zebu'],
    ['a word of no row', 'q=helicopter'],
    ['a phone number', 'q=0700012001'],
    ['a reference number', `q=${reference}`],
  ];
  interface Page {
    what: string;
    path: string;
    by: string;
  }
  const pages: Page[] = [
    ...filters.map(([what, query]) => ({ what, path: `subsidies/admin/all?limit=25&${query}`, by: token })),
    ...queues.map(([what, query]) => ({
      what: `queue of a county, ${what}`,
      path: `government/queue?limit=25&${query}`,
      by: countyToken,
    })),
    ...queues.map(([what, query]) => ({
      what: `queue of the country, ${what}`,
      path: `government/queue?limit=25&${query}`,
      by: token,
    })),
    { what: 'counts of a county', path: 'government/queue/counts', by: countyToken },
    { what: 'counts of the country', path: 'government/queue/counts', by: token },
  ];
  const ask = ({ path, by }: Page) => getPage(`${server.url}/api/${path}`, by);
  /** The best of three seconds, so that a stall of the machine does not lower it. */
  const saturationRate = async (page: Page) => {
    const rates: number[] = [];
    for (let second = 0; second < 3; second += 1)
      rates.push(
        (await closedLoop(() => ask(page), { connections: CONNECTIONS, until: deadlineIn(1000) })).length,
      );
    return Math.max(...rates);
  };
  // The first calls compile the code and fill the caches.
  for (const page of pages)
    await closedLoop(() => ask(page), { connections: CONNECTIONS, until: deadlineIn(1000) });
  for (const page of pages) {
    const { what } = page;
    const mostPerSecond = await saturationRate(page);
    const times = await undisturbedOpenLoop(() => ask(page), {
      perSecond: mostPerSecond / 4,
      seconds: SECONDS,
    });
    console.log(
      `${what}: ${mostPerSecond.toFixed(0)} pages a second are the most; ` +
        `at a quarter of that, ${times.length} pages: p50 ${percentile(times, 0.5).toFixed(1)} ms`,
    );
    report(`first page, ${what}, p99`, percentile(times, 0.99), 'ms', { atMost: BUDGET_MS });
  }
  await server.end('SIGTERM');
}

/** Median of five. */
async function measureBoard(connectionString: string, { token, countyToken }: Prepared): Promise<void> {
  const server = await startServer({ DATABASE_URL: connectionString, LOG_LEVEL: 'silent' });
  const from = addDays(today(), -364);
  for (const [what, by, atMost] of [
    ['of a county', countyToken, BOARD_COUNTY_BUDGET_MS],
    ['of the country', token, BOARD_NATIONAL_BUDGET_MS],
  ] as const) {
    const times: number[] = [];
    for (let call = 0; call < 5; call += 1) {
      const begin = performance.now();
      const response = await fetch(`${server.url}/api/government/board?from=${from}`, {
        headers: { authorization: `Bearer ${by}` },
      });
      if (!response.ok) throw new Error(`the board answered ${response.status}`);
      await response.arrayBuffer();
      times.push(performance.now() - begin);
    }
    report(`board ${what}, one year, p50`, percentile(times, 0.5), 'ms', { atMost });
  }
  await server.end('SIGTERM');
}

/** From the call that starts the job until it is finished, as the official sees it. */
async function measureBulk(connectionString: string, { token }: Prepared): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<{ _id: string; revision: number }>(
    `select id as _id, revision from subsidies where kind = 'application' and status = 'pending'
     order by due_on, id limit $1`,
    [BULK_DECISIONS],
  );
  await client.end();
  const server = await startServer({ DATABASE_URL: connectionString, LOG_LEVEL: 'silent' });
  const send = async (method: string, body?: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const response = await fetch(`${server.url}/api/government/bulk-decisions`, {
      method,
      headers,
      body: body && JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${method} answered ${response.status}`);
    return response.json();
  };
  const begin = performance.now();
  await send('POST', { status: 'approved', rows });
  let job: BulkDecision;
  do {
    await setTimeout(100);
    [job] = (await send('GET')) as [BulkDecision];
  } while (job.finishedAt === null);
  const seconds = (performance.now() - begin) / 1000;
  await server.end('SIGTERM');
  if (job.decided !== rows.length) throw new Error(`${job.decided} of ${rows.length} were decided`);
  report(`${rows.length} decisions in one job`, seconds, 's', { atMost: BULK_BUDGET_SECONDS });
}

const prepared = await prepare();
const postgres = await startPostgres();
try {
  if (PART === undefined) await measure(postgres.connectionString, prepared);
  if (PART !== 'bulk') await measureBoard(postgres.connectionString, prepared);
  if (PART !== 'board') await measureBulk(postgres.connectionString, prepared);
} finally {
  await postgres.stop();
  if (!reusedDir) rmSync(dataDir, { recursive: true, force: true });
}
