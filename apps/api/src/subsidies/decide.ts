/** A decision about a programme or an application: made once, within the budget, with the facts it was based on. */
import type { EligibilityReport, StoredRules } from '@ardhi/contract';
import { today } from '@ardhi/contract/dates';
import { letIn } from '../auth/queries.ts';
import type { Db } from '../lib/db.ts';
import { moneyText } from '../lib/money.ts';
import { problem } from '../lib/problem.ts';
import { assertRevision } from '../lib/revision.ts';
import type { WriteContext } from '../lib/write-context.ts';
import { addNotice } from '../notices/service.ts';
import { explain, NO_RULES } from './eligibility.ts';
import { parcelFacts } from './facts.ts';
import { listParcelIds, setApplicationRegions } from './parcel-queries.ts';
import { assertManages, isFirstOfficial, type OfficialContext, officesOf } from './policy.ts';
import { presentManaged } from './present.ts';
import {
  findSubsidy,
  type LockedSubsidy,
  lockSubsidy,
  type SubsidyRow,
  setDecision,
  takeFromBudget,
} from './queries.ts';

export interface DecisionInput {
  status: 'approved' | 'rejected';
  reason?: string;
  revision?: number;
}

export async function decide(context: OfficialContext, id: string, input: DecisionInput): Promise<void> {
  const { db, user, env, scope, audit, emit } = context;
  const { row, programme } = await lockWithProgramme(db, id);
  assertManages(scope, row);
  const current = async () => ({ current: await presentCurrent(db, id) });
  if (row.status === 'withdrawn') throw problem('subsidy-withdrawn', await current());
  if (row.status !== 'pending') throw problem('subsidy-decided', await current());
  if (input.revision !== undefined && input.revision !== row.revision) {
    const { current: latest } = await current();
    assertRevision(input.revision, row, () => latest);
  }
  if (row.kind === 'programme' && env.requireSecondOfficial) await assertSecondOfficial(db, row, user.id);
  if (programme && input.status === 'approved' && !(await takeFromBudget(db, programme.id, row.amount_cents)))
    throw problem('budget-exceeded', {
      values: { left: moneyText(programme.amount_cents - programme.approved_cents) },
      ...(await current()),
    });

  const application = row.kind === 'application';
  await setDecision(db, id, {
    status: input.status,
    reason: input.reason ?? null,
    decidedBy: user.id,
    facts: application ? { ...(await liveFacts(db, row, programme?.rules)), frozen: true } : null,
  });
  if (application) await setApplicationRegions(db, id);
  await audit({
    action: input.status === 'approved' ? 'subsidy.approve' : 'subsidy.reject',
    entity: 'subsidy',
    entityId: id,
    before: { status: 'pending', reason: null },
    after: { status: input.status, reason: input.reason ?? null },
  });
  emit({ offices: officesOf(row) }, 'subsidy', [id]);
  if (row.owner_id !== user.id) await tellOwner(context, row, input);
}

/** Four eyes are two people: not the maker again, and nobody whom the maker invited or whose password they reset. */
async function assertSecondOfficial(db: Db, row: LockedSubsidy, officialId: string): Promise<void> {
  const makers = [row.owner_id, row.amount_set_by].filter((id) => id !== null);
  if (isFirstOfficial(row, officialId) || (await letIn(db, officialId, makers)))
    throw problem('second-official', { setting: 'REQUIRE_SECOND_OFFICIAL' });
}

/** A programme is locked before its applications, so that deciders wait for each other and never in a circle. */
async function lockWithProgramme(
  db: Db,
  id: string,
): Promise<{ row: LockedSubsidy; programme: LockedSubsidy | null }> {
  const seen = await findSubsidy(db, id);
  if (!seen) throw problem('not-found');
  const programme = seen.programme_id ? ((await lockSubsidy(db, seen.programme_id)) ?? null) : null;
  const row = await lockSubsidy(db, id);
  if (!row) throw problem('not-found');
  // The farmer moved it to another programme between the two looks.
  if (row.programme_id !== seen.programme_id)
    throw problem('stale', { current: await presentCurrent(db, id) });
  return { row, programme };
}

async function presentCurrent(db: Db, id: string) {
  const row = await findSubsidy(db, id);
  return row && presentManaged(row, today());
}

/** How the parcels of an application stand now. */
export async function liveFacts(
  db: Db,
  application: Pick<SubsidyRow, 'id' | 'owner_id'>,
  rules: StoredRules | null | undefined,
): Promise<EligibilityReport> {
  const named = await listParcelIds(db, application.id);
  const parcels = await parcelFacts(db, application.owner_id, named.length ? named : undefined);
  return explain(rules ?? NO_RULES, parcels, new Date().toISOString());
}

async function tellOwner(
  context: WriteContext,
  row: LockedSubsidy,
  { status, reason }: DecisionInput,
): Promise<void> {
  const application = row.kind === 'application';
  if (application) context.emit({ user: row.owner_id }, 'subsidy', [row.id]);
  await addNotice(context, {
    userId: row.owner_id,
    kind: application ? `subsidy-${status}` : `programme-${status}`,
    values: {
      name: row.name,
      amount: moneyText(row.amount_cents),
      reason: reason ?? '',
      hasReason: reason ? 'yes' : 'no',
    },
    link: application ? '/subsidies/apply' : '/subsidies/manage',
  });
}
