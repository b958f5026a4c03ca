/** Metrics of this process and of the shared database, for `/metrics`. */
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type pg from 'pg';
import { countUnfolded } from '../insight/analytics/jobs.ts';
import type { Db } from '../lib/database/db.ts';
import type { DiskSpace, Space } from '../lib/database/disk-space.ts';
import type { Replicas } from '../lib/database/replica.ts';
import type { Metric, Metrics, Sample } from '../lib/http/metrics-route.ts';
import { counters } from '../lib/logging/counters.ts';
import { diskFull } from '../lib/logging/outage.ts';
import { secondsUnsealed } from '../records/audit/seal-queries.ts';
import { type BackupResult, lastBackup } from './backup/results.ts';
import type { Streams } from './streams.ts';

export type Pools = Record<string, pg.Pool>;

export function processMetrics(version: string, streams: Streams, pools: Pools): Metrics {
  const ofPools = (help: string, read: (pool: pg.Pool) => number): Metric => ({
    help,
    labels: ['pool'],
    read: () => Object.entries(pools).map(([pool, of]) => ({ value: read(of), labels: { pool } })),
  });
  return {
    ardhi_build_info: {
      help: 'Version of this process',
      labels: ['version'],
      read: () => [{ value: 1, labels: { version } }],
    },
    ardhi_streams_open: { help: 'Event streams to browsers', read: () => [{ value: streams.size() }] },
    ardhi_pool_connections_max: ofPools('Connections that the pool may open', (pool) => pool.options.max),
    ardhi_pool_connections_busy: ofPools('Connections in use', (pool) => pool.totalCount - pool.idleCount),
    ardhi_pool_waiting: ofPools('Calls and jobs that wait for a connection', (pool) => pool.waitingCount),
    ardhi_mail_failures_total: {
      help: 'Mails that the mail server rejected; each is retried',
      isCounter: true,
      read: () => [{ value: counters.mailFailures }],
    },
    ardhi_log_lines_dropped_total: {
      help: 'Log lines that could not be written: the disk is full, or their reader does not read',
      isCounter: true,
      read: () => [{ value: counters.logLinesDropped }],
    },
    ardhi_sync_errors_total: {
      help: 'Problems with queued changes, reported by devices, by kind',
      labels: ['kind'],
      isCounter: true,
      read: () => Object.entries(counters.syncErrors).map(([kind, value]) => ({ value, labels: { kind } })),
    },
    ardhi_people_read_over_limit_total: {
      help: 'Reads above LIMIT_PEOPLE_READ, refused or after re-authentication',
      isCounter: true,
      read: () => [{ value: counters.peopleReadOverLimit }],
    },
  };
}

/** The disk of an external database is monitored on its own machine. */
export function diskMetrics(diskSpace: DiskSpace): Metrics {
  const ofSpace = (help: string, value: (space: Space) => number): Metric => ({
    help,
    read: () => {
      const space = diskSpace.space();
      return space ? [{ value: value(space) }] : [];
    },
  });
  return {
    ardhi_writes_accepted: {
      help: 'Whether writes are accepted: 0 while the disk of the database is full',
      read: () => [{ value: diskFull.isOpen ? 0 : 1 }],
    },
    ardhi_disk_free_bytes: ofSpace('Free space for the embedded database', (space) => space.freeBytes),
    ardhi_disk_size_bytes: ofSpace('Size of that disk', (space) => space.sizeBytes),
    ardhi_disk_reserve_bytes: ofSpace(
      'Below this free space writes are refused',
      (space) => space.reserveBytes,
    ),
  };
}

/** The same in every process: alert rules take the maximum. */
export function databaseMetrics(db: Db): Metrics {
  const read = cacheForASecond(() => withTimeout(readDatabase(db)));
  const of = (help: string, labels: string[], samples: (found: DatabaseFigures) => Sample[]): Metric => ({
    help,
    labels,
    read: async () => {
      const found = await read();
      return found ? samples(found) : [];
    },
  });
  const ofTasks = (help: string, value: (task: TaskFigures) => number) =>
    of(help, ['task'], ({ tasks }) =>
      tasks.map((task) => ({ value: value(task), labels: { task: task.task } })),
    );
  const ofRuns = (help: string, value: (run: RunFigures) => number | null) =>
    of(help, ['kind'], ({ runs }) =>
      runs.flatMap((run) => {
        const found = value(run);
        return found === null ? [] : [{ value: found, labels: { kind: run.kind } }];
      }),
    );
  const ofBackups = (help: string, value: (result: BackupResult) => number) =>
    of(help, ['step'], ({ backup }) =>
      Object.entries(backup).map(([step, result]) => ({ value: value(result), labels: { step } })),
    );
  return {
    ardhi_database_up: {
      help: 'Whether the database responds to this process',
      read: async () => [{ value: (await read()) ? 1 : 0 }],
    },
    ardhi_jobs_due: ofTasks('Jobs that could run now', ({ due }) => due),
    ardhi_jobs_oldest_due_seconds: ofTasks('Waiting time of the oldest job that could run', ({ age }) => age),
    ardhi_jobs_failed: ofTasks('Jobs that failed and are not retried', ({ failed }) => failed),
    ardhi_deltas_unfolded: of('Changes not yet folded into the rollups', [], ({ unfolded }) => [
      { value: unfolded },
    ]),
    ardhi_audit_verified_timestamp_seconds: of(
      'Time of the last verification of the audit log; 0 before the first one',
      [],
      ({ audit }) => [{ value: audit?.verified_at ?? 0 }],
    ),
    ardhi_audit_result: of(
      'Result of that verification, as the exit code of the command verify: 0 is correct',
      [],
      ({ audit }) => (audit ? [{ value: audit.result }] : []),
    ),
    ardhi_audit_unsealed_seconds: of(
      'Age of the oldest entry of the audit log that is not sealed; 0 if all are',
      [],
      ({ unsealedSeconds }) => [{ value: unsealedSeconds }],
    ),
    ardhi_backup_success_timestamp_seconds: ofBackups(
      'Time of the last good backup, off-site copy and restore drill; 0 if there was none',
      ({ succeededAt }) => (succeededAt ? Date.parse(succeededAt) / SECOND : 0),
    ),
    ardhi_backup_failed: ofBackups('Whether the last run of this step failed', ({ failedAt }) =>
      failedAt ? 1 : 0,
    ),
    ardhi_score_run_parcels: ofRuns('Parcels of the newest score run', ({ total }) => total),
    ardhi_score_run_parcels_done: ofRuns('Parcels that the newest score run has scored', ({ done }) => done),
    ardhi_score_run_stalled_seconds: ofRuns(
      'Seconds since the newest score run made progress; 0 if it is finished',
      ({ stalled }) => stalled,
    ),
    ardhi_score_run_finished_seconds: ofRuns(
      'Seconds since a score run of this kind finished; before the first nightly run, since the database was created',
      ({ finished }) => finished,
    ),
  };
}

/** Empty without a replica. */
export function replicaMetrics(replica: Replicas | undefined): Metrics {
  if (!replica) return {};
  const age = cacheForASecond(() => withTimeout(replica.calls.age()));
  return {
    ardhi_replica_up: {
      help: 'Whether the replica responds to this process and is a replica',
      read: async () => [{ value: (await age()) === null ? 0 : 1 }],
    },
    ardhi_replica_lag_seconds: {
      help: 'Seconds by which the replica is behind',
      read: async () => {
        const seconds = await age();
        return seconds === null ? [] : [{ value: seconds }];
      },
    },
    ardhi_replica_reads_total: {
      help: 'Reads that a replica may serve, by the server that did',
      labels: ['by'],
      isCounter: true,
      read: () => Object.entries(counters.replicaReads).map(([by, value]) => ({ value, labels: { by } })),
    },
  };
}

interface TaskFigures {
  task: string;
  due: number;
  age: number;
  failed: number;
}

interface RunFigures {
  kind: string;
  total: number;
  done: number;
  stalled: number;
  finished: number | null;
}

type DatabaseFigures = Awaited<ReturnType<typeof readDatabase>>;

async function readDatabase(db: Db) {
  const tasks = await sql<TaskFigures>`
    select identifier as task, count(*) filter (where is_due) as due, count(*) filter (where is_lost) as failed,
      coalesce(extract(epoch from now() - min(run_at) filter (where is_due)), 0)::float8 as age
    from graphile_worker._private_tasks as tasks left join (
      select task_id, run_at, attempts >= max_attempts as is_lost,
        attempts < max_attempts and run_at <= now() and locked_at is null as is_due
      from graphile_worker._private_jobs
    ) as jobs on task_id = tasks.id
    group by identifier`.execute(db);
  const runs = await sql<RunFigures>`
    select distinct on (kind) kind, parcels_total as total, parcels_done as done,
      case when finished_at is null then extract(epoch from now() - updated_at) else 0 end::float8 as stalled,
      extract(epoch from now() - max(finished_at) over (partition by kind))::float8 as finished
    from score_run_progress order by kind, id desc`.execute(db);
  const created = await sql<{ age: number }>`
    select extract(epoch from now() - min(applied_at))::float8 as age from migrations`.execute(db);
  const none = { kind: 'nightly', total: 0, done: 0, stalled: 0, finished: null };
  const nightly = runs.rows.find(({ kind }) => kind === 'nightly') ?? none;
  const audit = await sql<{ verified_at: number; result: number }>`
    select extract(epoch from verified_at)::float8 as verified_at, result
    from audit_verifications order by id desc limit 1`.execute(db);
  return {
    tasks: tasks.rows,
    runs: [
      ...runs.rows.filter((run) => run !== nightly),
      { ...nightly, finished: nightly.finished ?? created.rows[0]!.age },
    ],
    unfolded: await countUnfolded(db),
    audit: audit.rows[0],
    unsealedSeconds: await secondsUnsealed(db),
    backup: await lastBackup(db),
  };
}

const SECOND = 1000;
/** Shorter than a scrape timeout, so that a slow database does not hide the other metrics. */
const TIMEOUT_MS = 3 * SECOND;

function withTimeout<T>(result: Promise<T>): Promise<T | null> {
  const timeout = pause(TIMEOUT_MS, null, { ref: false });
  return Promise.race([result, timeout]).catch(() => null);
}

/** Cached for a second, so that all metrics of one scrape come from one read. */
function cacheForASecond<T>(load: () => Promise<T>): () => Promise<T> {
  let cached: { at: number; result: Promise<T> } | null = null;
  return () => {
    if (!cached || performance.now() - cached.at > SECOND) cached = { at: performance.now(), result: load() };
    return cached.result;
  };
}
