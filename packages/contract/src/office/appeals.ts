/** Appeals against rejections, for officials. */
import * as z from 'zod';
import { id, optional, paging, text, timestamp } from '../base/fields.ts';
import { MAX_DECISION_REASON_LENGTH } from '../base/limits.ts';
import { contract } from '../base/route.ts';
import { AppealStatus } from './subsidies.ts';

export const Appeal = z.object({
  _id: id,
  status: AppealStatus,
  /** Text of the farmer's appeal. */
  reason: z.string(),
  createdAt: timestamp,
  answer: z.string().nullable(),
  decidedAt: timestamp.nullable(),
  decidedBy: z.string().nullable(),
  /** The rejected application; an upheld appeal creates a new one, `newApplicationId`. */
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
  /** False once decided, and for officials who are excluded, such as the one who rejected the application. */
  mayDecide: z.boolean(),
});
export type Appeal = z.infer<typeof Appeal>;

export const AppealDecision = z.object({
  status: z.enum(['upheld', 'dismissed']),
  /** Shown to the farmer. */
  answer: text(MAX_DECISION_REASON_LENGTH),
  answerSw: optional(text(MAX_DECISION_REASON_LENGTH)),
});
export type AppealDecision = z.input<typeof AppealDecision>;

export const appeals = contract({
  'GET /government/appeals': {
    summary: 'Appeals against rejections, who waits longest first',
    access: 'government',
    query: z.object({ state: optional(z.enum(['open', 'all'])), ...paging }),
    response: z.array(Appeal),
    paged: true,
  },
  'PUT /government/appeals/{id}': {
    summary: 'Uphold an appeal, which opens a new pending application, or dismiss it',
    access: 'government',
    duty: 'decide',
    body: AppealDecision,
    response: Appeal,
  },
});
