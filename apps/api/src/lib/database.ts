/** The pool, and the types that PostgreSQL's values become. */
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { DB } from './database.generated.ts';
import type { Db } from './db.ts';
import { PreparingClient } from './prepared.ts';

const { builtins } = pg.types;
// bigint holds counts and cents, numeric holds areas and amounts: all far below 2^53.
pg.types.setTypeParser(builtins.INT8, Number);
pg.types.setTypeParser(builtins.NUMERIC, Number);
// Dates stay YYYY-MM-DD, times become ISO 8601 in UTC: both are strings end to end.
pg.types.setTypeParser(builtins.DATE, (value) => value);
pg.types.setTypeParser(builtins.TIMESTAMPTZ, (value) => new Date(value).toISOString());

/** What a statement of a call may take: longer, and one client would hold a connection that all others wait for. */
const STATEMENT_MS = 30_000;
/** What one of an export or a job may. */
export const LONG_STATEMENT_MS = 600_000;

export interface Database {
  db: Db;
  pool: pg.Pool;
  close(): Promise<void>;
}

export function connect(
  connectionString: string,
  options: { max?: number; waitMs?: number; statementMs?: number; onError?: (error: Error) => void } = {},
): Database {
  const pool = new pg.Pool({
    connectionString,
    Client: PreparingClient,
    max: options.max ?? 10,
    // Whoever waits longer than this for a free connection is told to come back later.
    connectionTimeoutMillis: options.waitMs ?? 5000,
    // Not as parameters of the connection's start, which poolers refuse.
    onConnect: async (client) => {
      await client.query(
        `set timezone = 'UTC'; set datestyle = 'ISO'; set statement_timeout = ${options.statementMs ?? STATEMENT_MS}`,
      );
    },
  });
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', (error) => options.onError?.(error));
  pool.on('connect', (client) => client.on('error', () => {}));
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  return {
    db,
    pool,
    async close() {
      await db.destroy();
      // Kysely leaves a pool open through which it was never asked anything.
      if (!pool.ended) await pool.end();
    },
  };
}
