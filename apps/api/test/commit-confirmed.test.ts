/** A commit with a synchronous standby is acknowledged only after the standby has confirmed it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type EmbeddedPostgres, migrate, startEmbeddedPostgres } from '@ardhi/embedded-postgres';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Person, startTestApp, type TestApp } from './app.ts';
import { plot } from './land.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'ardhi-standby-'));
let postgres: EmbeddedPostgres;
let app: TestApp;
let farmer: Person;

/** With a synchronous standby that does not exist, or without one. */
const start = (synchronous_standby_names: string) =>
  startEmbeddedPostgres({ dataDir, log: () => {}, settings: { fsync: 'off', synchronous_standby_names } });

beforeAll(async () => {
  postgres = await start('');
  await migrate(postgres.connectionString, fileURLToPath(new URL('../migrations', import.meta.url)));
  app = await startTestApp({}, postgres.connectionString);
  farmer = await app.as('farmer');
});
afterAll(async () => {
  await app.close();
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Cancels the wait of the one pending commit, as an operator would. */
async function cancelWait() {
  const url = new URL(postgres.connectionString);
  url.username = 'postgres';
  const operator = new pg.Client({ connectionString: url.href });
  await operator.connect();
  const cancel = `select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`;
  await expect
    .poll(async () => (await operator.query(cancel)).rowCount)
    .toBe(1)
    .finally(() => operator.end());
}

it('returns 503 for an unconfirmed commit, also on retry, and applies the write once', async () => {
  const body = { ...plot, _id: '0197a3f0-7b1e-7c3a-8d55-6f0a1b2c3d4e' };
  const send = () => farmer.send<{ code?: string; _id?: string }>('POST /land', { body });
  await postgres.stop();
  postgres = await start('nobody');
  for (let time = 0; time < 2; time += 1) {
    const response = send();
    await cancelWait();
    expect(await response).toMatchObject({ status: 503, body: { code: 'database-away' } });
    expect(Number((await response).headers.get('retry-after'))).toBeGreaterThan(0);
  }
  await postgres.stop();
  postgres = await start('');
  await expect.poll(async () => (await app.send('GET /ready')).status).toBe(200);
  expect(await send()).toMatchObject({ status: 201, body: { _id: body._id } });
  expect((await farmer.send<unknown[]>('GET /land')).body).toHaveLength(1);
});
