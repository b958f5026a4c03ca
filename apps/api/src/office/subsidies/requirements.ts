/** Preview of an approval by this official, for the dialog. It uses the same functions as the decision. */
import type { ApprovalRequirements } from '@ardhi/contract';
import type { Db } from '../../lib/database/db.ts';
import type { MessageKey, Translate } from '../../lib/text/i18n.ts';
import { fromCents } from '../../lib/text/money.ts';
import { orNotFound } from '../../lib/text/not-found.ts';
import { Problem, problem } from '../../lib/text/problem.ts';
import { type Agreement, agreeToApprove, assess } from './agreement.ts';
import { budgetLeft, isWithinBudget, liveFacts } from './decide.ts';
import { assertMayDecide } from './four-eyes.ts';
import type { DecisionContext } from './policy.ts';
import { findManaged } from './queries.ts';
import { findLevel, listRejecters } from './votes.ts';
import { findUnlocked } from './write-queries.ts';

const shillings = (cents: number | null) => (cents === null ? null : fromCents(cents));

export async function approvalRequirements(
  context: DecisionContext & { t: Translate },
  id: string,
): Promise<ApprovalRequirements> {
  const { db, user, scope, t } = context;
  const seen = orNotFound(await findManaged(db, scope, id));
  const row = orNotFound(await findUnlocked(db, id));
  const programme = row.programme_id ? ((await findUnlocked(db, row.programme_id)) ?? null) : null;
  const found = await assess(context, row, programme, { lock: false });
  let agreement: Agreement | undefined;
  let refusal: string | null = null;
  if (row.status === 'pending')
    try {
      await assertMayDecide(context, row, 'approved');
      if (!isWithinBudget(row, programme)) throw problem('budget-exceeded', budgetLeft(programme));
      agreement = await agreeToApprove(context, row, programme, found);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      refusal = t(`problem.${error.code}` as MessageKey, error.details.values);
    }
  const rejecters = row.appeal_of ? await listRejecters(db, row.appeal_of) : [];
  return {
    _id: row.id,
    applicant: row.kind === 'application' ? { _id: row.owner_id, name: seen.owner_name } : null,
    reason: agreement ? null : found.reason,
    refusal,
    firstBy: agreement?.first?.name ?? null,
    limit: shillings(found.limits?.aloneCents ?? null),
    monthLimit: shillings(found.limits?.monthCents ?? null),
    monthApproved: fromCents(found.monthUsedCents),
    total: fromCents(found.totalCents),
    covered: [user.id, ...found.approvers].some(found.covers),
    rejectedBefore: rejecters.includes(user.id),
    secondLevel: await secondLevelOf(db, user.id, row.id),
    meets: row.kind === 'application' ? (await liveFacts(db, row, programme?.rules)).meets : null,
  };
}

/** The level that the second approval must come from, beside this official's; null: any. */
async function secondLevelOf(db: Db, officialId: string, id: string) {
  const level = await findLevel(db, officialId, id);
  if (level === null) return null;
  return level === 'county' ? ('country' as const) : ('county' as const);
}
