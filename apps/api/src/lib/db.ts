/** The pool, the types that PostgreSQL's values become, and the one way to start a transaction. */
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { DB } from './database.generated.ts';
import { publishAfterCommit } from './hints.ts';
import { PreparingClient } from './prepared.ts';

/** The pool or a transaction: a query function does not care which. */
export type Db = Kysely<DB>;

const { builtins } = pg.types;
// bigint holds counts and cents, numeric holds areas and amounts: all far below 2^53.
pg.types.setTypeParser(builtins.INT8, Number);
pg.types.setTypeParser(builtins.NUMERIC, Number);
// Dates stay YYYY-MM-DD, times become ISO 8601 in UTC: both are strings end to end.
pg.types.setTypeParser(builtins.DATE, (value) => value);
pg.types.setTypeParser(builtins.TIMESTAMPTZ, (value) => new Date(value).toISOString());

export interface Database {
  db: Db;
  pool: pg.Pool;
  close(): Promise<void>;
}

export function connect(
  connectionString: string,
  options: { max?: number; waitMs?: number; onError?: (error: Error) => void } = {},
): Database {
  const pool = new pg.Pool({
    connectionString,
    Client: PreparingClient,
    max: options.max ?? 10,
    // Whoever waits longer than this for a free connection is told to come back later.
    connectionTimeoutMillis: options.waitMs ?? 5000,
    options: '-c timezone=UTC -c datestyle=ISO',
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

/** Runs `work` in one transaction; hints that it left are published once it is committed. */
export async function transaction<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  let inner: Db | undefined;
  const result = await db.transaction().execute((opened) => {
    inner = opened;
    return work(opened);
  });
  if (inner) publishAfterCommit(db, inner);
  return result;
}

const awayCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  '53300', // too many connections
  '57P01', // admin shutdown
  '57P02', // crash shutdown
  '57P03', // cannot connect now
  '08000',
  '08001',
  '08003',
  '08006',
]);

/** Whether the database could not be reached, as opposed to having refused a statement. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = (error as { code?: unknown }).code;
  if (typeof code === 'string' && awayCodes.has(code)) return true;
  return /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|not queryable/.test(
    error.message,
  );
}

/** The name of the constraint that a write broke, if that is what happened. */
export function brokenConstraint(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const { code, constraint } = error as { code?: string; constraint?: string };
  return code?.startsWith('23') && constraint ? constraint : null;
}
