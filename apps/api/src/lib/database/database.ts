/** The pool, and the types that PostgreSQL's values become. */
import { ServerClient } from '@ardhi/embedded-postgres';
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
/** What the answer may take after that, the wait for a standby at a commit above all. */
const ANSWER_MS = 5_000;
/** A new connection plans everything anew: the first answer by one took 285 ms where 12 are usual. */
const IDLE_MS = 300_000;
/** What one of an export or a job may. */
export const LONG_STATEMENT_MS = 600_000;

/**
 * What values look like, how long a statement may take, and whether it may have helpers. One of a call is answered before
 * these have started: a tile of a few fields took 12 ms instead of 1 where the planner expected thousands. An export or a
 * recount is faster with PostgreSQL's own two.
 */
const sessionSettings = (statementMs: number) => ({
  timezone: 'UTC',
  datestyle: 'ISO',
  statement_timeout: String(statementMs),
  max_parallel_workers_per_gather: statementMs > STATEMENT_MS ? '2' : '0',
});

export interface Database {
  db: Db;
  pool: pg.Pool;
  close(): Promise<void>;
}

export function connect(
  connectionString: string,
  options: {
    max?: number;
    waitMs?: number;
    statementMs?: number;
    /** After so long a connection is replaced by one to the server that is wanted now. */
    lifeSeconds?: number;
    /** Through a transaction pooler: each transaction may have another session, so nothing is kept in one. */
    pooled?: boolean;
    onError?: (error: Error) => void;
  } = {},
): Database {
  const statementMs = options.statementMs ?? STATEMENT_MS;
  const settings = Object.entries(sessionSettings(statementMs));
  const pool = new pg.Pool({
    connectionString,
    ...{ answerMs: statementMs + ANSWER_MS },
    Client: options.pooled ? ServerClient : PreparingClient,
    max: options.max ?? 10,
    maxLifetimeSeconds: options.lifeSeconds ?? 0,
    idleTimeoutMillis: IDLE_MS,
    // Whoever waits longer than this for a free connection is told to come back later.
    connectionTimeoutMillis: options.waitMs ?? 5000,
    // Not as parameters of the connection's start, which poolers refuse.
    onConnect: async (client) => {
      if (!options.pooled)
        await client.query(settings.map(([name, value]) => `set ${name} = '${value}'`).join(';'));
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

/** Behind a transaction pooler sessions get their settings from their role. Two processes may start at once. */
export async function giveSettingsToRole(connectionString: string): Promise<void> {
  const client = new ServerClient({ connectionString });
  await client.connect();
  const alterations = Object.entries(sessionSettings(STATEMENT_MS)).map(
    ([name, value]) => `execute format('alter role %I in database %I set ${name} = %L', session_user,
      current_database(), '${value}');`,
  );
  await client
    .query(
      `begin; select pg_advisory_xact_lock(hashtext('ardhi-role-settings'));
       do $$ begin ${alterations.join(' ')} end $$; commit`,
    )
    .finally(() => client.end());
}

/** Whether a session has them. */
export const HAS_SETTINGS = `(current_setting('timezone') = 'UTC' and current_setting('datestyle') like 'ISO%'
  and current_setting('statement_timeout')::interval = make_interval(secs => ${STATEMENT_MS / 1000})
  and current_setting('max_parallel_workers_per_gather') = '0')`;
