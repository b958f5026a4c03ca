/** Complaints by farmers or converted from contact messages; officials answer them by a due date. */
import { z } from 'zod';
import { baseRevision, clientId, id, optional, paging, revision, text, timestamp } from '../base/fields.ts';
import { MAX_CONTENT_LENGTH, MAX_NAME_LENGTH } from '../base/limits.ts';
import { contract } from '../base/route.ts';

/** `money`: “I was asked for money”, visible only to the national office. */
export const COMPLAINT_KINDS = ['delay', 'decision', 'conduct', 'data', 'money', 'other'] as const;
export const ComplaintKind = z.enum(COMPLAINT_KINDS);
export type ComplaintKind = z.infer<typeof ComplaintKind>;

export const ComplaintInput = z.object({
  kind: ComplaintKind,
  message: text(MAX_CONTENT_LENGTH),
  /** One of the caller's applications. */
  subsidyId: optional(id),
  /** The official concerned, if the complainant knows. */
  officialId: optional(id),
  ...clientId,
});
export type ComplaintInput = z.input<typeof ComplaintInput>;

export const Complaint = z.object({
  _id: id,
  /** Eight digits; the last is a check digit. */
  number: z.string(),
  kind: ComplaintKind,
  message: z.string(),
  createdAt: timestamp,
  /** Deadline for the answer. */
  dueOn: z.string(),
  answer: z.string().nullable(),
  answeredAt: timestamp.nullable(),
  subsidy: z.object({ _id: id, name: z.string() }).nullable(),
  revision,
});
export type Complaint = z.infer<typeof Complaint>;

export const OfficialComplaint = Complaint.extend({
  from: z.object({
    /** null: no account, or a deleted one. */
    _id: id.nullable(),
    name: z.string(),
    email: z.string(),
  }),
  county: z.string().nullable(),
  /** Officials concerned: named by the complainant, or involved in the application. */
  about: z.array(z.string()),
  late: z.boolean(),
  answeredBy: z.string().nullable(),
});
export type OfficialComplaint = z.infer<typeof OfficialComplaint>;

export const complaints = contract({
  'POST /complaints': {
    summary: 'Complain; the answer has the number under which it is known',
    access: 'farmer',
    limit: 'contact',
    body: ComplaintInput,
    response: Complaint,
    status: 201,
  },
  'GET /complaints': {
    summary: 'The own complaints, newest first',
    access: 'farmer',
    query: z.object(paging),
    response: z.array(Complaint),
    paged: true,
  },
  'GET /government/complaints': {
    summary: 'Complaints, what is due first comes first; searched by number, name, address or words',
    access: 'government',
    limit: 'search',
    query: z.object({
      state: optional(z.enum(['open', 'answered', 'all'])),
      q: optional(text(MAX_NAME_LENGTH)),
      ...paging,
    }),
    response: z.array(OfficialComplaint),
    paged: true,
  },
  'PUT /government/complaints/{id}': {
    summary: 'Answer a complaint',
    access: 'government',
    duty: 'decide',
    body: z.object({ answer: text(MAX_CONTENT_LENGTH), ...baseRevision }),
    response: OfficialComplaint,
  },
});
