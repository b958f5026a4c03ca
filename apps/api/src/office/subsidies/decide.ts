/** Decides a programme or an application: once, within the budget, with a snapshot of the facts. */
import type { EligibilityReport, StoredRules } from '@ardhi/contract';
import { today } from '@ardhi/contract/dates';
import { paths } from '@ardhi/contract/paths';
import type { Db } from '../../lib/database/db.ts';
import type { WriteContext } from '../../lib/http/write-context.ts';
import { moneyText } from '../../lib/text/money.ts';
import { orNotFound } from '../../lib/text/not-found.ts';
import { problem } from '../../lib/text/problem.ts';
import { addNotice } from '../../records/notices/service.ts';
import { agreeToApprove, agreeToReject, assess } from './agreement.ts';
import { insertLimitUse } from './approval.ts';
import { explain, NO_RULES } from './eligibility.ts';
import { assertMayDecide, tellSecondOfficials } from './four-eyes.ts';
import { listFacts, setApplicationRegions } from './parcel-queries.ts';
import { assertManages, type OfficialContext, officesOf } from './policy.ts';
import { presentManaged } from './present.ts';
import { findSubsidy, type SubsidyRow } from './queries.ts';
import { assertNoPlaceholders, filledReasons } from './reasons.ts';
import { deleteOtherVotes, listApprovals, saveVote } from './votes.ts';
import { type LockedSubsidy, lockSubsidy, setDecision, takeFromBudget } from './write-queries.ts';

export interface DecisionInput {
  status: 'approved' | 'rejected';
  reason?: string;
  /** Only beside a reason. */
  reasonSw?: string;
  revision?: number;
  /** Placeholders in the reasons are filled in here, and the job notifies second officials once, at its end. */
  inBulk?: true;
}

/** Decides, or stores the first vote if the programme or the official's limit requires two officials. */
export async function decide(context: OfficialContext, id: string, decision: DecisionInput): Promise<void> {
  if (!decision.inBulk) assertNoPlaceholders(decision);
  const { db, user, scope, audit, emit } = context;
  const { row, programme } = await lockWithProgramme(db, id);
  assertManages(scope, row);
  const current = async () => ({ current: await presentCurrent(db, id) });
  if (row.status === 'withdrawn') throw problem('subsidy-withdrawn', await current());
  if (row.status !== 'pending') throw problem('subsidy-decided', await current());
  if (decision.revision !== undefined && decision.revision !== row.revision)
    throw problem('stale', await current());
  // Only now: a missing value tells something about the application.
  const reasons = decision.inBulk && (await filledReasons(db, user.id, decision, id));
  const requested = { ...decision, ...reasons };
  await assertMayDecide(context, row, requested.status);
  if (requested.status === 'approved' && !isWithinBudget(row, programme))
    throw problem('budget-exceeded', { ...budgetLeft(programme), ...(await current()) });

  const agreement =
    requested.status === 'rejected'
      ? await agreeToReject(context, row, programme)
      : await agreeToApprove(context, row, programme, await assess(context, row, programme, { lock: true }));
  const first = agreement?.first;
  const { status, reason = null, reasonSw = null } = requested;
  if (!agreement || first)
    await saveVote(db, row, programme ?? row, { markedBy: user.id, status, reason, reasonSw });
  if (!agreement) {
    await auditVote(context, row, requested);
    if (!decision.inBulk) await tellSecondOfficials(context, row, requested.status);
    return;
  }
  await deleteOtherVotes(db, id, first ? [user.id, first.marked_by] : []);
  // With both languages from one official.
  const stated =
    requested.reason || !first ? { reason, reasonSw } : { reason: first.reason, reasonSw: first.reason_sw };
  const input = { ...requested, reason: stated.reason ?? undefined, reasonSw: stated.reasonSw ?? undefined };
  const { coveredBy } = agreement;
  if (coveredBy)
    await insertLimitUse(db, { subsidyId: id, officialId: coveredBy, amountCents: row.amount_cents });
  if (programme && input.status === 'approved') await takeFromBudget(db, programme.id, row.amount_cents);

  const isApplication = row.kind === 'application';
  const facts = isApplication ? { ...(await liveFacts(db, row, programme?.rules)), frozen: true } : null;
  await setDecision(db, id, {
    status: input.status,
    reason: input.reason ?? null,
    reasonSw: input.reasonSw ?? null,
    decidedBy: user.id,
    facts,
  });
  if (isApplication) await setApplicationRegions(db, id);
  await audit({
    action: input.status === 'approved' ? 'subsidy.approve' : 'subsidy.reject',
    entity: 'subsidy',
    entityId: id,
    before: { status: 'pending', reason: null },
    after: {
      status: input.status,
      reason: input.reason ?? null,
      ...(input.reasonSw && { reasonSw: input.reasonSw }),
      amountCents: row.amount_cents,
      ...(facts && facts.meets !== null && { meetsRules: facts.meets }),
      ...(first && { approvals: await listApprovals(db, id) }),
    },
  });
  emit({ offices: officesOf(row) }, 'subsidy', [id]);
  if (row.owner_id !== user.id) await tellOwner(context, row, input);
}

async function auditVote(
  { audit, emit }: WriteContext,
  row: LockedSubsidy,
  requested: DecisionInput,
): Promise<void> {
  await audit({
    action: requested.status === 'approved' ? 'subsidy.mark-approve' : 'subsidy.mark-reject',
    entity: 'subsidy',
    entityId: row.id,
    after: {
      reason: requested.reason ?? null,
      ...(requested.reasonSw && { reasonSw: requested.reasonSw }),
    },
  });
  emit({ offices: officesOf(row) }, 'subsidy', [row.id]);
}

export const isWithinBudget = (row: LockedSubsidy, programme: LockedSubsidy | null): boolean =>
  !programme || row.amount_cents <= programme.amount_cents - programme.approved_cents;

/** Values of the refusal. */
export const budgetLeft = (programme: LockedSubsidy | null) => ({
  values: { left: moneyText(programme ? programme.amount_cents - programme.approved_cents : 0) },
});

/** Locks the programme before its application, to prevent deadlocks. */
export async function lockWithProgramme(
  db: Db,
  id: string,
): Promise<{ row: LockedSubsidy; programme: LockedSubsidy | null }> {
  const seen = orNotFound(await findSubsidy(db, id));
  const programme = seen.programme_id ? ((await lockSubsidy(db, seen.programme_id)) ?? null) : null;
  const row = orNotFound(await lockSubsidy(db, id));
  // The farmer moved it to another programme between the two reads.
  if (row.programme_id !== seen.programme_id)
    throw problem('stale', { current: await presentCurrent(db, id) });
  return { row, programme };
}

async function presentCurrent(db: Db, id: string) {
  const row = await findSubsidy(db, id);
  return row && presentManaged(row, today());
}

/** Current eligibility of the application's parcels. */
export async function liveFacts(
  db: Db,
  application: Pick<SubsidyRow, 'id'>,
  rules: StoredRules | null | undefined,
): Promise<EligibilityReport> {
  const facts = await listFacts(db, [application.id]);
  return explain(rules ?? NO_RULES, facts.get(application.id) ?? [], new Date().toISOString());
}

async function tellOwner(
  context: WriteContext,
  row: LockedSubsidy,
  { status, reason, reasonSw }: DecisionInput,
): Promise<void> {
  const isApplication = row.kind === 'application';
  if (isApplication) context.emit({ user: row.owner_id }, 'subsidy', [row.id]);
  await addNotice(context, {
    userId: row.owner_id,
    kind: isApplication ? `subsidy-${status}` : `programme-${status}`,
    values: {
      name: row.name,
      amount: moneyText(row.amount_cents),
      reason: reason ?? '',
      reasonSw: reasonSw ?? '',
      hasReason: reason ? 'yes' : 'no',
    },
    link: isApplication ? paths.subsidy(row.id) : paths.subsidyManage,
  });
}
