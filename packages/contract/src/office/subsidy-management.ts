/** Subsidy management by officials: programmes, the overview table and decisions. */
import * as z from 'zod';
import { Language } from '../accounts/auth.ts';
import {
  baseRevision,
  clearable,
  clientId,
  Done,
  date,
  id,
  money,
  optional,
  paging,
  text,
  timestamp,
} from '../base/fields.ts';
import { MAX_DECISION_REASON_LENGTH, MAX_NAME_LENGTH } from '../base/limits.ts';
import { contract } from '../base/route.ts';
import { Region } from '../farm/land-score.ts';
import { CaseNote, Evidence } from './cases.ts';
import {
  Application,
  programmeTexts,
  RETURN_FIELDS,
  ReturnField,
  SubsidyKind,
  SubsidyStatus,
  subsidyBasicEdits,
  subsidyBasics,
} from './subsidies.ts';
import { Eligibility, EligibilityReport, StoredRules, SubsidyRules } from './subsidy-eligibility.ts';

export const Colleague = z.object({ _id: id, name: z.string() });
const Applicant = z.object({
  _id: id,
  name: z.string(),
  location: z.string().nullable(),
  /** The language that the farmer reads. A server of 0.2.0 does not send it. */
  language: Language.optional(),
});

/** A row of the officials' table: a programme or an application. */
export const ManagedSubsidy = Application.extend({
  applicant: Applicant.nullable(),
  /** Application: the deciding county office. Programme: the creating county office. null: national. */
  county: z.string().nullable(),
  /** `parcelIds` and all facts leave out named parcels outside the official's county. */
  landElsewhere: z.boolean(),
  regions: z.array(Region),
  /** The official assigned to an application; null: unassigned. */
  assignedTo: Colleague.nullable(),
  /** The following fields are for programmes only. */
  createdBy: Colleague.nullable(),
  approvedAmount: z.number().nullable(),
  amountLeft: z.number().nullable(),
  /** Counted up to 100. */
  pendingApplications: z.number().int().nullable(),
  closesOn: z.string().nullable(),
  closed: z.boolean(),
  /** Whether farmers can apply today. */
  open: z.boolean(),
  rules: StoredRules.nullable(),
  /** Above this sum per farmer in twelve months applications need four-eyes approval; null: one official suffices. */
  secondAbove: z.number().nullable(),
  /** Only with `explain`, which pages of earlier releases send: of pending applications. */
  eligibility: Eligibility.nullable().optional(),
  /** Applications: whether four-eyes approval is required, and the votes on the current revision in `marks`. */
  needsTwo: z.boolean(),
  marks: z.array(
    z.object({
      by: Colleague,
      status: z.enum(['approved', 'rejected']),
      at: timestamp,
    }),
  ),
});
export type ManagedSubsidy = z.infer<typeof ManagedSubsidy>;

export const DecidedSubsidy = ManagedSubsidy.extend({
  /** Only where the call decided: the status alone does not tell a first approval of two from none. */
  outcome: z.enum(['decided', 'awaiting-second-approval']).optional(),
});
export type DecidedSubsidy = z.infer<typeof DecidedSubsidy>;

export const SUBSIDY_EVENTS = [
  'create',
  'apply',
  'edit',
  'close',
  'reopen',
  'approve',
  'reject',
  'mark-approve',
  'mark-reject',
  'return',
  'appeal',
  'uphold',
  'dismiss',
  'withdraw',
] as const;

export const SubsidyEvent = z.object({
  at: timestamp,
  event: z.enum(SUBSIDY_EVENTS),
  by: z.string().nullable(),
  reason: z.string().nullable(),
});
export type SubsidyEvent = z.infer<typeof SubsidyEvent>;

/** All data of one programme or application. */
export const SubsidyDossier = ManagedSubsidy.extend({
  applicantFacts: z
    .object({
      email: z.string(),
      phoneNumber: z.string().nullable(),
      farmSize: z.number().nullable(),
      registeredAt: timestamp,
      otherApplications: z.number().int(),
      otherApprovedAmount: z.number(),
    })
    .nullable(),
  /** The parcels named in the application, or all the farmer's parcels if it names none. */
  facts: EligibilityReport.nullable(),
  timeline: z.array(SubsidyEvent),
  /** Internal notes, oldest first. A server of 0.2.0 sends none. */
  notes: z.array(CaseNote).optional(),
  /** Pending applications: the current working day, and the programme's remaining budget. */
  workingDay: z.number().int().nullable(),
  leftInProgramme: z.number().nullable(),
  /** Null for programmes and for deleted accounts. */
  evidence: Evidence.nullable(),
  /** Doubts about the independence of the officials involved, and an earlier decision; they block nothing. A server of 0.2.0 sends none. */
  warnings: z
    .object({
      /** When the caller last reset the farmer's password, within 90 days. */
      resetAt: timestamp.nullable(),
      /** Names of voters, or of one and the caller, who used the same browser within a day. */
      sameBrowser: z.array(z.object({ one: z.string(), other: z.string() })),
      /** A decision before a restore, as the farmer's phone reports it. */
      decidedBefore: z.object({ status: z.enum(['approved', 'rejected']), at: timestamp }).optional(),
    })
    .optional(),
});
export type SubsidyDossier = z.infer<typeof SubsidyDossier>;

/** Requirements of an approval by the caller now. Amounts in KES. */
export const ApprovalRequirements = z.object({
  _id: id,
  /** Null for a programme. */
  applicant: z.object({ _id: id, name: z.string() }).nullable(),
  /**
   * Why a second official must approve, too: the programme's threshold, the caller's limit, the caller's monthly limit,
   * or a decision before a restore. Null: the caller's approval decides.
   */
  reason: z.enum(['threshold', 'limit', 'month', 'restore']).nullable(),
  /** The text of the refusal if the caller may not approve it; else null. */
  refusal: z.string().nullable(),
  /** The official whose earlier approval that of the caller completes. */
  firstBy: z.string().nullable(),
  /** Limits of the caller, alone and per month; null: unlimited. */
  limit: z.number().nullable(),
  monthLimit: z.number().nullable(),
  /** Approved this month under the caller's limits. */
  monthApproved: z.number(),
  /** Granted to the farmer from the programme, or without one, in twelve months, with this amount. */
  total: z.number(),
  /** Whether the limits of the caller or of an earlier approver cover it. If not, those of the second official must. */
  covered: z.boolean(),
  /** Whether the caller rejected the application that an upheld appeal reopened as this one. */
  rejectedBefore: z.boolean(),
  /** The level that must give the other approval if two are needed; null: any. */
  secondLevel: z.enum(['country', 'county']).nullable(),
  /** Whether a parcel satisfies every rule of the programme now; null without rules. */
  meets: z.boolean().nullable(),
});
export type ApprovalRequirements = z.infer<typeof ApprovalRequirements>;

/** The amount is the budget. */
export const ProgrammeInput = z.object({
  ...subsidyBasics,
  ...programmeTexts,
  closesOn: optional(date),
  rules: optional(SubsidyRules),
  secondAbove: optional(money),
  ...clientId,
});
export type ProgrammeInput = z.input<typeof ProgrammeInput>;

/** Decides (`status`), edits a programme (other fields), or both. Absent fields stay unchanged. */
export const SubsidyUpdate = z.object({
  status: optional(SubsidyStatus),
  reason: optional(text(MAX_DECISION_REASON_LENGTH)),
  reasonSw: optional(text(MAX_DECISION_REASON_LENGTH)),
  ...subsidyBasicEdits,
  ...programmeTexts,
  closesOn: clearable(date),
  closed: optional(z.boolean()),
  rules: clearable(SubsidyRules),
  secondAbove: clearable(money),
  ...baseRevision,
});
export type SubsidyUpdate = z.input<typeof SubsidyUpdate>;

/** Fields to correct, and the reason. */
export const ReturnInput = z.object({
  fields: z.array(ReturnField).min(1, 'issue.required').max(RETURN_FIELDS.length),
  reason: text(MAX_DECISION_REASON_LENGTH),
  reasonSw: optional(text(MAX_DECISION_REASON_LENGTH)),
  ...baseRevision,
});
export type ReturnInput = z.input<typeof ReturnInput>;

export const subsidyFilters = {
  status: optional(SubsidyStatus),
  kind: optional(SubsidyKind),
  region: optional(z.enum(['all', 'north', 'south', 'east', 'west'])),
  programmeId: optional(id),
  /** A reference number, or words of the name, description or applicant's name; the last word may be a prefix. */
  q: optional(text(MAX_NAME_LENGTH)),
};

export const subsidyManagement = contract({
  'GET /subsidies/admin/all': {
    summary: 'Programmes and applications, newest first; withdrawn ones only when asked for',
    access: 'government',
    reads: 'replica',
    auditAction: 'subsidy.search',
    limit: 'search',
    query: z.object({ ...subsidyFilters, explain: optional(z.enum(['true', 'false'])), ...paging }),
    response: z.array(ManagedSubsidy),
    paged: true,
  },
  'POST /government/subsidies': {
    summary: 'Create a programme',
    access: 'government',
    duty: 'decide',
    body: ProgrammeInput,
    response: ManagedSubsidy,
    status: 201,
  },
  'GET /government/subsidies.csv': {
    summary: 'The officials’ table as CSV, with its filters',
    access: 'government',
    reads: 'replica',
    auditAction: 'subsidy.export',
    limit: 'export',
    confirmed: true,
    query: z.object(subsidyFilters),
    produces: 'text/csv',
  },
  'GET /government/subsidies/{id}': {
    summary: 'A programme or application with its applicant, parcel facts and history',
    access: 'government',
    response: SubsidyDossier,
  },
  'GET /government/subsidies/{id}/approval': {
    summary: 'The limits and sums that an approval by the caller depends on',
    access: 'government',
    response: ApprovalRequirements,
  },
  'PUT /government/subsidies/{id}': {
    summary: 'Decide a pending programme or application, or edit a programme',
    access: 'government',
    duty: 'decide',
    body: SubsidyUpdate,
    response: DecidedSubsidy,
  },
  'POST /government/subsidies/{id}/return': {
    summary: 'Return a pending application to the farmer to be corrected',
    access: 'government',
    duty: 'decide',
    body: ReturnInput,
    response: ManagedSubsidy,
  },
  'DELETE /government/subsidies/{id}': {
    summary: 'Delete a programme that nobody applied to',
    access: 'government',
    duty: 'decide',
    response: Done,
  },
});
