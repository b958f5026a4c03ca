/** Subsidies for farmers: open programmes and their own applications. */
import * as z from 'zod';
import {
  baseRevision,
  clearable,
  clientId,
  Done,
  id,
  inKiswahili,
  line,
  list,
  money,
  optional,
  paging,
  Removal,
  revision,
  text,
  timestamp,
} from '../base/fields.ts';
import {
  MAX_APPLICATION_PARCELS,
  MAX_DECISION_REASON_LENGTH,
  MAX_NAME_LENGTH,
  MAX_SUBSIDY_DESCRIPTION_LENGTH,
} from '../base/limits.ts';
import { contract } from '../base/route.ts';
import { EligibilityReport, StoredRules } from './subsidy-eligibility.ts';

/** Officials create programmes, which have a budget; farmers submit applications. */
export const SubsidyKind = z.enum(['programme', 'application']);
export type SubsidyKind = z.infer<typeof SubsidyKind>;

/** `withdrawn`: withdrawn by the farmer; visible only to officials who filter for it. */
export const SubsidyStatus = z.enum(['pending', 'approved', 'rejected', 'withdrawn']);
export type SubsidyStatus = z.infer<typeof SubsidyStatus>;

export const subsidyBasics = {
  name: line(MAX_NAME_LENGTH),
  description: text(MAX_SUBSIDY_DESCRIPTION_LENGTH),
  amount: money,
};
export const subsidyBasicEdits = {
  name: subsidyBasics.name.optional(),
  description: subsidyBasics.description.optional(),
  amount: subsidyBasics.amount.optional(),
};

/** Of programmes. Absent: unchanged, but removed if the original changes. */
export const programmeTexts = {
  nameSw: clearable(line(MAX_NAME_LENGTH)),
  descriptionSw: clearable(text(MAX_SUBSIDY_DESCRIPTION_LENGTH)),
};

export const ApplicationInput = z.object({
  ...subsidyBasics,
  programmeId: optional(id),
  parcelIds: list(id, MAX_APPLICATION_PARCELS),
  ...clientId,
});
export type ApplicationInput = z.input<typeof ApplicationInput>;

/** Absent fields stay unchanged. */
export const ApplicationEdit = z.object({
  ...subsidyBasicEdits,
  programmeId: clearable(id),
  parcelIds: z.array(id).max(MAX_APPLICATION_PARCELS).optional(),
  ...baseRevision,
});
export type ApplicationEdit = z.input<typeof ApplicationEdit>;

/** Fields that an official can return for correction. */
export const RETURN_FIELDS = ['name', 'description', 'amount', 'parcelIds'] as const;
export const ReturnField = z.enum(RETURN_FIELDS);
export type ReturnField = z.infer<typeof ReturnField>;

export const AppealStatus = z.enum(['pending', 'upheld', 'dismissed']);

export const AppealInput = z.object({ reason: text(MAX_DECISION_REASON_LENGTH) });
export type AppealInput = z.input<typeof AppealInput>;

/** For reading out over the phone: 2026-32-KTRVWP. Responses of 0.2.0 that are stored on a device have none. */
export const reference = z.string().optional();

export const Application = z.object({
  _id: id,
  reference,
  kind: SubsidyKind,
  name: z.string(),
  description: z.string(),
  /** Programmes only. */
  nameSw: inKiswahili,
  descriptionSw: inKiswahili,
  amount: z.number(),
  status: SubsidyStatus,
  /** The official's reason for the decision. */
  reason: z.string().nullable(),
  reasonSw: inKiswahili,
  decidedAt: timestamp.nullable(),
  /** The official's name; empty for a deleted account. */
  decidedBy: z.string().nullable(),
  programmeId: id.nullable(),
  programmeName: z.string().nullable(),
  programmeNameSw: inKiswahili,
  parcelIds: z.array(id),
  /** While pending: the county office, if there is one, and the current working day of the allowed number. */
  waiting: z
    .object({ office: z.string().nullable(), day: z.number().int(), of: z.number().int() })
    .nullable()
    .optional(),
  revision,
  createdAt: timestamp,
  /** Time of the farmer's last edit. */
  editedAt: timestamp.nullable(),
  /** Set while returned for correction; cleared by the farmer's edit. The status stays pending. */
  returned: z
    .object({ fields: z.array(ReturnField), reason: z.string(), reasonSw: inKiswahili, at: timestamp })
    .nullable(),
  /** Rejected applications: the last day for an appeal, or the submitted appeal. */
  appealUntil: z.string().nullable(),
  appeal: z
    .object({
      status: AppealStatus,
      reason: z.string(),
      at: timestamp,
      answer: z.string().nullable(),
      answerSw: inKiswahili,
      decidedAt: timestamp.nullable(),
      newApplicationId: id.nullable(),
    })
    .nullable(),
  /** The rejected application that an upheld appeal reopened as this one. */
  appealOf: id.nullable(),
});
export type Application = z.infer<typeof Application>;

/** The farmers' view of an open programme. */
export const Programme = z.object({
  _id: id,
  reference,
  name: z.string(),
  description: z.string(),
  nameSw: inKiswahili,
  descriptionSw: inKiswahili,
  /** The budget; beside it the approved and the remaining amount. */
  amount: z.number(),
  approvedAmount: z.number(),
  amountLeft: z.number(),
  closesOn: z.string().nullable(),
  rules: StoredRules,
  /** Whether one of the caller's parcels satisfies every rule; null without rules. */
  meets: z.boolean().nullable(),
  createdAt: timestamp,
});
export type Programme = z.infer<typeof Programme>;

const moneyTotals = {
  /** All applications except withdrawn ones. */
  asked: z.number(),
  granted: z.number(),
  waiting: z.number(),
};

/** Totals of the caller's applications, overall and by year of submission, newest first. */
export const SubsidyTotals = z.object({
  ...moneyTotals,
  years: z.array(z.object({ year: z.number().int(), ...moneyTotals })),
});
export type SubsidyTotals = z.infer<typeof SubsidyTotals>;

/** A decision that the farmer's device knows and that a restore of the server lost. */
export const EarlierDecision = z.object({
  status: z.enum(['approved', 'rejected']),
  decidedAt: z.iso.datetime(),
});
export type EarlierDecision = z.infer<typeof EarlierDecision>;

export const subsidies = contract({
  'POST /subsidies': {
    summary: 'Apply for a subsidy, freely or to an open programme',
    access: 'farmer',
    body: ApplicationInput,
    response: Application,
    status: 201,
    queueable: true,
  },
  'GET /subsidies': {
    summary: 'The own applications, newest first',
    access: 'farmer',
    query: z.object({ ...paging }),
    response: z.array(Application),
    paged: true,
  },
  'GET /subsidies/totals': {
    summary: 'What the caller asked for, was granted and waits for, in all and by year',
    access: 'farmer',
    response: SubsidyTotals,
  },
  'GET /subsidies/programmes': {
    summary: 'Open programmes with budget left, newest first',
    access: 'farmer',
    query: z.object({ ...paging }),
    response: z.array(Programme),
    paged: true,
  },
  'GET /subsidies/programmes/{id}/eligibility': {
    summary: 'How each of the own parcels stands against the rules of a programme',
    access: 'farmer',
    response: EligibilityReport,
  },
  'GET /subsidies/{id}': { summary: 'One own application', access: 'farmer', response: Application },
  'GET /subsidies/{id}/eligibility': {
    summary:
      'How the parcels of an own application stand against the rules; of a decided one, as they did that day',
    access: 'farmer',
    response: EligibilityReport,
  },
  'POST /subsidies/{id}/appeal': {
    summary: 'Appeal against a rejection: once, within 30 days',
    access: 'farmer',
    body: AppealInput,
    response: Application,
    status: 201,
  },
  'PUT /subsidies/{id}': {
    summary: 'Edit an application while it is pending',
    access: 'farmer',
    body: ApplicationEdit,
    response: Application,
    queueable: true,
  },
  'PUT /subsidies/{id}/earlier-decision': {
    summary:
      'Report that a pending application was decided before the server was restored; officials see it flagged',
    access: 'farmer',
    body: EarlierDecision,
    response: z.object({}),
    queueable: true,
  },
  'DELETE /subsidies/{id}': {
    summary: 'Withdraw an application while it is pending',
    access: 'farmer',
    body: Removal,
    response: Done,
    queueable: true,
  },
});
