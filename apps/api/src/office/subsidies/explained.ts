/** Which of the applications that wait meet the rules of their programme, and what the others lack. */
import type { EligibilityReport, ManagedSubsidy, StoredRules } from '@ardhi/contract';
import type { Db } from '../../lib/database/db.ts';
import { liveFacts } from './decide.ts';
import { findSubsidy } from './queries.ts';

/** One after another: a page of them must not take every connection. */
export async function explained(db: Db, rows: ManagedSubsidy[]): Promise<ManagedSubsidy[]> {
  const rules = new Map<string, StoredRules | null>();
  const answers: ManagedSubsidy[] = [];
  for (const row of rows) {
    const { programmeId, applicant } = row;
    if (!applicant || row.status !== 'pending') {
      answers.push(row);
      continue;
    }
    if (programmeId && !rules.has(programmeId))
      rules.set(programmeId, (await findSubsidy(db, programmeId))?.rules ?? null);
    const report = await liveFacts(
      db,
      { id: row._id, owner_id: applicant._id },
      programmeId ? rules.get(programmeId) : null,
    );
    answers.push({ ...row, eligibility: { meets: report.meets, unmet: unmetOf(report) } });
  }
  return answers;
}

/** Of the parcel that lacks least. */
function unmetOf({ parcels }: EligibilityReport) {
  const lacking = parcels.map((parcel) => parcel.rules.filter(({ met }) => !met).map(({ rule }) => rule));
  return lacking.sort((one, other) => one.length - other.length)[0] ?? [];
}
