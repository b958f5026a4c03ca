/**
 * Computing many scores: every night, because the window of two years moves, and after a new version of the engine or
 * its tables. A run goes through the parcels by id, a few in each transaction, and remembers where it is; cut off, it
 * goes on from there.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { today } from '@ardhi/contract/dates';
import { sql } from 'kysely';
import type { Db } from '../lib/db.ts';
import type { Job, JobContext } from '../lib/jobs.ts';
import { leaveTombstones } from '../lib/tombstones.ts';
import { type ParcelRow, parcelColumns } from './columns.ts';
import { purgeDeleted } from './parcels.ts';
import { rescore, SCORE_VERSION } from './score.ts';

declare module '../lib/jobs.ts' {
  interface JobPayloads {
    'recompute-scores': Record<string, never>;
    'recompute-all-scores': Record<string, never>;
    'purge-parcels': Record<string, never>;
  }
}

/** Few enough that nobody waits long for the locks or the processor. */
const BATCH = 25;

type RunKind = 'nightly' | 'version';

/** Only parcels with records: without any the score is 50 on every day. */
export const recomputeScores: Job<Record<string, never>> = async (_payload, context) => {
  await runScores(context, 'nightly', today());
};

/** Looked at on every start; done once for each version. */
export const recomputeAllScores: Job<Record<string, never>> = async (_payload, context) => {
  await runScores(context, 'version', SCORE_VERSION);
};

export const purgeParcels: Job<Record<string, never>> = async (_payload, { transaction }) => {
  for (;;) {
    const purged = await transaction(async ({ db }) => {
      const rows = await purgeDeleted(db, 100);
      for (const { id, owner_id } of rows) await leaveTombstones(db, [id], owner_id);
      return rows.length;
    });
    if (purged === 0) return;
  }
};

type Runner = Pick<JobContext, 'db' | 'transaction'>;

export async function runScores(runner: Runner, kind: RunKind, target: string): Promise<void> {
  await openRun(runner.db, kind, target);
  while (await runBatch(runner, kind, target)) await nextTurn();
}

/** One batch in a transaction of its own. False when the run is finished. */
export async function runBatch({ transaction }: Runner, kind: RunKind, target: string): Promise<boolean> {
  return transaction(async ({ db, emit }) => {
    const run = await lockRun(db, kind, target);
    if (run.finished_at) return false;
    const parcels = await lockNextParcels(db, kind, run.last_parcel_id);
    const moved = parcels.length > 0 ? await rescore(db, parcels, today()) : [];
    for (const parcel of moved) emit({ user: parcel.owner_id }, 'land', [parcel.id]);
    await advanceRun(db, run.id, parcels, moved.length);
    return parcels.length > 0;
  });
}

async function openRun(db: Db, kind: RunKind, target: string): Promise<void> {
  await sql`
    insert into score_runs (kind, target, parcels_total)
    select ${kind}, ${target},
      (select count(*) from parcels where deleted_at is null and (has_records or ${kind} = 'version'))
    where not exists (select from score_runs where kind = ${kind} and target = ${target})
    on conflict (kind, target) do nothing
  `.execute(db);
}

/** Two processes with the same run take turns. */
function lockRun(db: Db, kind: RunKind, target: string) {
  return db
    .selectFrom('score_runs')
    .select(['id', 'last_parcel_id', 'finished_at'])
    .where('kind', '=', kind)
    .where('target', '=', target)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

async function lockNextParcels(db: Db, kind: RunKind, afterId: string | null): Promise<ParcelRow[]> {
  const which = kind === 'nightly' ? sql`and has_records` : sql``;
  const { rows } = await sql<ParcelRow>`
    select ${parcelColumns} from parcels
    where id > ${afterId ?? '00000000-0000-0000-0000-000000000000'} and deleted_at is null ${which}
    order by id limit ${BATCH} for update
  `.execute(db);
  return rows;
}

async function advanceRun(db: Db, runId: number, parcels: ParcelRow[], moved: number): Promise<void> {
  const last = parcels.at(-1);
  await db
    .updateTable('score_runs')
    .set({
      updated_at: sql<string>`now()`,
      parcels_done: sql<number>`parcels_done + ${parcels.length}`,
      parcels_changed: sql<number>`parcels_changed + ${moved}`,
      ...(last ? { last_parcel_id: last.id } : { finished_at: sql<string>`now()` }),
    })
    .where('id', '=', runId)
    .execute();
}

export function listRuns(db: Db) {
  return db
    .selectFrom('score_runs')
    .select([
      'id',
      'kind',
      'target',
      'parcels_total',
      'parcels_done',
      'parcels_changed',
      'started_at',
      'updated_at',
      'finished_at',
    ])
    .orderBy('id', 'desc')
    .limit(20)
    .execute();
}
