/** Bulk decisions: a job of the server decides a selection of programmes and applications one by one. */
import * as z from 'zod';
import { clientId, id, optional, text, timestamp } from '../base/fields.ts';
import { MAX_BULK_DECISIONS, MAX_DECISION_REASON_LENGTH, MAX_ELIGIBILITY_IDS } from '../base/limits.ts';
import { contract } from '../base/route.ts';
import { SubsidyKind } from './subsidies.ts';
import { Eligibility } from './subsidy-eligibility.ts';

const status = z.enum(['approved', 'rejected']);

export const BulkDecisionInput = z.object({
  status,
  /** Placeholders of templates, such as `{farmer}`, are filled in for each application. */
  reason: optional(text(MAX_DECISION_REASON_LENGTH)),
  reasonSw: optional(text(MAX_DECISION_REASON_LENGTH)),
  /** In the order in which they are decided, with the revisions that the official saw. */
  rows: z
    .array(z.object({ _id: id, revision: z.number().int().min(1) }))
    .min(1)
    .max(MAX_BULK_DECISIONS)
    .refine((rows) => new Set(rows.map(({ _id }) => _id)).size === rows.length, 'issue.repeated'),
  ...clientId,
});
export type BulkDecisionInput = z.input<typeof BulkDecisionInput>;

/** `changed`: edited, decided or withdrawn since the official saw it, so not decided. `refused`: see its message. */
export const BulkOutcome = z.enum(['decided', 'awaiting-second-approval', 'changed', 'refused']);
export type BulkOutcome = z.infer<typeof BulkOutcome>;

const count = z.number().int();

export const BulkDecision = z.object({
  _id: id,
  status,
  reason: z.string().nullable(),
  createdAt: timestamp,
  /** Null while it runs. */
  finishedAt: timestamp.nullable(),
  cancelled: z.boolean(),
  total: count,
  decided: count,
  awaiting: count,
  changed: count,
  refused: count,
});
export type BulkDecision = z.infer<typeof BulkDecision>;

export const BulkDecisionDetail = BulkDecision.extend({
  rows: z.array(
    z.object({
      _id: id,
      /** Null if the row is outside the official's present scope. */
      kind: SubsidyKind.nullable(),
      name: z.string().nullable(),
      amount: z.number().nullable(),
      applicant: z.object({ _id: id, name: z.string() }).nullable(),
      /** Null while it is pending, and after a cancellation. */
      outcome: BulkOutcome.nullable(),
      message: z.string().nullable(),
    }),
  ),
});
export type BulkDecisionDetail = z.infer<typeof BulkDecisionDetail>;

/** Separated by commas. */
const ids = z.preprocess(
  (value) => (typeof value === 'string' ? value.split(',') : value),
  z.array(id).max(MAX_ELIGIBILITY_IDS),
) as unknown as z.ZodType<string[], string>;

export const BulkEligibility = Eligibility.extend({
  _id: id,
  applicant: z.object({ _id: id, name: z.string() }),
});
export type BulkEligibility = z.infer<typeof BulkEligibility>;

export const bulkDecisions = contract({
  'POST /government/bulk-decisions': {
    summary:
      'Start a job that decides up to 1,000 programmes and applications; one job per official at a time',
    access: 'government',
    duty: 'decide',
    body: BulkDecisionInput,
    response: BulkDecision,
    status: 201,
  },
  'GET /government/bulk-decisions': {
    summary: 'The latest bulk decisions of the caller with their progress, newest first',
    access: 'government',
    response: z.array(BulkDecision),
  },
  'GET /government/bulk-decisions/eligibility': {
    summary:
      'Whether up to 100 pending applications meet the rules of their programmes; ids of others are left out',
    access: 'government',
    query: z.object({ ids }),
    response: z.array(BulkEligibility),
  },
  'GET /government/bulk-decisions/{id}': {
    summary: 'An own bulk decision with the outcome of each row',
    access: 'government',
    response: BulkDecisionDetail,
  },
  'POST /government/bulk-decisions/{id}/cancel': {
    summary: 'Stop an own bulk decision; what is decided stays decided',
    access: 'government',
    duty: 'decide',
    response: BulkDecision,
  },
});
