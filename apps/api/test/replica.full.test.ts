/** A primary and its standby: officials read from the standby, and always see their own writes. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { api } from '@ardhi/contract';
import { AS_OF_HEADER, WAL_POSITION_HEADER } from '@ardhi/contract/headers';
import { type EmbeddedPostgres, migrate, startEmbeddedPostgres } from '@ardhi/embedded-postgres';
import { administrator, type Standby, startStandby } from '@ardhi/embedded-postgres/test/standby';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '../src/lib/database/db.ts';
import { counters } from '../src/lib/logging/counters.ts';
import { PASSWORD, type Person, startTestApp, type TestApp } from './app.ts';
import { rectangle, setBoundary } from './boundaries.ts';
import { personAt } from './client.ts';
import { gisOfficial, makeToken } from './gis.ts';
import { newParcel } from './land.ts';

const [primaryDir, dataDir] = ['primary', 'standby'].map((name) =>
  mkdtempSync(join(tmpdir(), `ardhi-${name}-`)),
) as [string, string];
const statementStats = { shared_preload_libraries: 'pg_stat_statements', 'pg_stat_statements.track': 'all' };
/** Maximum age of a read from the replica. */
const MAX_AGE_MS = 5_000;
let primary: EmbeddedPostgres;
let standby: Standby;
let app: TestApp;
let official: Person;
let farmer: Person;

beforeAll(async () => {
  primary = await startEmbeddedPostgres({
    dataDir: primaryDir,
    log: () => {},
    settings: { fsync: 'off', ...statementStats },
  });
  await migrate(primary.connectionString, fileURLToPath(new URL('../migrations', import.meta.url)));
  const operator = administrator(primary.connectionString);
  await operator.connect();
  await operator.query('create extension pg_stat_statements; grant pg_read_all_stats to ardhi');
  await operator.query('grant execute on function pg_stat_statements_reset to ardhi');
  await operator.end();
  const settings = { fsync: 'off', max_standby_streaming_delay: '0', ...statementStats };
  standby = await startStandby(primary, { primaryDir, dataDir, settings });
  app = await startTestApp({ METRICS_TOKEN: 'secret' }, primary.connectionString, {
    replicaUrl: `${standby.connectionString}&target_session_attrs=standby`,
  });
  official = await app.as('government');
  farmer = await app.as('farmer');
});
afterAll(async () => {
  await app?.close();
  await standby?.stop();
  await primary?.stop();
  for (const folder of [primaryDir, dataDir]) rmSync(folder, { recursive: true, force: true });
});

/** Reads by server since the last call. */
function readsBy() {
  const found = { ...counters.replicaReads };
  counters.replicaReads = { replica: 0, primary: 0 };
  return found;
}

async function metrics(): Promise<string> {
  const response = await fetch(`${app.url}/metrics`, { headers: { authorization: 'Bearer secret' } });
  return response.text();
}

const countProgrammes = async (position?: string) => {
  const response = await official.send<unknown[]>('GET /subsidies/admin/all', {
    headers: position ? { [WAL_POSITION_HEADER]: position } : {},
  });
  return { count: response.body.length, asOf: Date.parse(response.headers.get(AS_OF_HEADER) ?? '') };
};

async function createProgramme(name: string): Promise<string> {
  const response = await official.send('POST /government/subsidies', {
    body: { name, description: 'Seed for the long rains', amount: 1000 },
  });
  expect(response.status).toBe(201);
  return response.headers.get(WAL_POSITION_HEADER)!;
}

describe('what an official has written', () => {
  it('is in the next response, also if the replica lags; others see it after 5 s at most', async () => {
    const events: (string | undefined)[] = [];
    const stop = app.services.changeEvents.subscribe(({ position }) => events.push(position));
    const first = await createProgramme('First');
    stop();
    expect(events).toContain(first);
    readsBy();
    expect(await countProgrammes(first)).toMatchObject({ count: 1 });
    expect(readsBy()).toEqual({ replica: 1, primary: 0 });

    await standby.pause();
    const written = Date.now();
    const second = await createProgramme('Second');
    expect(await countProgrammes()).toMatchObject({ count: 1 });
    expect(readsBy()).toEqual({ replica: 1, primary: 0 });
    const seen = await countProgrammes(second);
    expect(seen.count).toBe(2);
    expect(seen.asOf).toBeGreaterThanOrEqual(written);
    await expect
      .poll(async () => {
        const sentAt = Date.now();
        const { count, asOf } = await countProgrammes();
        expect(asOf).toBeGreaterThanOrEqual(sentAt - MAX_AGE_MS);
        return count;
      })
      .toBe(2);
    expect(Number(/^ardhi_replica_lag_seconds (\S+)/m.exec(await metrics())?.[1])).toBeGreaterThan(1);

    await standby.resume();
    const third = await createProgramme('Third');
    const readThere = async (position: string) => {
      await countProgrammes(position);
      return readsBy().replica;
    };
    await expect.poll(() => readThere(third)).toBe(1);
    // Possibly from before a restore of the database, so no read waits for it.
    expect(await countProgrammes('FFFF/0')).toMatchObject({ count: 3 });
    expect(await countProgrammes('nonsense')).toMatchObject({ count: 3 });
    expect(readsBy()).toEqual({ replica: 2, primary: 0 });
  });
});

describe('the primary', () => {
  it('executes none of the officials’ reads', async () => {
    const parcel = await newParcel(farmer);
    await setBoundary(farmer, parcel._id, rectangle(0, 0));
    const { token } = (await makeToken(await gisOfficial(app, ''))).body;
    const mapProgram = personAt(app, { user: official.user, token });
    await official.send('POST /auth/confirm', { body: { password: PASSWORD } });
    const reads = Object.entries(api).filter(([, route]) => 'reads' in route && route.reads === 'replica');
    const at: Record<string, string> = { '{z}/{x}/{y}': '6/38/32', '{id}': parcel._id };
    await app.db.executeQuery(sql`select pg_stat_statements_reset()`.compile(app.db));
    readsBy();
    for (const [call] of reads) {
      const path = Object.entries(at).reduce((text, [name, value]) => text.replace(name, value), call);
      const sentAt = Date.now();
      const { status, headers } = path.startsWith('GET /gis/')
        ? await mapProgram.send(path)
        : await official.send(path, { query: { q: 'shamba', figure: 'received' } });
      expect([call, status]).toEqual([call, path.includes('/reach') ? 404 : 200]);
      if (status === 200)
        expect(Date.parse(headers.get(AS_OF_HEADER) ?? '')).toBeGreaterThanOrEqual(sentAt - MAX_AGE_MS);
    }
    expect(readsBy().primary).toBe(0);
    const there = await statementsOf(standby.connectionString);
    const here = new Set(await statementsOf(primary.connectionString));
    expect(there.filter((text) => /from/i.test(text)).length).toBeGreaterThan(reads.length);
    expect(
      there.filter((text) => here.has(text) && !/^(begin|start|commit|set|rollback)/i.test(text)),
    ).toEqual([]);
    const reports = await official.send<unknown[]>('GET /government/reports');
    expect(reports.body).toHaveLength(2);
  });

  it('serves reads that replay cancels on the replica, and all reads when the replica is gone', async () => {
    const replica = app.services.replica!.calls;
    await newParcel(farmer);
    const readBy: boolean[] = [];
    const count = async (db: Db) => {
      const runCount = () => sql<{ count: number }>`select count(*) from parcels`.execute(db);
      await runCount();
      readBy.push(db.isTransaction);
      if (db.isTransaction) await removeOldRows();
      return (await runCount()).rows[0]!.count;
    };
    const { result } = await replica.read(null, count);
    expect(result).toBeGreaterThan(0);
    expect(readBy).toEqual([true, false]);

    await standby.stop();
    readsBy();
    expect((await official.send('GET /government/analytics')).status).toBe(200);
    expect((await official.send('GET /government/lands.csv')).status).toBe(200);
    expect(readsBy()).toMatchObject({ replica: 0 });
    const away = await metrics();
    expect(away).toContain('ardhi_replica_up 0');
    // Unknown, which is not the same as no lag.
    expect(away).not.toMatch(/^ardhi_replica_lag_seconds /m);
    const back = await startEmbeddedPostgres({ dataDir, log: () => {} });
    standby = { ...standby, stop: back.stop };
    const readAgain = async () => {
      await official.send('GET /government/lands');
      return readsBy().replica;
    };
    await expect.poll(readAgain).toBe(1);
  });
});

/** Removes rows that a reader on the standby may still need, and waits until that is replayed. */
async function removeOldRows() {
  const operator = administrator(primary.connectionString);
  await operator.connect();
  await operator.query('update parcels set revision = revision + 1');
  await operator.query('vacuum parcels');
  // This commit flushes everything before it to the standby.
  await operator.query('update parcels set revision = revision + 1');
  const { rows } = await operator.query('select pg_current_wal_flush_lsn() as position');
  await operator.end();
  const watcher = administrator(standby.connectionString);
  await watcher.connect();
  const isThere = async () =>
    (await watcher.query(`select pg_last_wal_replay_lsn() >= '${rows[0].position}' as there`)).rows[0].there;
  await expect.poll(isThere).toBe(true);
  await watcher.end();
}

async function statementsOf(connectionString: string): Promise<string[]> {
  const client = administrator(connectionString);
  await client.connect();
  const { rows } = await client.query(
    `select query from pg_stat_statements join pg_database on dbid = pg_database.oid join pg_roles on userid = pg_roles.oid
     where datname = 'ardhi' and rolname = 'ardhi'`,
  );
  await client.end();
  return rows.map(({ query }) => query);
}
