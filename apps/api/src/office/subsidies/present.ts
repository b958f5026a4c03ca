import { COUNTIES } from '@ardhi/agronomy';
import type {
  Application,
  Case,
  Language,
  ManagedSubsidy,
  Programme,
  Region,
  SubsidyTotals,
} from '@ardhi/contract';
import { DECISION_WORKING_DAYS } from '@ardhi/contract/limits';
import type { Area } from '../../lib/http/scope.ts';
import { fromCents } from '../../lib/text/money.ts';
import { NO_RULES } from './eligibility.ts';
import type { TotalsRow } from './own-queries.ts';
import { isOpen, lastAppealDay } from './policy.ts';
import type { SubsidyRow } from './queries.ts';

export function presentApplication(row: SubsidyRow): Application {
  return {
    _id: row.id,
    reference: row.reference ?? undefined,
    kind: row.kind,
    name: row.name,
    description: row.description,
    nameSw: row.name_sw,
    descriptionSw: row.description_sw,
    amount: fromCents(row.amount_cents),
    status: row.status,
    reason: row.reason,
    reasonSw: row.reason_sw,
    decidedAt: row.decided_at,
    decidedBy: row.decided_by_name,
    programmeId: row.programme_id,
    programmeName: row.programme_name,
    programmeNameSw: row.programme_name_sw,
    parcelIds: row.parcel_ids,
    waiting:
      row.kind === 'application' && row.status === 'pending'
        ? { office: row.office, day: Math.max(1, row.age), of: DECISION_WORKING_DAYS }
        : null,
    revision: row.revision,
    createdAt: row.created_at,
    editedAt: row.edited_at,
    returned: returnOf(row),
    appealUntil: row.status === 'rejected' && !row.appeal ? lastAppealDay(row.decided_at!) : null,
    appeal: row.appeal && {
      status: row.appeal.status,
      reason: row.appeal.reason,
      at: new Date(row.appeal.at).toISOString(),
      answer: row.appeal.answer,
      answerSw: row.appeal.answerSw,
      decidedAt: row.appeal.decidedAt && new Date(row.appeal.decidedAt).toISOString(),
      newApplicationId: row.appeal.newId,
    },
    appealOf: row.appeal_of,
  };
}

/** A decided or withdrawn application no longer needs a correction. */
function returnOf(row: SubsidyRow): Application['returned'] {
  const { status, returned_at: at, return_fields: fields, return_reason: reason } = row;
  return status === 'pending' && at && fields && reason
    ? { fields, reason, reasonSw: row.return_reason_sw, at }
    : null;
}

export function presentProgramme(row: SubsidyRow, meets: boolean | null): Programme {
  return {
    _id: row.id,
    reference: row.reference ?? undefined,
    name: row.name,
    description: row.description,
    nameSw: row.name_sw,
    descriptionSw: row.description_sw,
    amount: fromCents(row.amount_cents),
    approvedAmount: fromCents(row.approved_cents),
    amountLeft: fromCents(row.amount_cents - row.approved_cents),
    closesOn: row.closes_on,
    rules: row.rules ?? NO_RULES,
    meets,
    createdAt: row.created_at,
  };
}

/** Without a scope as the row's own county sees it: land elsewhere is shown to national officials only. */
export function presentManaged(row: SubsidyRow, today: string, scope?: Area): ManagedSubsidy {
  const isProgramme = row.kind === 'programme';
  const seesAll = isProgramme || row.county === null || scope?.kind === 'national';
  // Spreading an object of this many properties into a literal creates hidden classes for each row: 20 times slower, and
  // garbage that only a full collection frees.
  return Object.assign(presentApplication(row), {
    parcelIds: seesAll ? row.parcel_ids : row.county_parcel_ids,
    landElsewhere: !seesAll && row.county_parcel_ids.length < row.parcel_ids.length,
    applicant: isProgramme
      ? null
      : {
          _id: row.owner_id,
          name: row.owner_name,
          location: row.owner_location,
          language: row.owner_language as Language,
        },
    county: row.county,
    regions: visibleRegions(row, seesAll ? null : row.county),
    assignedTo: row.assigned_to ? { _id: row.assigned_to, name: row.assigned_name ?? '' } : null,
    createdBy: isProgramme ? { _id: row.owner_id, name: row.owner_name } : null,
    approvedAmount: isProgramme ? fromCents(row.approved_cents) : null,
    amountLeft: isProgramme ? fromCents(row.amount_cents - row.approved_cents) : null,
    pendingApplications: row.pending_applications,
    closesOn: row.closes_on,
    closed: row.closed_at !== null,
    open: isProgramme && isOpen(row, today),
    rules: isProgramme ? (row.rules ?? NO_RULES) : null,
    secondAbove: isProgramme ? shillings(row.second_above_cents) : null,
    needsTwo: needsTwo(row),
    marks: (row.marks ?? []).map(({ _id, name, status, at }) => ({
      by: { _id, name },
      status,
      at: new Date(at).toISOString(),
    })),
  });
}

/** A row of the queue. */
export const presentCase = (row: SubsidyRow, today: string, scope: Area): Case =>
  Object.assign(presentManaged(row, today, scope), {
    hasRules: row.has_rules,
    meets: row.meets_rules,
    age: row.age,
    dueOn: row.due_on!,
    late: row.is_late,
    risen: row.risen_at !== null,
  });

/** By the programme's threshold, or because a first official approved above their limit. */
const needsTwo = (row: SubsidyRow): boolean =>
  (row.wants_two_above_cents !== null &&
    row.granted_before_cents + row.amount_cents > row.wants_two_above_cents) ||
  (row.status === 'pending' && (row.marks ?? []).length > 0);

/** A county sees the regions of a programme, but of an application only its own. */
export const visibleRegions = (row: Pick<SubsidyRow, 'kind' | 'regions'>, county: string | null): Region[] =>
  county === null || row.kind === 'programme'
    ? row.regions
    : row.regions.filter((region) => region === regionOfCounty(county));

export const regionOfCounty = (county: string) => COUNTIES.find(({ name }) => name === county)?.region;

const shillings = (cents: number | null) => (cents === null ? null : fromCents(cents));

export function presentTotals(rows: readonly TotalsRow[]): SubsidyTotals {
  const money = (row: TotalsRow | undefined) => ({
    asked: fromCents(row?.asked_cents ?? 0),
    granted: fromCents(row?.granted_cents ?? 0),
    waiting: fromCents(row?.waiting_cents ?? 0),
  });
  return {
    ...money(rows.find(({ year }) => year === null)),
    years: rows.flatMap((row) => (row.year === null ? [] : [{ year: row.year, ...money(row) }])),
  };
}
