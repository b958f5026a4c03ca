/** Appeals against rejections, as officials see them. */
import { z } from 'zod';
import { id, optional, paging, text, timestamp } from '../base/fields.ts';
import { MAX_DECISION_REASON_LENGTH } from '../base/limits.ts';
import { contract } from '../base/route.ts';
import { AppealStatus } from './subsidies.ts';

export const Appeal = z.object({
  _id: id,
  status: AppealStatus,
  /** The farmer's words. */
  reason: z.string(),
  createdAt: timestamp,
  answer: z.string().nullable(),
  decidedAt: timestamp.nullable(),
  decidedBy: z.string().nullable(),
  /** The rejected application, and the pending one that an upheld appeal opened. */
  application: z.object({
    _id: id,
    name: z.string(),
    amount: z.number(),
    reason: z.string().nullable(),
    decidedAt: timestamp.nullable(),
    decidedBy: z.string().nullable(),
  }),
  applicant: z.object({ _id: id, name: z.string() }),
  newApplicationId: id.nullable(),
  /** Whether the caller may decide it; if not, somebody else has to. */
  mayDecide: z.boolean(),
});
export type Appeal = z.infer<typeof Appeal>;

export const AppealDecision = z.object({
  status: z.enum(['upheld', 'dismissed']),
  /** The farmer reads it. */
  answer: text(MAX_DECISION_REASON_LENGTH),
});
export type AppealDecision = z.input<typeof AppealDecision>;

export const appeals = contract({
  'GET /government/appeals': {
    summary: 'Appeals against rejections, who waits longest first',
    access: 'government',
    query: z.object({ state: optional(z.enum(['open', 'all'])), ...paging }),
    answer: z.array(Appeal),
    paged: true,
  },
  'PUT /government/appeals/{id}': {
    summary: 'Uphold an appeal, which opens a new pending application, or dismiss it',
    access: 'government',
    duty: 'decide',
    body: AppealDecision,
    answer: Appeal,
  },
});
