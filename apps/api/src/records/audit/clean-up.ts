/** Nightly: what has served its time goes, and the months to come get their partitions. */
import { sql } from 'kysely';
import type { Db } from '../../lib/database/db.ts';
import { dropLostJobs, type Job } from '../../lib/jobs/jobs.ts';
import { LIVES, LOST_JOB_DAYS } from './retention.ts';
import { makeMonths } from './seal-queries.ts';

declare module '../../lib/jobs/jobs.ts' {
  interface JobPayloads {
    'clean-up': Record<string, never>;
  }
}

const BATCH_ROWS = 5000;
/** Whoever drops a month needs the table for a moment: rather than keep others waiting, it is tried again later. */
const LOCK_WAIT = '2s';

export const cleanUp: Job<Record<string, never>> = async (_payload, { db }) => {
  await makeMonths(db);
  for (const life of LIVES)
    if ('months' in life) await dropMonths(db, life.table, life.months);
    else while ((await deleteBatch(db, life)) === BATCH_ROWS);
  await dropLostJobs(db, LOST_JOB_DAYS);
};

async function dropMonths(pool: Db, table: string, months: number): Promise<void> {
  await pool.transaction().execute(async (db) => {
    await sql`set local lock_timeout = ${sql.lit(LOCK_WAIT)}`.execute(db);
    // A month of the trail leaves its last seal.
    await (table === 'audit_log'
      ? sql`select drop_trail_months(${months}::int)`
      : sql`select drop_months(${table}::regclass, ${months}::int)`
    ).execute(db);
  });
}

type Batch = Extract<(typeof LIVES)[number], { days: number }>;

/** Returns how many it deleted. A batch is a transaction of its own, so that nobody waits for all of them. */
async function deleteBatch(db: Db, { table, since, days, except = 'false' }: Batch): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where ctid = any (array(
      select ctid from ${sql.table(table)}
      where ${sql.ref(since)} < now() - make_interval(days => ${days}) and not (${sql.raw(except)})
      limit ${BATCH_ROWS}))
  `.execute(db);
  return Number(numAffectedRows);
}
