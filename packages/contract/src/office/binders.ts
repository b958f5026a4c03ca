/** Audit binders: every approved amount of a programme, or without one, in a period with its application, approvals, rules and land. */
import * as z from 'zod';
import { BINDER_DUTIES, clientId, date, id, timestamp } from '../base/fields.ts';
import { NONE } from '../base/paths.ts';
import { contract } from '../base/route.ts';

export const BinderInput = z
  .object({
    /** Days of the decision, both included. */
    from: date,
    until: date,
    ...clientId,
  })
  .refine(({ from, until }) => from <= until, { path: ['until'], message: 'issue.binder-period' });
export type BinderInput = z.input<typeof BinderInput>;

const count = z.number().int();

/** `none`: applications without a programme. */
const params = z.object({ id: z.union([id, z.literal(NONE)]) });

export const Binder = z.object({
  _id: id,
  /** Null: applications without a programme. */
  programmeName: z.string().nullable(),
  from: z.string(),
  until: z.string(),
  /** Null: the whole country. */
  county: z.string().nullable(),
  /** Empty for a deleted account. */
  madeBy: z.string(),
  createdAt: timestamp,
  /** `erased`: one of its farmers has deleted their account, so that the files are gone; its audit log entry stays. */
  state: z.enum(['running', 'ready', 'too-large', 'erased']),
  /** Applications while it runs: written of expected. */
  written: count,
  applications: count,
  /** Null until it is ready. */
  total: z.number().nullable(),
  csvSha256: z.string().nullable(),
  /** Newest seal of the audit log when it was created. */
  head: z.object({ seal: count, hash: z.string() }).nullable(),
});
export type Binder = z.infer<typeof Binder>;

export const binders = contract({
  'POST /government/subsidies/{id}/binders': {
    summary:
      'Start to create the audit binder of a programme and period; a county office gets its own applications',
    access: 'government',
    duty: BINDER_DUTIES,
    limit: 'export',
    params,
    body: BinderInput,
    response: Binder,
    status: 201,
  },
  'GET /government/subsidies/{id}/binders': {
    summary: 'The newest 20 audit binders of a programme',
    access: 'government',
    duty: BINDER_DUTIES,
    params,
    response: z.array(Binder),
  },
  'GET /government/binders/{id}/csv': {
    summary: 'An audit binder as CSV; its audit log entry has the SHA-256 of this file',
    access: 'government',
    duty: BINDER_DUTIES,
    auditAction: 'binder.download',
    limit: 'export',
    confirmed: true,
    produces: 'text/csv',
  },
  'GET /government/binders/{id}/pdf': {
    summary: 'An audit binder as a document, with the SHA-256 of its CSV and the head of the audit log',
    access: 'government',
    duty: BINDER_DUTIES,
    auditAction: 'binder.download',
    limit: 'export',
    confirmed: true,
    produces: 'application/pdf',
  },
});
