/**
 * Whether one official's approval suffices. Thresholds and limits compare with what the farmer was granted from the
 * programme (or without one) in twelve months, so that a sum split into several applications does not pass below them.
 */
import type { ApprovalRequirements } from '@ardhi/contract';
import { sql } from 'kysely';
import {
  type ApprovalLimits,
  exceeds,
  findLimits,
  lockMonths,
  sumMonths,
} from '../../accounts/posts/limits.ts';
import type { Db } from '../../lib/database/db.ts';
import { newId } from '../../lib/database/id.ts';
import { onlyRow } from '../../lib/database/rows.ts';
import type { Env } from '../../lib/settings/env.ts';
import type { LockedSubsidy } from './write-queries.ts';

type Assessed = Pick<LockedSubsidy, 'kind' | 'owner_id' | 'programme_id' | 'amount_cents'>;

/** Why a second official must approve: the programme's threshold, or the official's own limit. */
type Reason = ApprovalRequirements['reason'];

export interface Assessment {
  reason: Reason;
  totalCents: number;
  /** Undefined if the official lost their post during the call. */
  limits: ApprovalLimits | undefined;
  monthUsedCents: number;
  /** Whether the limits of this official cover the approval. */
  covers(officialId: string): boolean;
}

/** `approvers`: other officials whose limits may cover it. */
export async function assessApproval(
  { db, env, user }: { db: Db; env: Env; user: { id: string } },
  row: Assessed,
  thresholdCents: number | null,
  { approvers, lock }: { approvers: string[]; lock: boolean },
): Promise<Assessment> {
  const officials = [user.id, ...approvers];
  const limits = await findLimits(db, env, officials);
  const monthly = [...limits.keys()].filter((id) => limits.get(id)!.monthCents !== null);
  if (lock) await lockFarmer(db, row);
  if (lock) await lockMonths(db, monthly);
  const totalCents = await totalOf(db, row);
  const used = await sumMonths(db, officials);

  const own = limits.get(user.id);
  const fitsMonth = (id: string) =>
    !exceeds((used.get(id) ?? 0) + row.amount_cents, limits.get(id)?.monthCents ?? null);
  const reasonOf = (): Reason => {
    if (exceeds(totalCents, thresholdCents)) return 'threshold';
    if (!own || exceeds(totalCents, own.aloneCents)) return 'limit';
    return fitsMonth(user.id) ? null : 'month';
  };
  return {
    reason: reasonOf(),
    totalCents,
    limits: own,
    monthUsedCents: used.get(user.id) ?? 0,
    covers(id) {
      const found = limits.get(id);
      return found !== undefined && !exceeds(totalCents, found.pairCents) && fitsMonth(id);
    },
  };
}

/** Whether the programme requires two officials for this application, for approvals and rejections. */
export async function isAboveThreshold(
  db: Db,
  row: Assessed,
  programme: Pick<LockedSubsidy, 'second_above_cents'> | null,
): Promise<boolean> {
  if (!programme || programme.second_above_cents === null) return false;
  await lockFarmer(db, row);
  return exceeds(await totalOf(db, row), programme.second_above_cents);
}

/** For a programme its budget. */
async function totalOf(db: Db, row: Assessed): Promise<number> {
  if (row.kind === 'programme') return row.amount_cents;
  const { cents } = await onlyRow<{ cents: number }>(db)`
    select granted_in_year(${row.owner_id}, ${row.programme_id}) as cents`;
  return cents + row.amount_cents;
}

/** Transaction lock: concurrent approvals for one farmer and programme, or without one, see each other's sum. */
async function lockFarmer(db: Db, row: Assessed): Promise<void> {
  if (row.kind === 'programme') return;
  const key = `ardhi-granted ${row.owner_id} ${row.programme_id ?? 'none'}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(db);
}

export async function insertLimitUse(
  db: Db,
  use: { subsidyId: string; officialId: string; amountCents: number },
): Promise<void> {
  await db
    .insertInto('limit_uses')
    .values({
      id: newId(),
      subsidy_id: use.subsidyId,
      official_id: use.officialId,
      amount_cents: use.amountCents,
    })
    .execute();
}
