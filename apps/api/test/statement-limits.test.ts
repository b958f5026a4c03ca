import type { Problem } from '@ardhi/contract';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, LONG_STATEMENT_MS } from '../src/lib/database/database.ts';
import type { Db } from '../src/lib/database/db.ts';
import { PASSWORD, testApp } from './app.ts';

const STATEMENT_MS = 300;

const app = testApp({}, undefined, { statementMs: STATEMENT_MS });

describe('a statement that takes too long', () => {
  let holder: pg.Client;
  beforeAll(async () => {
    holder = new pg.Client({ connectionString: app.connectionString });
    await holder.connect();
  });
  afterAll(() => holder.end());

  it('is cancelled, and the response allows a retry', async () => {
    await holder.query(`
      create function dawdle() returns trigger language plpgsql as 'begin perform pg_sleep(60); return new; end';
      create trigger dawdle before insert on contact_messages for each row execute function dawdle()`);
    const body = { name: 'A', email: 'a@example.ke', subject: 'Hello', message: 'Is anybody there?' };
    const response = await app.send<Problem>('POST /contact', { body });
    expect(response).toMatchObject({ status: 503, body: { code: 'busy' } });
    expect(response.body.message).not.toBe('');
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await app.send('GET /ready')).status).toBe(200);
  });

  it('may take longer in an export', async () => {
    const official = await app.as('government');
    await official.send('POST /auth/confirm', { body: { password: PASSWORD } });
    await holder.query('begin; lock table subsidies in access exclusive mode');
    const exported = official.send('GET /government/subsidies.csv');
    expect((await official.send('GET /subsidies/admin/all')).status).toBe(503);
    await holder.query('commit');
    expect((await exported).status).toBe(200);
  });

  it('uses parallel workers only in an export', async () => {
    const parallelWorkers = async ({ db }: { db: Db }) =>
      (await sql`show max_parallel_workers_per_gather`.execute(db)).rows;
    expect(await parallelWorkers(app)).toEqual([{ max_parallel_workers_per_gather: '0' }]);
    const long = connect(app.connectionString, { max: 1, statementMs: LONG_STATEMENT_MS });
    expect(await parallelWorkers(long)).toEqual([{ max_parallel_workers_per_gather: '2' }]);
    await long.close();
  });

  it('is limited by session settings, since poolers reject startup parameters', async () => {
    const rows = await app.sql<{ source: string }>`
      select distinct source from pg_settings where name in ('statement_timeout', 'TimeZone', 'DateStyle',
        'max_parallel_workers_per_gather')
    `;
    expect(rows).toEqual([{ source: 'session' }]);
  });
});
