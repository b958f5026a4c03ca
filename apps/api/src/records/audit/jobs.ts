/** Jobs of the audit log, and the nightly deletion of rows past their retention period. */
import { sql } from 'kysely';
import type { Db } from '../../lib/database/db.ts';
import { deleteFailedJobs, type Job } from '../../lib/jobs/jobs.ts';
import { queueMail } from '../../lib/jobs/mail.ts';
import { translator } from '../../lib/text/i18n.ts';
import { FAILED_JOB_RETENTION_DAYS, RETENTION_PERIODS } from './retention.ts';
import { auditLogHead, createPartitions, logSignInFailures, sealAuditLog } from './seal-queries.ts';
import { checkAuditLog, resultOf, VERIFY_RESULTS } from './verify.ts';

declare module '../../lib/jobs/jobs.ts' {
  interface JobPayloads {
    'clean-up': Record<string, never>;
    'seal-trail': Record<string, never>;
    'log-trail-head': Record<string, never>;
    'verify-trail': Record<string, never>;
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

const POST_TIMEOUT_MS = 10_000;

/** Daily. A copy outside the database exposes later tampering with the seals: in the logs, and where AUDIT_HEAD_TO says. */
export const logAuditLogHead: Job<Record<string, never>> = async (_payload, { db, env, log }) => {
  const head = await auditLogHead(db);
  log.info(head, 'head of the audit log');
  const to = env.auditHeadTo;
  if (!to) return;
  const text = JSON.stringify({ ...head, from: env.publicUrl }, null, 2);
  if ('email' in to) {
    const t = translator('en');
    const subject = t('mail.audit-head.subject', { day: head.sealedAt.slice(0, 10) });
    await queueMail(db, env, { to: to.email, subject, text: `${t('mail.audit-head.text')}\n\n${text}\n` });
    return;
  }
  const response = await fetch(to.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: text,
    // A redirect could lead the head elsewhere, or turn the POST into a GET that stores nothing.
    redirect: 'error',
    signal: AbortSignal.timeout(POST_TIMEOUT_MS),
  });
  // The job is retried.
  if (!response.ok) throw new Error(`AUDIT_HEAD_TO responded with ${response.status}`);
};

/** Daily. The result is a metric with an alert; the log has the details. */
export const verifyAuditLogJob: Job<Record<string, never>> = async (_payload, { db, log }) => {
  const found = await checkAuditLog(db);
  const { faults, losses } = found;
  const result = resultOf(found);
  if (result === VERIFY_RESULTS.tampered)
    log.error({ faults, losses }, 'the audit log is not as it was sealed');
  else if (result === VERIFY_RESULTS.restored)
    log.warn({ losses }, 'rows of the audit log were lost by a restore');
  await db.insertInto('audit_verifications').values({ result, faults: faults.length }).execute();
};
