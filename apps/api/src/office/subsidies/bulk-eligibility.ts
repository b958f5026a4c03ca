/** Whether the applications selected for a bulk decision meet the rules of their programmes, and which rules they miss. */
import type { BulkEligibility, EligibilityReport, StoredRules } from '@ardhi/contract';
import { sql } from 'kysely';
import type { Db } from '../../lib/database/db.ts';
import { rowsOf } from '../../lib/database/rows.ts';
import { type Area, countyOf, within } from '../../lib/http/scope.ts';
import { explain, NO_RULES, reportWithin } from './eligibility.ts';
import { listFacts } from './parcel-queries.ts';

export async function listEligibility(db: Db, scope: Area, ids: string[]): Promise<BulkEligibility[]> {
  const applications = await listPending(db, scope, ids);
  const ruled = applications.filter(({ rules }) => rules);
  const facts = await listFacts(
    db,
    ruled.map(({ id }) => id),
  );
  const asOf = new Date().toISOString();
  return applications.map(({ id, rules, ...owner }) => {
    const report = explain(rules ?? NO_RULES, facts.get(id) ?? [], asOf);
    const applicant = { _id: owner.owner_id, name: owner.owner_name };
    return { _id: id, applicant, meets: report.meets, unmet: unmetOf(scope, report) };
  });
}

const listPending = (db: Db, scope: Area, ids: string[]) =>
  rowsOf<{ id: string; owner_id: string; owner_name: string; rules: StoredRules | null }>(db)`
    select application.id, application.owner_id, application.owner_name, programme.rules
    from subsidies as application left join subsidies as programme on programme.id = application.programme_id
    where application.id = any(${ids}::uuid[]) and application.kind = 'application'
      and application.status = 'pending' and ${within(scope, sql`application.county`)}`;

/** Unmet rules of the parcel that comes closest; none if a parcel elsewhere meets them all. */
function unmetOf(scope: Area, report: EligibilityReport) {
  if (report.meets) return [];
  const { parcels } = reportWithin(countyOf(scope), report);
  const lacking = parcels.map((parcel) => parcel.rules.filter(({ met }) => !met).map(({ rule }) => rule));
  return lacking.sort((one, other) => one.length - other.length)[0] ?? [];
}
