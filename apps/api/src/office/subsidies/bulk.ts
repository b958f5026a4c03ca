/**
 * Bulk decisions. A job decides row by row with the function of the single call, for the official and with their present
 * rights. Decision and outcome of a row are one transaction, so a killed process decides no row twice and skips none.
 */
import type { BulkDecisionInput } from '@ardhi/contract';
import type * as z from 'zod';
import { findScope } from '../../accounts/posts/queries.ts';
import type { Db } from '../../lib/database/db.ts';
import { newId } from '../../lib/database/id.ts';
import { assertDuty } from '../../lib/http/authenticate.ts';
import { toProblem } from '../../lib/http/errors.ts';
import { type Area, assertArea } from '../../lib/http/scope.ts';
import { transactionOf, type WriteContext } from '../../lib/http/write-context.ts';
import { addJob, type Job, type JobContext } from '../../lib/jobs/jobs.ts';
import { orNotFound } from '../../lib/text/not-found.ts';
import { type Problem, type ProblemCode, problem } from '../../lib/text/problem.ts';
import {
  type BulkRow,
  findBulk,
  findNext,
  findOwnBulk,
  finishBulk,
  insertBulk,
  listAbandonedBulks,
  lockOwnUnfinished,
  lockUnfinished,
  type NextRow,
  saveOutcome,
} from './bulk-queries.ts';
import { decide } from './decide.ts';
import { tellSecondOfficialsOfBulk } from './four-eyes.ts';
import type { OfficialContext } from './policy.ts';
import { assertKnownPlaceholders } from './reasons.ts';

declare module '../../lib/jobs/jobs.ts' {
  interface JobPayloads {
    'bulk-decide': { bulkId: string };
    'bulk-decide-resume': Record<string, never>;
  }
}

const queueBulk = (db: Db, bulkId: string) =>
  addJob(db, 'bulk-decide', { bulkId }, { key: `bulk-decide:${bulkId}` });

/** Returns the id of the job. */
export async function startBulk(
  { db, user, audit }: WriteContext,
  { _id: id = newId(), status, reason: typed, reasonSw, rows }: z.output<typeof BulkDecisionInput>,
): Promise<string> {
  assertKnownPlaceholders({ reason: typed, reasonSw });
  const reason = typed ?? null;
  // Only beside a reason.
  const reason_sw = (reason && reasonSw) || null;
  const bulk = { id, official_id: user.id, status, reason, reason_sw };
  if (!(await insertBulk(db, bulk, rows))) throw problem('bulk-running');
  await audit({
    action: 'bulk.start',
    entityId: id,
    after: { status, reason, ...(reason_sw && { reasonSw: reason_sw }), total: rows.length },
  });
  await queueBulk(db, id);
  return id;
}

export async function cancelBulk(context: WriteContext, id: string): Promise<void> {
  const { db, user } = context;
  orNotFound(await findOwnBulk(db, user.id, id));
  const bulk = await lockOwnUnfinished(db, user.id, id);
  if (!bulk) throw problem('bulk-finished');
  await finish(context, bulk, true);
}

/** Also without the official's session: the job ends after their account was suspended, too. */
async function finish(context: WriteContext<unknown>, bulk: BulkRow, cancelled: boolean): Promise<void> {
  const { db, audit } = context;
  const { id, official_id: actorId } = bulk;
  const { total, decided, awaiting } = await finishBulk(db, id, cancelled);
  const after = { cancelled, total, decided, awaiting, notDecided: total - decided - awaiting };
  await audit({ action: 'bulk.end', entityId: id, actorId, after });
  if (awaiting > 0) await tellSecondOfficialsOfBulk(context, bulk);
}

/** Short turns, so that a long job does not block others, such as a password mail. */
const TURN_MS = 5000;

export const decideInBulk: Job<{ bulkId: string }> = async ({ bulkId }, context) => {
  const end = Date.now() + TURN_MS;
  while (await decideNext(context, bulkId))
    if (Date.now() > end) {
      await queueBulk(context.db, bulkId);
      return;
    }
};

export const resumeBulkDecisions: Job<Record<string, never>> = async (_payload, { db }) => {
  for (const { id } of await listAbandonedBulks(db)) await queueBulk(db, id);
};

/** Handles one row. Returns false if none is left, or if another process has the job. */
export async function decideNext(context: JobContext, bulkId: string): Promise<boolean> {
  const bulk = await findBulk(context.db, bulkId);
  if (!bulk || bulk.finished_at !== null) return false;
  context.diskSpace.assertNotFull();
  let row: NextRow | undefined;
  try {
    const user = { id: bulk.official_id, role: 'government' as const };
    const isDecided = await transactionOf(context, { user, requestId: null })(async (write) => {
      if (!(await lockUnfinished(write.db, bulkId))) return undefined;
      row = await findNext(write.db, bulkId);
      if (!row) return false;
      const official = await officialContext(write, bulkId);
      await decide(official, row.subsidy_id, {
        status: bulk.status,
        reason: bulk.reason ?? undefined,
        reasonSw: bulk.reason_sw ?? undefined,
        revision: row.revision,
        inBulk: true,
      });
      await saveOutcome(write.db, bulkId, row.place);
      return true;
    });
    if (isDecided === false) await endOf(context, bulkId);
    return isDecided ?? false;
  } catch (error) {
    const found = toProblem(error);
    // The database or the disk is not ready: the job is retried. An error of this row does not stop the others.
    if (found.status === 503) throw error;
    if (found.status >= 500) context.log.error({ err: error }, 'a bulk decision could not decide a row');
    return refuse(context, bulkId, row, found);
  }
}

/** The official's rights at this moment, and audit entries that name the job. */
async function officialContext(write: WriteContext, bulkId: string): Promise<OfficialContext> {
  const { db, env, user, audit } = write;
  const scope = orNotFound((await findScope(db, user.id, env.jurisdiction)) ?? undefined);
  assertDuty({ duty: 'decide' }, scope);
  const area: Area = assertArea(scope);
  const auditWithJob = ((entry) =>
    audit({ ...entry, after: { ...entry.after, bulkId } })) as OfficialContext['audit'];
  return { ...write, scope: area, audit: auditWithJob };
}

const CHANGED: ProblemCode[] = ['stale', 'subsidy-decided', 'subsidy-withdrawn'];

/** In a transaction of its own: that of the decision was rolled back. */
async function refuse(
  { transaction }: JobContext,
  bulkId: string,
  failed: NextRow | undefined,
  { code, details: { values } }: Problem,
): Promise<boolean> {
  return transaction(async (write) => {
    const { db } = write;
    const bulk = await lockUnfinished(db, bulkId);
    if (!bulk) return false;
    const next = await findNext(db, bulkId);
    if (!next) {
      await finish(write, bulk, false);
      return false;
    }
    // A suspended official is refused before a row is read. Otherwise another process may have handled the row.
    if (!failed || failed.place === next.place)
      await saveOutcome(db, bulkId, next.place, {
        outcome: CHANGED.includes(code) ? 'changed' : 'refused',
        code,
        values,
      });
    return true;
  });
}

const endOf = ({ transaction }: JobContext, bulkId: string) =>
  transaction(async (write) => {
    const bulk = await lockUnfinished(write.db, bulkId);
    if (bulk) await finish(write, bulk, false);
  });
