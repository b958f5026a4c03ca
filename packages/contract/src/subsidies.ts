import { z } from 'zod';
import {
  baseRevision,
  clearable,
  clientId,
  Done,
  date,
  id,
  line,
  money,
  number,
  optional,
  paging,
  revision,
  text,
  timestamp,
} from './fields.ts';
import { Region, type ScoreAction, type ScoreNextEvidence, ScoreStatus } from './land-score.ts';
import { contract } from './route.ts';

/** A programme is created by officials and has a budget; an application is made by a farmer. */
export const SubsidyKind = z.enum(['programme', 'application']);
export type SubsidyKind = z.infer<typeof SubsidyKind>;

/** `withdrawn` is an application that the farmer took back: only officials who ask for it see it. */
export const SubsidyStatus = z.enum(['pending', 'approved', 'rejected', 'withdrawn']);
export type SubsidyStatus = z.infer<typeof SubsidyStatus>;

const NAME_LENGTH = 200;
const DESCRIPTION_LENGTH = 5000;
export const MAX_APPLICATION_PARCELS = 50;

const list = <T extends z.ZodType>(item: T, max: number) => z.array(item).max(max).default([]);

/**
 * Whom a programme is meant for. Each rule is about one parcel; a rule that is not given is not asked for.
 * A parcel is in the right place when its region or its county is named.
 */
export const SubsidyRules = z.object({
  regions: list(Region, 4),
  counties: list(text(100), 47),
  minAcres: optional(number(0, 1_000_000)),
  maxAcres: optional(number(0, 1_000_000)),
  minScore: optional(number(0, 100)),
  minConfidence: optional(number(0, 100)),
  /** Keys of the crop table, such as `maize`; one of them must have been grown in the last two years. */
  crops: list(text(100), 50),
});
export type SubsidyRules = z.infer<typeof SubsidyRules>;

const storedRules = z.object({
  regions: z.array(Region),
  counties: z.array(z.string()),
  minAcres: z.number().nullable(),
  maxAcres: z.number().nullable(),
  minScore: z.number().nullable(),
  minConfidence: z.number().nullable(),
  crops: z.array(z.string()),
});
export type StoredRules = z.infer<typeof storedRules>;

const basics = { name: line(NAME_LENGTH), description: text(DESCRIPTION_LENGTH), amount: money };
const basicEdits = {
  name: basics.name.optional(),
  description: basics.description.optional(),
  amount: basics.amount.optional(),
};

export const ApplicationInput = z.object({
  ...basics,
  programmeId: optional(id),
  parcelIds: list(id, MAX_APPLICATION_PARCELS),
  ...clientId,
});
export type ApplicationInput = z.input<typeof ApplicationInput>;

/** What is left out stays as it is. */
export const ApplicationEdit = z.object({
  ...basicEdits,
  programmeId: clearable(id),
  parcelIds: z.array(id).max(MAX_APPLICATION_PARCELS).optional(),
  ...baseRevision,
});
export type ApplicationEdit = z.input<typeof ApplicationEdit>;

export const Application = z.object({
  _id: id,
  kind: SubsidyKind,
  name: z.string(),
  description: z.string(),
  amount: z.number(),
  status: SubsidyStatus,
  /** Why it was decided so, in the official's words. */
  reason: z.string().nullable(),
  decidedAt: timestamp.nullable(),
  /** The official's name; empty for a deleted account. */
  decidedBy: z.string().nullable(),
  programmeId: id.nullable(),
  programmeName: z.string().nullable(),
  parcelIds: z.array(id),
  revision,
  createdAt: timestamp,
  /** The farmer's last edit, if there was one. */
  editedAt: timestamp.nullable(),
});
export type Application = z.infer<typeof Application>;

/** An open programme as farmers see it. */
export const Programme = z.object({
  _id: id,
  name: z.string(),
  description: z.string(),
  /** The budget, what of it is approved, and what is left. */
  amount: z.number(),
  approvedAmount: z.number(),
  amountLeft: z.number(),
  closesOn: z.string().nullable(),
  rules: storedRules,
  /** Whether a parcel of the caller meets every rule; null where there are no rules. */
  meets: z.boolean().nullable(),
  createdAt: timestamp,
});
export type Programme = z.infer<typeof Programme>;

export const RULES = ['place', 'min-acres', 'max-acres', 'min-score', 'min-confidence', 'crop'] as const;
const RuleName = z.enum(RULES);
export type RuleName = z.infer<typeof RuleName>;

const values = z.record(z.string(), z.union([z.number(), z.string()]));

/** An advice of the sustainability score, and whether it alone would close the gap. */
export type ClosingAction = ScoreAction & { closes: boolean };
const ClosingAction = z.object({
  key: z.string(),
  gainPoints: z.number(),
  components: z.array(z.string()),
  values,
  closes: z.boolean(),
}) as unknown as z.ZodType<ClosingAction>;

/** The record that would make the score surer, and whether it alone would close the gap. */
export type ClosingEvidence = z.infer<typeof ScoreNextEvidence> & { closes: boolean };
const ClosingEvidence = z.object({
  component: z.string(),
  code: z.string(),
  confidenceGain: z.number(),
  closes: z.boolean(),
}) as unknown as z.ZodType<ClosingEvidence>;

/** One rule held against one parcel: what is asked, what is there, how much is missing, what would close it. */
export const RuleResult = z.object({
  rule: RuleName,
  met: z.boolean(),
  /** Acres, points or percent, for the rules that count. */
  required: z.number().nullable(),
  actual: z.number().nullable(),
  /** How far off, in the same unit; null when met, or when the parcel's value is unknown. */
  missing: z.number().nullable(),
  /** Regions, counties or crops, for the rules that name. */
  wanted: z.array(z.string()),
  found: z.array(z.string()),
  actions: z.array(ClosingAction),
  evidence: ClosingEvidence.nullable(),
});
export type RuleResult = z.infer<typeof RuleResult>;

export const ParcelEligibility = z.object({
  _id: id,
  name: z.string(),
  size: z.number(),
  county: z.string().nullable(),
  region: Region.nullable(),
  /** `initial`: nothing is recorded, so there is no score to speak of yet. */
  status: ScoreStatus,
  sustainabilityScore: z.number(),
  confidence: z.number(),
  crops: z.array(z.string()),
  meets: z.boolean(),
  rules: z.array(RuleResult),
});
export type ParcelEligibility = z.infer<typeof ParcelEligibility>;

/** How parcels stand against a programme's rules. It informs; a person decides. */
export const EligibilityReport = z.object({
  asOf: timestamp,
  /** Kept as it was when the application was decided. */
  frozen: z.boolean(),
  /** Whether at least one parcel meets every rule; null where there are no rules. */
  meets: z.boolean().nullable(),
  meetingParcels: z.number().int(),
  meetingAcres: z.number(),
  parcels: z.array(ParcelEligibility),
});
export type EligibilityReport = z.infer<typeof EligibilityReport>;

const Applicant = z.object({ _id: id, name: z.string(), location: z.string().nullable() });

/** A row of the officials' table: a programme or an application. */
export const ManagedSubsidy = Application.extend({
  applicant: Applicant.nullable(),
  regions: z.array(Region),
  /** Programmes only, from here on. */
  createdBy: z.object({ _id: id, name: z.string() }).nullable(),
  approvedAmount: z.number().nullable(),
  amountLeft: z.number().nullable(),
  /** Counted up to 1,000. */
  pendingApplications: z.number().int().nullable(),
  closesOn: z.string().nullable(),
  closed: z.boolean(),
  /** Whether farmers can apply to it today. */
  open: z.boolean(),
  rules: storedRules.nullable(),
});
export type ManagedSubsidy = z.infer<typeof ManagedSubsidy>;

export const SUBSIDY_EVENTS = [
  'create',
  'apply',
  'edit',
  'close',
  'reopen',
  'approve',
  'reject',
  'withdraw',
] as const;

export const SubsidyEvent = z.object({
  at: timestamp,
  event: z.enum(SUBSIDY_EVENTS),
  by: z.string().nullable(),
  reason: z.string().nullable(),
});
export type SubsidyEvent = z.infer<typeof SubsidyEvent>;

/** What stands behind a row. */
export const SubsidyDossier = ManagedSubsidy.extend({
  applicantFacts: z
    .object({
      email: z.string(),
      phoneNumber: z.string().nullable(),
      farmSize: z.number().nullable(),
      registeredAt: timestamp,
      /** Other applications of the same farmer. */
      otherApplications: z.number().int(),
      otherApprovedAmount: z.number(),
    })
    .nullable(),
  /** The parcels that the application names, or all of the farmer's. */
  facts: EligibilityReport.nullable(),
  timeline: z.array(SubsidyEvent),
});
export type SubsidyDossier = z.infer<typeof SubsidyDossier>;

/** The amount is the budget. */
export const ProgrammeInput = z.object({
  ...basics,
  closesOn: optional(date),
  rules: optional(SubsidyRules),
  ...clientId,
});
export type ProgrammeInput = z.input<typeof ProgrammeInput>;

/** Decides (`status`), or edits a programme (the other fields), or both. What is left out stays as it is. */
export const SubsidyUpdate = z.object({
  status: optional(SubsidyStatus),
  reason: optional(text(2000)),
  ...basicEdits,
  closesOn: clearable(date),
  closed: optional(z.boolean()),
  rules: clearable(SubsidyRules),
  ...baseRevision,
});
export type SubsidyUpdate = z.input<typeof SubsidyUpdate>;

export const subsidyFilters = {
  status: optional(SubsidyStatus),
  kind: optional(SubsidyKind),
  region: optional(z.enum(['all', 'north', 'south', 'east', 'west'])),
  programmeId: optional(id),
  /** Words of the name, the description or the applicant's name; the last word may be unfinished. */
  q: optional(text(200)),
};

export const subsidies = contract({
  'POST /subsidies': {
    summary: 'Apply for a subsidy, freely or to an open programme',
    access: 'farmer',
    body: ApplicationInput,
    answer: Application,
    status: 201,
  },
  'GET /subsidies': {
    summary: 'The own applications, newest first',
    access: 'farmer',
    query: z.object({ ...paging }),
    answer: z.array(Application),
    paged: true,
  },
  'GET /subsidies/programmes': {
    summary: 'Open programmes with budget left, newest first',
    access: 'farmer',
    query: z.object({ ...paging }),
    answer: z.array(Programme),
    paged: true,
  },
  'GET /subsidies/programmes/{id}/eligibility': {
    summary: 'How each of the own parcels stands against the rules of a programme',
    access: 'farmer',
    answer: EligibilityReport,
  },
  'GET /subsidies/{id}': { summary: 'One own application', access: 'farmer', answer: Application },
  'PUT /subsidies/{id}': {
    summary: 'Edit an application while it is pending',
    access: 'farmer',
    body: ApplicationEdit,
    answer: Application,
  },
  'DELETE /subsidies/{id}': {
    summary: 'Withdraw an application while it is pending',
    access: 'farmer',
    answer: Done,
  },
});

/** What officials do with them. */
export const subsidyManagement = contract({
  'GET /subsidies/admin/all': {
    summary: 'Programmes and applications, newest first; withdrawn ones only when asked for',
    access: 'government',
    query: z.object({ ...subsidyFilters, ...paging }),
    answer: z.array(ManagedSubsidy),
    paged: true,
  },
  'POST /government/subsidies': {
    summary: 'Create a programme',
    access: 'government',
    body: ProgrammeInput,
    answer: ManagedSubsidy,
    status: 201,
  },
  'GET /government/subsidies.csv': {
    summary: 'The officials’ table as CSV, with its filters',
    access: 'government',
    query: z.object(subsidyFilters),
    produces: 'text/csv',
  },
  'GET /government/subsidies/{id}': {
    summary: 'A programme or application with its applicant, parcel facts and history',
    access: 'government',
    answer: SubsidyDossier,
  },
  'PUT /government/subsidies/{id}': {
    summary: 'Decide a pending programme or application, or edit a programme',
    access: 'government',
    body: SubsidyUpdate,
    answer: ManagedSubsidy,
  },
  'DELETE /government/subsidies/{id}': {
    summary: 'Delete a programme that nobody applied to',
    access: 'government',
    answer: Done,
  },
});
