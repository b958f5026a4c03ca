/**
 * Bulk score computation: nightly, because the two-year window moves, and after a new version of the engine or its
 * tables. A run is split into id ranges. Each process claims an unlocked range and handles a few parcels per
 * transaction; a range stores its cursor, so that an interrupted run resumes there.
 */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { today } from '@ardhi/contract/dates';
import { type Selectable, sql } from 'kysely';
import type { DB } from '../../lib/database/database.generated.ts';
import type { Db } from '../../lib/database/db.ts';
import { rowsOf } from '../../lib/database/rows.ts';
import { insertTombstones } from '../../lib/database/tombstones.ts';
import type { Job, JobContext } from '../../lib/jobs/jobs.ts';
import { type ParcelRow, parcelColumns } from './columns.ts';
import { purgeDeleted } from './parcels.ts';
import { rescore, SCORE_VERSION } from './score.ts';

declare module '../../lib/jobs/jobs.ts' {
  interface JobPayloads {
    'recompute-scores': Record<string, never>;
    'recompute-all-scores': Record<string, never>;
    'resume-scores': Record<string, never>;
    'purge-parcels': Record<string, never>;
  }
}

/** Small, so that row locks and CPU are held only briefly. */
const BATCH = 25;
/** Several per process, so that all processes finish at about the same time. */
const RANGES = 64;

type RunKind = 'nightly' | 'version';

/** Covers only parcels with records: without records the score is always 50. */
export const recomputeScores: Job<Record<string, never>> = async (_payload, context) => {
  await openRun(context, 'nightly', today());
  await joinOpenRuns(context);
};

/** Queued on every start; runs once per version. */
export const recomputeAllScores: Job<Record<string, never>> = async (_payload, context) => {
  await openRun(context, 'version', SCORE_VERSION);
  await joinOpenRuns(context);
};

/** Every minute: lets more processes join a run and resumes runs whose process died. */
export const resumeScores: Job<Record<string, never>> = async (_payload, context) => {
  await joinOpenRuns(context);
};

export const purgeParcels: Job<Record<string, never>> = async (_payload, { transaction }) => {
  for (;;) {
    const purged = await transaction(async ({ db }) => {
      const rows = await purgeDeleted(db, 100);
      for (const { id, owner_id } of rows) await insertTombstones(db, [id], owner_id);
      return rows.length;
    });
    if (purged === 0) return;
  }
};

type Runner = Pick<JobContext, 'db' | 'transaction'>;

/** One run at a time per process, so that its other jobs get their turn. */
let isWorking = false;

async function joinOpenRuns(runner: Runner): Promise<void> {
  if (isWorking) return;
  isWorking = true;
  try {
    for (const run of await listOpenRuns(runner.db, [today(), SCORE_VERSION])) await processRun(runner, run);
  } finally {
    isWorking = false;
  }
}

export async function runScores(runner: Runner, kind: RunKind, target: string): Promise<void> {
  await openRun(runner, kind, target);
  for (const run of await listOpenRuns(runner.db, [target])) await processRun(runner, run);
}

async function processRun(runner: Runner, { id, kind }: OpenRun): Promise<void> {
  while (await runBatch(runner, id, kind)) await yieldToEventLoop();
  await finishRun(runner.db, id);
}

/** Runs one batch in its own transaction. Returns false if no unclaimed range is left. */
export async function runBatch({ transaction }: Runner, runId: number, kind: RunKind): Promise<boolean> {
  return transaction(async ({ db, emit }) => {
    const range = await lockRange(db, runId);
    if (!range) return false;
    const parcels = await lockNextParcels(db, kind, range);
    const moved = parcels.length > 0 ? await rescore(db, parcels, today(), { onlyChanged: true }) : [];
    for (const parcel of moved) emit({ user: parcel.owner_id }, 'land', [parcel.id]);
    await advanceRange(db, range, parcels, moved.length);
    return true;
  });
}

/** Samples ids for the range ends, because ids are time-ordered: so all ranges hold about the same number of parcels. */
export async function openRun({ transaction }: Runner, kind: RunKind, target: string): Promise<void> {
  await transaction(async ({ db }) => {
    const rows = await rowsOf<{ id: number; parcels_total: number }>(db)`
      insert into score_runs (kind, target, parcels_total)
      select ${kind}, ${target},
        (select count(*) from parcels where deleted_at is null and (has_records or ${kind} = 'version'))
      where not exists (select from score_runs where kind = ${kind} and target = ${target})
      on conflict (kind, target) do nothing
      returning id, parcels_total`;
    const [run] = rows;
    if (!run) return;
    const percent = Math.min(100, (100 * SAMPLE_SIZE) / Math.max(1, run.parcels_total));
    await sql`
      with ends as (
        select unnest(percentile_disc(${sql.raw(FRACTIONS)}) within group (order by id)) as id
        from parcels tablesample bernoulli (${percent})
        union
        select ${LAST_ID}
      )
      insert into score_run_ranges (run_id, up_to_id, after_id)
      select ${run.id}, id, coalesce(lag(id) over (order by id), ${FIRST_ID}) from ends where id is not null
    `.execute(db);
  });
}

const SAMPLE_SIZE = 20_000;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const FRACTIONS = `array[${Array.from({ length: RANGES - 1 }, (_, index) => (index + 1) / RANGES)}]`;

type OpenRun = Awaited<ReturnType<typeof listOpenRuns>>[number];

/** Ignores unfinished runs for other days or versions. */
export function listOpenRuns(db: Db, targets: string[]) {
  return db
    .selectFrom('score_runs')
    .select(['id', 'kind'])
    .$narrowType<{ kind: RunKind }>()
    .where('finished_at', 'is', null)
    .where('target', 'in', targets)
    .orderBy('id')
    .execute();
}

type Range = Pick<Selectable<DB['score_run_ranges']>, 'run_id' | 'up_to_id' | 'after_id'>;

function lockRange(db: Db, runId: number): Promise<Range | undefined> {
  return db
    .selectFrom('score_run_ranges')
    .select(['run_id', 'up_to_id', 'after_id'])
    .where('run_id', '=', runId)
    .where('finished', '=', false)
    .orderBy('up_to_id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
}

async function lockNextParcels(db: Db, kind: RunKind, range: Range): Promise<ParcelRow[]> {
  const which = kind === 'nightly' ? sql`and has_records` : sql``;
  return rowsOf<ParcelRow>(db)`
    select ${parcelColumns} from parcels
    where id > ${range.after_id} and id <= ${range.up_to_id} and deleted_at is null ${which}
    order by id limit ${BATCH} for update`;
}

async function advanceRange(db: Db, range: Range, parcels: ParcelRow[], moved: number): Promise<void> {
  await db
    .updateTable('score_run_ranges')
    .set({
      after_id: parcels.at(-1)?.id ?? range.after_id,
      finished: parcels.length < BATCH,
      parcels_done: sql<number>`parcels_done + ${parcels.length}`,
      parcels_changed: sql<number>`parcels_changed + ${moved}`,
      updated_at: sql<string>`now()`,
    })
    .where('run_id', '=', range.run_id)
    .where('up_to_id', '=', range.up_to_id)
    .execute();
}

/** Closes the run if all ranges are finished; otherwise the process that finishes the last range does. */
async function finishRun(db: Db, runId: number): Promise<void> {
  await sql`
    with gone as (
      delete from score_run_ranges where run_id = ${runId}
        and not exists (select from score_run_ranges where run_id = ${runId} and not finished)
      returning parcels_done, parcels_changed
    )
    update score_runs
    set parcels_done = (select sum(parcels_done) from gone), parcels_changed = (select sum(parcels_changed) from gone),
      updated_at = now(), finished_at = now()
    where id = ${runId} and exists (select from gone)
  `.execute(db);
}

export const listRuns = (db: Db) =>
  rowsOf<Selectable<DB['score_runs']>>(db)`
    select * from score_run_progress order by id desc limit 20`;
