/** Connection pool and type parsers. */
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

/** Statement timeout for calls: a slower statement would block a connection that other requests need. */
const STATEMENT_MS = 30_000;
/** Added for the response, mainly for a standby to confirm a commit. */
const RESPONSE_MS = 5_000;
/** Long, because a new connection plans every statement again: its first response took 285 ms instead of 12. */
const MAX_IDLE_MS = 300_000;
/** Statement timeout for exports and jobs. */
export const LONG_STATEMENT_MS = 600_000;

/**
 * Calls run without parallel workers, which take longer to start than the query takes: a tile of a few fields took 12 ms
 * instead of 1 when the planner expected thousands. Exports and recounts are faster with PostgreSQL's default of two.
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
    /** Replaces each connection after this time, so that it follows the current target server. */
    lifeSeconds?: number;
    /** Set behind a transaction pooler: sessions change between transactions, so no session state is possible. */
    pooled?: boolean;
    onError?: (error: Error) => void;
  } = {},
): Database {
  const statementMs = options.statementMs ?? STATEMENT_MS;
  const settings = Object.entries(sessionSettings(statementMs));
  const pool = new pg.Pool({
    connectionString,
    ...{ answerMs: statementMs + RESPONSE_MS },
    Client: options.pooled ? ServerClient : PreparingClient,
    max: options.max ?? 10,
    maxLifetimeSeconds: options.lifeSeconds ?? 0,
    idleTimeoutMillis: MAX_IDLE_MS,
    // A request that waits longer for a free connection gets a 503.
    connectionTimeoutMillis: options.waitMs ?? 5000,
    // Not sent as startup parameters, because poolers reject them.
    onConnect: async (client) => {
      if (!options.pooled)
        await client.query(settings.map(([name, value]) => `set ${name} = '${value}'`).join(';'));
    },
  });
  // The pool replaces a broken idle connection; an unhandled `error` event would crash the process.
  pool.on('error', (error) => options.onError?.(error));
  pool.on('connect', (client) => client.on('error', () => {}));
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  return {
    db,
    pool,
    async close() {
      await db.destroy();
      // Kysely does not close a pool that it has never used.
      if (!pool.ended) await pool.end();
    },
  };
}

/** Behind a transaction pooler sessions inherit settings from the role. The lock serialises concurrent starts. */
export async function setRoleSettings(connectionString: string): Promise<void> {
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

/** SQL condition: the session has the settings for calls. */
export const HAS_SETTINGS = `(current_setting('timezone') = 'UTC' and current_setting('datestyle') like 'ISO%'
  and current_setting('statement_timeout')::interval = make_interval(secs => ${STATEMENT_MS / 1000})
  and current_setting('max_parallel_workers_per_gather') = '0')`;
