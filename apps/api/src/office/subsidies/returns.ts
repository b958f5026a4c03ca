/** Returns an application to its farmer for correction. It stays pending, and the office's clock is paused. */
import type { ReturnInput } from '@ardhi/contract';
import { today } from '@ardhi/contract/dates';
import { paths } from '@ardhi/contract/paths';
import { sql } from 'kysely';
import type * as z from 'zod';
import { assertImpartial } from '../../accounts/officials/independence.ts';
import type { Db } from '../../lib/database/db.ts';
import { nextRevision, now, updateRow } from '../../lib/database/rows.ts';
import { assertRevision } from '../../lib/http/revision.ts';
import { problem } from '../../lib/text/problem.ts';
import { addNotice } from '../../records/notices/service.ts';
import { lockWithProgramme } from './decide.ts';
import { assertManages, type OfficialContext, officesOf } from './policy.ts';
import { presentManaged } from './present.ts';
import { findSubsidy, type SubsidyRow } from './queries.ts';
import { assertNoPlaceholders } from './reasons.ts';

export async function returnApplication(
  context: OfficialContext,
  id: string,
  input: z.output<typeof ReturnInput>,
): Promise<SubsidyRow> {
  assertNoPlaceholders(input);
  const { db, user, scope, audit, emit } = context;
  const { row } = await lockWithProgramme(db, id);
  if (row.kind !== 'application') throw problem('not-found');
  assertManages(scope, row);
  const seen = (await findSubsidy(db, id))!;
  const current = presentManaged(seen, today());
  if (row.status === 'withdrawn') throw problem('subsidy-withdrawn', { current });
  if (row.status !== 'pending') throw problem('subsidy-decided', { current });
  assertRevision(input.revision, row, () => current);
  await assertImpartial(context, { farmerIds: [row.owner_id], county: row.county });

  const fields = [...new Set(input.fields)];
  const { reason, reasonSw } = input;
  await setReturned(db, id, {
    returned_by: user.id,
    return_fields: fields,
    return_reason: reason,
    return_reason_sw: reasonSw ?? null,
  });
  await audit({
    action: 'subsidy.return',
    entity: 'subsidy',
    entityId: id,
    after: { fields, reason, ...(reasonSw && { reasonSw }) },
  });
  emit({ offices: officesOf(row) }, 'subsidy', [id]);
  emit({ user: row.owner_id }, 'subsidy', [id]);
  await addNotice(context, {
    userId: row.owner_id,
    kind: 'subsidy-returned',
    values: { name: row.name, reason, reasonSw: reasonSw ?? '' },
    link: `${paths.subsidy(id)}?correct=1`,
  });
  return (await findSubsidy(db, id))!;
}

/** A second return keeps the first date, so the paused time starts there. */
const setReturned = (
  db: Db,
  id: string,
  returned: {
    returned_by: string;
    return_fields: string[];
    return_reason: string;
    return_reason_sw: string | null;
  },
) =>
  updateRow(db, 'subsidies', id, {
    ...returned,
    returned_at: sql<string>`coalesce(returned_at, now())`,
    corrected_at: null,
    revision: nextRevision,
  });

/** The farmer has corrected it: resumes the clock and moves the due date by the paused working days. */
export function endReturn(db: Db, id: string): Promise<void> {
  const stopped = sql<number>`working_days_between(nairobi_date(returned_at), nairobi_date(now()))`;
  return updateRow(db, 'subsidies', id, {
    stopped_days: sql<number>`stopped_days + ${stopped}`,
    due_on: sql<string>`add_working_days(due_on, ${stopped})`,
    returned_at: null,
    returned_by: null,
    return_fields: null,
    return_reason: null,
    return_reason_sw: null,
    corrected_at: now,
  });
}
