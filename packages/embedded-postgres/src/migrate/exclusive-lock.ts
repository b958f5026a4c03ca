/** Takes exclusive locks for an upgrade without blocking other sessions for long or terminating them. */
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';

export interface LockTimeouts {
  /** Timeout of each locking statement. Other sessions queue behind it for that long. */
  tablesMs: number;
  /** Total time before giving up. */
  wholeMs: number;
  /** Called when the upgrade has to wait. */
  note: (line: string) => void;
}

export const LOCK_TIMEOUTS: LockTimeouts = {
  // In total below a second, PostgreSQL's deadlock_timeout, so that the upgrade gives way and not another session.
  tablesMs: 300,
  wholeMs: 5 * 60_000,
  note: () => undefined,
};

/**
 * Runs `first`, locks the tables and runs `work` in one transaction. Restarts it from the beginning if another session
 * holds a lock that it needs.
 */
export async function withExclusiveLock(
  client: pg.Client,
  patience: LockTimeouts,
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
        throw new Error(`the upgrade cannot lock the tables: ${holder}`, { cause: error });
      patience.note(`the upgrade waits for the tables: ${holder}`);
      await pause(waitMs * (0.5 + Math.random()));
    }
  }
}

/**
 * Locks all tables in one statement that times out as a whole: sessions queued behind it hold locks too, and locking
 * another table later could deadlock with them. Starting processes read the migrations table, so it stays unlocked.
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
  '57014', // query canceled by statement_timeout
  '40P01', // deadlock detected
]);

function isBusy(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause)
    if (busyCodes.has((at as { code?: string }).code ?? '')) return true;
  return false;
}

/** The most likely holder of the lock. */
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
