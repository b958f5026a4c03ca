/** A farmer can appeal once against a rejection. Another official decides, at the level above if there is one. */
import type { Appeal, AppealDecision } from '@ardhi/contract';
import { today } from '@ardhi/contract/dates';
import { paths } from '@ardhi/contract/paths';
import type * as z from 'zod';
import { assertImpartial, type Decider, partialityTo } from '../../accounts/officials/independence.ts';
import type { Db } from '../../lib/database/db.ts';
import { newId } from '../../lib/database/id.ts';
import { assertCovers } from '../../lib/http/scope.ts';
import type { WriteContext } from '../../lib/http/write-context.ts';
import { fromCents, moneyText } from '../../lib/text/money.ts';
import { orNotFound } from '../../lib/text/not-found.ts';
import { problem } from '../../lib/text/problem.ts';
import { addNotice } from '../../records/notices/service.ts';
import { type AppealRow, findAppeal, findLevels, insertAppeal, setAppealDecision } from './appeal-queries.ts';
import { ownApplication } from './applications.ts';
import { lockWithProgramme } from './decide.ts';
import { appealRefusal, independentOf, isIndependentOfRejecters, rejectersOf } from './four-eyes.ts';
import { listParcelIds, lockOwnParcels, setApplicationRegions, setParcels } from './parcel-queries.ts';
import { lastAppealDay, type OfficialContext, officesOf } from './policy.ts';
import { presentApplication } from './present.ts';
import type { SubsidyRow } from './queries.ts';
import { insertSubsidy, lockSubsidy } from './write-queries.ts';

export async function appeal(
  { db, user, audit, emit }: WriteContext,
  id: string,
  reason: string,
): Promise<SubsidyRow> {
  await ownApplication(db, user.id, id);
  // Serializes concurrent appeals: the second blocks here and then sees the first.
  await lockSubsidy(db, id);
  const row = await ownApplication(db, user.id, id);
  const current = presentApplication(row);
  if (row.status !== 'rejected') throw problem('not-rejected', { current });
  if (row.appeal) throw problem('appeal-made', { current });
  if (lastAppealDay(row.decided_at!) < today()) throw problem('appeal-late', { current });
  await insertAppeal(db, id, reason);
  await audit({ action: 'subsidy.appeal', entity: 'subsidy', entityId: id, after: { reason } });
  emit({ user: user.id }, 'subsidy', [id]);
  emit({ offices: officesOf(row) }, 'subsidy', [id]);
  return ownApplication(db, user.id, id);
}

/** The rejected row never changes; an upheld appeal opens a new application. */
export async function decideAppeal(
  context: OfficialContext,
  id: string,
  { status, answer, answerSw }: z.output<typeof AppealDecision>,
): Promise<AppealRow> {
  const { db, user, scope, audit, emit } = context;
  const seen = orNotFound(await findAppeal(db, id));
  assertCovers(scope, seen.county);
  // Lock order everywhere: parcels, then the programme, then the application.
  const parcelIds = await lockOwnParcels(db, seen.owner_id, await listParcelIds(db, seen.subsidy_id));
  const { row } = await lockWithProgramme(db, seen.subsidy_id);
  const locked = (await findAppeal(db, id))!;
  if (locked.status !== 'pending')
    throw problem('appeal-decided', { current: await presentAppeal(context, locked) });
  const hindrance = await hindranceOf(db, user.id, locked);
  if (hindrance) throw await appealRefusal(context, locked, hindrance);
  const party = { farmerIds: [row.owner_id], county: row.county };
  await assertImpartial(context, party, isIndependentOfRejecters(locked));

  await setAppealDecision(db, id, {
    status,
    answer,
    answer_sw: answerSw ?? null,
    decided_by: user.id,
  });
  const action = status === 'upheld' ? 'subsidy.uphold' : 'subsidy.dismiss';
  const after = { reason: answer, ...(answerSw && { reasonSw: answerSw }) };
  await audit({ action, entity: 'subsidy', entityId: row.id, after });
  // The page of the application that goes on.
  let link = paths.subsidy(row.id);
  if (status === 'upheld') {
    const opened = newId();
    link = paths.subsidy(opened);
    await insertSubsidy(db, {
      id: opened,
      kind: 'application',
      owner_id: row.owner_id,
      programme_id: row.programme_id,
      appeal_of: row.id,
      name: row.name,
      description: row.description,
      amount_cents: row.amount_cents,
    });
    await setParcels(db, opened, parcelIds);
    await setApplicationRegions(db, opened);
    await audit({ action, entity: 'subsidy', entityId: opened, after });
    emit({ user: row.owner_id }, 'subsidy', [opened]);
  }
  emit({ user: row.owner_id }, 'subsidy', [row.id]);
  emit({ offices: officesOf(row) }, 'subsidy', [row.id]);
  await addNotice(context, {
    userId: row.owner_id,
    kind: `appeal-${status}`,
    values: { name: row.name, amount: moneyText(row.amount_cents), answer, answerSw: answerSw ?? '' },
    link,
  });
  return (await findAppeal(db, id))!;
}

/** Returns the error code if this official may not decide the appeal, else null. */
async function hindranceOf(db: Db, officialId: string, row: AppealRow) {
  const rejecters = rejectersOf(row);
  const apart = await independentOf(db, officialId, rejecters);
  if (apart.length < new Set(rejecters).size) return 'appeal-other-person' as const;
  if (row.decided_level !== 'county') return null;
  const { level, country } = await findLevels(db, officialId);
  return country && level === 'county' ? ('appeal-level-above' as const) : null;
}

export async function presentAppeal(decider: Decider, row: AppealRow): Promise<Appeal> {
  return {
    _id: row.id,
    status: row.status,
    reason: row.reason,
    createdAt: row.created_at,
    answer: row.answer,
    decidedAt: row.decided_at,
    decidedBy: row.decided_by,
    application: {
      _id: row.subsidy_id,
      name: row.name,
      amount: fromCents(row.amount_cents),
      reason: row.rejection,
      decidedAt: row.rejected_at,
      decidedBy: row.rejected_by,
    },
    applicant: { _id: row.owner_id, name: row.owner_name },
    newApplicationId: row.new_id,
    mayDecide:
      row.status === 'pending' &&
      (await hindranceOf(decider.db, decider.user.id, row)) === null &&
      (await partialityTo(decider, row.owner_id)) === null,
  };
}
