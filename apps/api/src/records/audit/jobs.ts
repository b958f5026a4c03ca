/** Jobs of the audit log, and the nightly deletion of rows past their retention period. */
import { sql } from 'kysely';
import type { Db } from '../../lib/database/db.ts';
import { deleteFailedJobs, type Job } from '../../lib/jobs/jobs.ts';
import { FAILED_JOB_RETENTION_DAYS, RETENTION_PERIODS } from './retention.ts';
import { auditLogHead, createPartitions, logSignInFailures, sealAuditLog } from './seal-queries.ts';

declare module '../../lib/jobs/jobs.ts' {
  interface JobPayloads {
    'clean-up': Record<string, never>;
    'seal-trail': Record<string, never>;
    'log-trail-head': Record<string, never>;
  }
}

const BATCH_ROWS = 5000;
/** Dropping a partition locks the table. On timeout the job fails and is retried, so that writers do not queue. */
const LOCK_WAIT = '2s';

/** Nightly; also creates the partitions of the coming months. */
export const cleanUp: Job<Record<string, never>> = async (_payload, { db }) => {
  await createPartitions(db);
  for (const rule of RETENTION_PERIODS)
    if ('months' in rule) await dropMonths(db, rule.table, rule.months);
    else while ((await deleteBatch(db, rule)) === BATCH_ROWS);
  await deleteFailedJobs(db, FAILED_JOB_RETENTION_DAYS);
};

async function dropMonths(pool: Db, table: string, months: number): Promise<void> {
  await pool.transaction().execute(async (db) => {
    await sql`set local lock_timeout = ${sql.lit(LOCK_WAIT)}`.execute(db);
    // Keeps the last seal of a dropped audit log month.
    await (table === 'audit_log'
      ? sql`select drop_trail_months(${months}::int)`
      : sql`select drop_months(${table}::regclass, ${months}::int)`
    ).execute(db);
  });
}

type BatchRule = Extract<(typeof RETENTION_PERIODS)[number], { days: number }>;

/** Returns the number of deleted rows. Each batch is its own transaction, to keep row locks short. */
async function deleteBatch(db: Db, { table, since, days, except = 'false' }: BatchRule): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where ctid = any (array(
      select ctid from ${sql.table(table)}
      where ${sql.ref(since)} < now() - make_interval(days => ${days}) and not (${sql.raw(except)})
      limit ${BATCH_ROWS}))
  `.execute(db);
  return Number(numAffectedRows);
}

export const sealAuditLogJob: Job<Record<string, never>> = async (_payload, { db }) => {
  await logSignInFailures(db);
  while (await sealAuditLog(db));
};

/** Daily. Logs are stored outside the database, so the logged hash exposes later tampering with the seals. */
export const logAuditLogHead: Job<Record<string, never>> = async (_payload, { db, log }) => {
  log.info(await auditLogHead(db), 'head of the audit log');
};
