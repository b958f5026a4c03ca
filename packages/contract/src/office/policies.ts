import * as z from 'zod';
import {
  baseRevision,
  clearable,
  clientId,
  Done,
  date,
  id,
  inKiswahili,
  line,
  optional,
  paging,
  revision,
  text,
  timestamp,
} from '../base/fields.ts';
import { MAX_CONTENT_LENGTH, MAX_NAME_LENGTH } from '../base/limits.ts';
import { contract } from '../base/route.ts';
import { Region } from '../farm/land-score.ts';
import { UnreadCount } from '../records/notices.ts';

/** Draft: a proposal. Active: in force. */
export const PolicyStatus = z.enum(['Draft', 'Active']);
export type PolicyStatus = z.infer<typeof PolicyStatus>;

const fields = {
  title: line(MAX_NAME_LENGTH),
  description: text(MAX_CONTENT_LENGTH),
  status: optional(PolicyStatus),
  effectiveDate: optional(date),
  /** Absent: unchanged, but removed if the original changes. */
  titleSw: clearable(line(MAX_NAME_LENGTH)),
  descriptionSw: clearable(text(MAX_CONTENT_LENGTH)),
};

/** The status defaults to Draft. */
export const PolicyInput = z.object({ ...clientId, ...fields });
export type PolicyInput = z.input<typeof PolicyInput>;

/** An absent status stays unchanged. */
export const PolicyEdit = z.object({ ...fields, ...baseRevision });
export type PolicyEdit = z.input<typeof PolicyEdit>;

export const Policy = z.object({
  _id: id,
  title: z.string(),
  description: z.string(),
  titleSw: inKiswahili,
  descriptionSw: inKiswahili,
  status: PolicyStatus,
  effectiveDate: z.string().nullable(),
  /** Time of the last notification. */
  notifiedAt: timestamp.nullable(),
  /** Farmers only: whether the caller has an unread notice of it. */
  unread: z.boolean(),
  createdAt: timestamp,
  updatedAt: timestamp,
  revision,
});
export type Policy = z.infer<typeof Policy>;

/** Recipients of a notification sent now. A farmer with land in two regions counts in both. */
export const PolicyAudience = z.object({
  total: z.number().int(),
  regions: z.array(z.object({ region: Region, farmers: z.number().int() })),
  /** Farmers without a parcel in a known region. */
  unassigned: z.number().int(),
  /** Whether it is also sent by email. */
  mail: z.boolean(),
  notifiedAt: timestamp.nullable(),
});
export type PolicyAudience = z.infer<typeof PolicyAudience>;

/** One notification and its delivery status. */
export const PolicySending = z.object({
  _id: id,
  sentAt: timestamp,
  sentBy: z.string(),
  /** Number of recipients; null until they are counted. */
  farmers: z.number().int().nullable(),
  /** Recipients who have read it. */
  read: z.number().int(),
  /** By county of the recipients' land at that time; null: no parcel in a known county. */
  counties: z.array(
    z.object({
      county: z.string().nullable(),
      region: Region.nullable(),
      farmers: z.number().int(),
      read: z.number().int(),
    }),
  ),
  /** null: mail was not configured. */
  mail: z
    .object({ mailed: z.number().int(), refused: z.number().int(), finishedAt: timestamp.nullable() })
    .nullable(),
});
export type PolicySending = z.infer<typeof PolicySending>;

export const policies = contract({
  'GET /policies': {
    summary: 'Every policy, newest first',
    access: 'signed-in',
    query: z.object(paging),
    response: z.array(Policy),
    paged: true,
  },
  'GET /policies/{id}': { summary: 'One policy', access: 'signed-in', response: Policy },
  'POST /policies': {
    summary: 'Create a policy',
    access: 'government',
    duty: 'decide',
    area: 'country',
    body: PolicyInput,
    response: Policy,
    status: 201,
  },
  'PUT /policies/{id}': {
    summary: 'Edit a policy',
    access: 'government',
    duty: 'decide',
    area: 'country',
    body: PolicyEdit,
    response: Policy,
  },
  'DELETE /policies/{id}': {
    summary: 'Delete a policy',
    access: 'government',
    duty: 'decide',
    area: 'country',
    response: Done,
  },
  'POST /policies/{id}/notify': {
    summary: 'Tell every farmer of a policy; twice within a minute is once',
    access: 'government',
    duty: 'decide',
    area: 'country',
    response: Done,
  },
  'POST /policies/{id}/read': {
    summary: 'Mark the notices of a policy as read',
    access: 'farmer',
    response: UnreadCount,
  },
  'GET /policies/{id}/audience': {
    summary: 'Whom a notification would reach',
    access: 'government',
    response: PolicyAudience,
  },
  'GET /policies/{id}/reach': {
    summary: 'The last ten notifications of a policy and who read them, newest first',
    access: 'government',
    reads: 'replica',
    response: z.array(PolicySending),
  },
});
