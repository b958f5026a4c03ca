/** Background jobs (graphile-worker): added in a transaction, they run if and only if it commits. */
import type { FailedTask } from '@ardhi/contract';
import {
  type CronItem,
  Logger,
  parseCronItems,
  type Runner,
  run,
  runMigrations,
  type Task,
} from 'graphile-worker';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Db } from '../database/db.ts';
import { reportOutage } from '../database/report-outage.ts';
import type { Services } from '../http/services.ts';
import { SYSTEM, type Transaction, transactionOf } from '../http/write-context.ts';
import { Problem } from '../text/problem.ts';

/** A domain adds its jobs here by declaration merging: name to payload. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the domains
export interface JobPayloads {}

export type JobName = keyof JobPayloads & string;

export interface JobContext extends Services {
  transaction: Transaction<undefined>;
}
export type Job<Payload> = (payload: Payload, context: JobContext) => Promise<void>;
export type Jobs = { [Name in JobName]: Job<JobPayloads[Name]> };

/** `match` is a crontab, in UTC. */
export type CronJob = CronItem & { task: JobName };

export function jobContext(services: Services): JobContext {
  return { ...services, transaction: transactionOf(services, SYSTEM) };
}

const STOP_TIMEOUT_MS = 8000;

export interface JobOptions {
  /** Replaces a queued job with the same key. */
  key?: string;
  maxAttempts?: number;
  /** Lower numbers run first; default 0. */
  priority?: number;
}

/** Jobs that write to people have a flag: after a restore they stay queued until the operator releases them. */
const MAIL_JOBS: readonly string[] = ['send-mail', 'reset-mail', 'policy-mail', 'send-push'];
export const MAIL_FLAG = 'mail';

export async function addJob<Name extends JobName>(
  db: Db,
  name: Name,
  payload: JobPayloads[Name],
  options: JobOptions = {},
): Promise<void> {
  await sql`select graphile_worker.add_job(
    ${name}, ${JSON.stringify(payload)}::json,
    max_attempts => ${options.maxAttempts ?? 25}::int,
    priority => ${options.priority ?? 0}::int,
    job_key => ${options.key ?? null}::text,
    flags => ${MAIL_JOBS.includes(name) ? [MAIL_FLAG] : null}::text[]
  )`.execute(db);
}

/** Deletes permanently failed jobs after their retention period. */
export async function deleteFailedJobs(db: Db, days: number): Promise<void> {
  await sql`select graphile_worker.complete_jobs(array(
    select id from graphile_worker._private_jobs
    where attempts >= max_attempts and locked_at is null and run_at < now() - make_interval(days => ${days})
    limit 5000))`.execute(db);
}

/** Failed jobs by task. A mail server names the recipient in its errors, so addresses are masked. */
export async function listFailedTasks(db: Db): Promise<FailedTask[]> {
  const { rows } = await sql<FailedTask>`
    select identifier as task, count(*) filter (where attempts >= max_attempts) as failed,
      count(*) filter (where attempts < max_attempts) as retrying, min(run_at) filter (where attempts < max_attempts) as "nextTryAt",
      regexp_replace((array_agg(last_error order by run_at desc))[1], '[^[:space:]<>]+@[^[:space:]<>]+', '…', 'g')
        as error
    from graphile_worker._private_jobs as jobs join graphile_worker._private_tasks as tasks on tasks.id = task_id
    where last_error is not null
    group by identifier order by failed desc, identifier`.execute(db);
  return rows.map((row) => ({ ...row, error: row.error.split('\n')[0]!.slice(0, MAX_ERROR_LENGTH) }));
}

const MAX_ERROR_LENGTH = 300;

/** Makes all failed jobs of a task due now, with all their attempts; returns their number. Running ones are left alone. */
export async function retryJobs(db: Db, task: string): Promise<number> {
  const { rows } = await sql`
    select from graphile_worker.reschedule_jobs(array(
      select jobs.id
      from graphile_worker._private_jobs as jobs join graphile_worker._private_tasks as tasks on tasks.id = task_id
      where identifier = ${task} and last_error is not null
    ), run_at => now(), attempts => 0)`.execute(db);
  return rows.length;
}

export async function migrateJobs(pool: pg.Pool): Promise<void> {
  await runMigrations({ pgPool: pool, ...quietLogger() });
}

export type JobRunner = ReturnType<typeof startJobs>;

interface RunnerOptions {
  patienceMs?: number;
  /** Jobs that run while the disk is full; all by default. */
  jobsWhileFull?: JobName[];
}

export function startJobs(
  pool: pg.Pool,
  services: Services,
  jobs: Partial<Jobs>,
  crons: CronJob[],
  { patienceMs = STOP_TIMEOUT_MS, jobsWhileFull }: RunnerOptions = {},
) {
  const { diskSpace } = services;
  const context = jobContext(services);
  const runsWhileFull = (name: string) => jobsWhileFull?.includes(name as JobName) ?? true;
  /** Ends a job that is running when the disk becomes full. */
  const contextWithSpace: JobContext = {
    ...context,
    transaction: async (work) => {
      diskSpace.assertNotFull();
      return context.transaction(work);
    },
  };
  const tasks = Object.entries(jobs).map(([name, job]): [string, Task] => [
    name,
    // A job that does not finish before a stop returns to the queue and runs again after the next start.
    (payload, { abortPromise }) =>
      Promise.race([
        (job as Job<unknown>)(payload, runsWhileFull(name) ? context : contextWithSpace),
        abortPromise,
      ]),
  ]);
  let starting: Promise<Runner> | null = null;
  let stopped = false;
  let retry: NodeJS.Timeout | null = null;

  async function start(): Promise<void> {
    const runsNow = (name: string) => !diskSpace.isFull() || runsWhileFull(name);
    starting = run({
      pgPool: pool,
      taskList: Object.fromEntries(tasks.filter(([name]) => runsNow(name))),
      parsedCronItems: parseCronItems(crons.filter(({ task }) => runsNow(task))),
      concurrency: 2,
      noHandleSignals: true,
      forbiddenFlags: () => (services.env.isMailHeld ? [MAIL_FLAG] : null),
      pollInterval: 2000,
      gracefulShutdownAbortTimeout: patienceMs,
      // Only batched completion makes a stop wait until a finished job is saved as complete, and reports a failure to
      // save it. Otherwise a finished job could run again.
      preset: { worker: { completeJobBatchDelay: 0 } },
      ...quietLogger(services),
    });
    await (await starting).promise;
  }

  async function keepRunning(): Promise<void> {
    try {
      // Ends without an error only when it is stopped.
      while (!stopped) await start();
    } catch (failure) {
      const error = failure as Error;
      if (stopped) return;
      if (!reportOutage(services.log, error))
        services.log.warn({ err: error }, 'the job runner stopped and is restarted');
      retry = setTimeout(keepRunning, 2000);
    }
  }

  async function stopRunner(): Promise<void> {
    const runner = await starting?.catch(() => null);
    await runner?.stop().catch(() => {});
  }

  // Starts again with the jobs that may run now.
  const stopWatching = jobsWhileFull && diskSpace.onChange(() => void stopRunner());
  void keepRunning();

  return {
    async stop(): Promise<void> {
      stopped = true;
      stopWatching?.();
      if (retry) clearTimeout(retry);
      await stopRunner();
    },
  };
}

/** Failures go into our own log, without payloads, which may contain personal data. */
function quietLogger(services?: Services): { logger: Logger } {
  return {
    logger: new Logger((scope) => (level, message, meta) => {
      if (level !== 'error' || !services) return;
      const error = meta?.error;
      const isExplained = error instanceof Problem && error.code === 'disk-full';
      if (!isExplained && !reportOutage(services.log, error))
        services.log.error({ job: scope.taskIdentifier, jobId: scope.jobId }, message);
    }),
  };
}
