/** Preview of an approval by this official, for the dialog. It uses the same functions as the decision. */
import type { ApprovalRequirements } from '@ardhi/contract';
import type { MessageKey, Translate } from '../../lib/text/i18n.ts';
import { fromCents } from '../../lib/text/money.ts';
import { orNotFound } from '../../lib/text/not-found.ts';
import { Problem } from '../../lib/text/problem.ts';
import { type Agreement, agreeToApprove, assess } from './agreement.ts';
import { assertMayDecide } from './four-eyes.ts';
import type { DecisionContext } from './policy.ts';
import { findManaged } from './queries.ts';
import { listRejecters } from './votes.ts';
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
  };
}
