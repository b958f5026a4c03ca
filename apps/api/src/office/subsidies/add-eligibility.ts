/** Adds to each pending application whether it meets its programme's rules, and which rules it misses. */
import type { EligibilityReport, ManagedSubsidy, StoredRules } from '@ardhi/contract';
import type { Db } from '../../lib/database/db.ts';
import { type Area, countyOf } from '../../lib/http/scope.ts';
import { liveFacts } from './decide.ts';
import { reportWithin } from './eligibility.ts';
import { findSubsidy } from './queries.ts';

/** Sequential, so that one page does not take every database connection. */
export async function addEligibility(db: Db, scope: Area, rows: ManagedSubsidy[]): Promise<ManagedSubsidy[]> {
  const rules = new Map<string, StoredRules | null>();
  const explainedRows: ManagedSubsidy[] = [];
  for (const row of rows) {
    const { programmeId, applicant } = row;
    if (!applicant || row.status !== 'pending') {
      explainedRows.push(row);
      continue;
    }
    if (programmeId && !rules.has(programmeId))
      rules.set(programmeId, (await findSubsidy(db, programmeId))?.rules ?? null);
    const report = await liveFacts(
      db,
      { id: row._id, owner_id: applicant._id },
      programmeId ? rules.get(programmeId) : null,
    );
    explainedRows.push({ ...row, eligibility: { meets: report.meets, unmet: unmetOf(scope, report) } });
  }
  return explainedRows;
}

/** Unmet rules of the parcel that comes closest; none if a parcel elsewhere meets them all. */
function unmetOf(scope: Area, report: EligibilityReport) {
  if (report.meets) return [];
  const { parcels } = reportWithin(countyOf(scope), report);
  const lacking = parcels.map((parcel) => parcel.rules.filter(({ met }) => !met).map(({ rule }) => rule));
  return lacking.sort((one, other) => one.length - other.length)[0] ?? [];
}
