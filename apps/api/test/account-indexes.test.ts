/** Exporting and deleting an account must find its rows by an index in every large table. */
import { addDays, today } from '@ardhi/contract/dates';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PASSWORD, startTestApp } from './app.ts';
import { rectangle, setBoundary } from './boundaries.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { maize, newParcel, sent } from './land.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  // With sequential scans disabled, a remaining one means that no index fits.
  await query(`do $$ begin
    execute format('alter database %I set enable_seqscan = off', current_database());
  end $$`);
});
afterAll(() => database.drop());

async function query<Row extends object>(statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}

/** Sequential scans by table. A connection reports its scans when it ends. */
async function scans(): Promise<Map<string, number>> {
  const rows = await query<{ relname: string; seq_scan: string }>(
    'select relname, seq_scan from pg_stat_user_tables where seq_scan > 0',
  );
  return new Map(rows.map(({ relname, seq_scan }) => [relname, Number(seq_scan)]));
}

/** Tables that stay small in a national database: a few rows per office, or rows that are pending for a minute. */
const SMALL =
  /_deltas$|^(_private_|invitations|policies|policy_sendings|audit_|seals|rollup|stored_settings)/;

/** Stored responses that were read. */
async function readResponses(): Promise<number> {
  const [row] = await query<{ count: number }>(`
    select (seq_tup_read + idx_tup_fetch)::int as count from pg_stat_user_tables where relname = 'idempotency_keys'`);
  return row!.count;
}

it('scans no table that grows with the number of farmers', async () => {
  const before = await startTestApp({}, database.connectionString);
  const official = await before.as('government');
  const farmer = await before.as('farmer');
  const other = await before.as('farmer');
  const parcel = await newParcel(farmer);
  await sent(farmer, `POST /land/${parcel._id}/crops`, maize);
  await setBoundary(farmer, parcel._id, rectangle(0, 0));
  await farmer.send(`DELETE /land/${(await newParcel(farmer))._id}`);
  await official.send(`GET /government/lands/${parcel._id}`);
  await farmer.send('POST /equipment', {
    body: { name: 'Trekta', type: 'tractor', purchaseDate: addDays(today(), -9) },
  });
  await farmer.send('POST /messages', {
    body: { recipientId: other.user._id, channelType: 'general', subject: 'Habari', content: 'Njema?' },
  });
  const uninvolved = await before.as('government');
  await before.close();
  await query(`insert into idempotency_keys (owner, key, request_hash, status, answer)
    select '${uninvolved.user._id}', number, '', 200, '{}' from generate_series(1, 1000) as number`);
  await query('analyze idempotency_keys');
  const scansBefore = await scans();
  const readBefore = await readResponses();

  const app = await startTestApp({}, database.connectionString);
  const headers = { authorization: `Bearer ${farmer.token}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ password: PASSWORD });
  for (const [method, path] of [
    ['POST', '/auth/confirm'],
    ['GET', '/auth/data'],
    ['DELETE', '/auth/account'],
  ] as const) {
    const response = await fetch(`${app.url}/api${path}`, {
      method,
      headers,
      body: method === 'GET' ? undefined : body,
    });
    expect([path, response.status]).toEqual([path, 200]);
  }
  await app.close();
  await expect
    .poll(async () => {
      const found = [...(await scans())].filter(([table, count]) => count > (scansBefore.get(table) ?? 0));
      return found.map(([table]) => table).filter((table) => !SMALL.test(table));
    })
    .toEqual([]);
  // Responses to officials who never saw the farmer's data are not searched.
  expect((await readResponses()) - readBefore).toBeLessThan(1000);
});
