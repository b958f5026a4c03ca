/** An upgrade has the tables to itself for a moment, without keeping others waiting for long or ending their work. */
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';

export interface Patience {
  /** How long others may wait at each of the statements with which an upgrade waits for the tables. */
  tablesMs: number;
  /** How long it tries. */
  wholeMs: number;
  /** Told when it has to wait. */
  note: (line: string) => void;
}

export const PATIENCE: Patience = {
  // All of them together below a second, after which PostgreSQL looks for deadlocks: it is the upgrade that gives way.
  tablesMs: 300,
  wholeMs: 5 * 60_000,
  note: () => undefined,
};

/**
 * Runs `first`, locks the tables and runs `work`, in one transaction; again from its beginning when somebody holds what
 * it needs.
 */
export async function aloneInTransaction(
  client: pg.Client,
  patience: Patience,
  { first, work }: { first: () => Promise<void>; work: () => Promise<void> },
): Promise<void> {
  const end = Date.now() + patience.wholeMs;
  for (let waitMs = 100; ; waitMs = Math.min(2 * waitMs, 15_000)) {
    try {
      await client.query('begin');
      const { tablesMs } = patience;
      await client.query(`set local lock_timeout = ${tablesMs}; set local statement_timeout = ${tablesMs}`);
      await first();
      await lockTables(client);
      await client.query('set local statement_timeout = 0');
      await work();
      await client.query('commit');
      return;
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      if (!isBusy(error)) throw error;
      const holder = await longestTransaction(client);
      if (Date.now() > end)
        throw new Error(`the upgrade cannot have the tables: ${holder}`, { cause: error });
      patience.note(`the upgrade waits for the tables: ${holder}`);
      await pause(waitMs * (0.5 + Math.random()));
    }
  }
}

/**
 * All of ours at once, in one statement that is given up as a whole: whoever waits behind it holds locks too, and one
 * taken later could wait for them. The table of the migrations is left to other processes that start.
 */
async function lockTables(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(`
    select oid::regclass::text as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and pg_has_role(relowner, 'usage')
      and relname <> 'migrations'
    order by relname`);
  if (rows.length)
    await client.query(`lock table ${rows.map(({ name }) => name).join(', ')} in access exclusive mode`);
}

const busyCodes = new Set([
  '55P03', // lock not available
  '57014', // query canceled: by the timeout above
  '40P01', // deadlock detected
]);

function isBusy(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause)
    if (busyCodes.has((at as { code?: string }).code ?? '')) return true;
  return false;
}

/** Who it may be that it waits for. */
async function longestTransaction(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ pid: number; name: string; since: Date }>(`
    select pid, application_name as name, xact_start as since from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
    order by xact_start limit 1`);
  const [longest] = rows;
  if (!longest) return 'they were in use';
  const { pid, name, since } = longest;
  return `the longest transaction is that of process ${pid}${name && ` (${name})`}, open since ${new Date(since).toISOString()}`;
}
