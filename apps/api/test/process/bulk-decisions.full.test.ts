/** kill -9 while a job decides: each row is decided once or not at all, and the job goes on after the restart. */
import type { BulkDecision } from '@ardhi/contract';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { clientOf, personAt } from '../client.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { sent } from '../land.ts';
import { type RunningServer, startServer } from './server.ts';

const ROWS = 1000;
const KILLS = 2;

let database: TestDatabase;
let client: pg.Client;
let server: RunningServer;
const start = () => startServer({ DATABASE_URL: database.connectionString, LOG_LEVEL: 'silent' });

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  server = await start();
});
afterAll(async () => {
  await server.end('SIGKILL');
  await client.end();
  await database.drop();
});

it(`decides ${ROWS} rows through ${KILLS} kills`, async () => {
  const registered = await clientOf(server.url).as('government');
  const farmer = await clientOf(server.url).as('farmer');
  const { rows } = await client.query<{ _id: string; revision: number }>(
    `insert into subsidies (id, kind, owner_id, owner_name, name, description, amount_cents)
     select gen_random_uuid(), 'application', $1, 'Mkulima', 'Seed ' || n, 'Seed', 100 from generate_series(1, $2) as n
     returning id as _id, revision`,
    [farmer.user._id, ROWS],
  );
  const { _id } = await sent<BulkDecision>(registered, 'POST /government/bulk-decisions', {
    status: 'rejected',
    reason: 'The season is over',
    rows,
  });
  const progress = async () => {
    const { rows: counted } = await client.query<{ handled: number }>(
      'select count(*)::int as handled from bulk_decision_rows where bulk_id = $1 and outcome is not null',
      [_id],
    );
    return counted[0]!.handled;
  };
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const goal = Math.floor((ROWS * kill) / (KILLS + 2));
    await expect.poll(progress, { interval: 5, timeout: 60_000 }).toBeGreaterThanOrEqual(goal);
    await server.end('SIGKILL');
    expect(await progress()).toBeLessThan(ROWS);
    server = await start();
    // Skips a minute of waiting: the regular job resumes what has had no progress for a while.
    await client.query(`update bulk_decisions set worked_at = now() - interval '1 minute'`);
    await client.query(`select graphile_worker.add_job('bulk-decide-resume', '{}')`);
  }
  const read = async () => {
    const { body } = await personAt(clientOf(server.url), registered).send<BulkDecision[]>(
      'GET /government/bulk-decisions',
    );
    return body[0]!;
  };
  await expect.poll(async () => (await read()).finishedAt, { timeout: 120_000 }).not.toBeNull();
  expect(await read()).toMatchObject({ decided: ROWS, refused: 0, changed: 0 });
  const once = await client.query<{ entries: number; notices: number; decided: number }>(
    `select count(*)::int as entries, count(distinct entity_id)::int as decided,
       (select count(*)::int from notices where kind = 'subsidy-rejected') as notices
     from audit_log where action = 'subsidy.reject' and after ->> 'bulkId' = $1`,
    [_id],
  );
  expect(once.rows[0]).toEqual({ entries: ROWS, decided: ROWS, notices: ROWS });
  const ends = await client.query(`select from audit_log where action = 'bulk.end'`);
  expect(ends.rows).toHaveLength(1);
});
