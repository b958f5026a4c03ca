/** Complaints by farmers or converted from contact messages; officials answer them by a due date. */
import * as z from 'zod';
import {
  baseRevision,
  clientId,
  date,
  email,
  id,
  line,
  optional,
  paging,
  revision,
  text,
  timestamp,
} from '../base/fields.ts';
import { MAX_CONTENT_LENGTH, MAX_NAME_LENGTH } from '../base/limits.ts';
import { contract } from '../base/route.ts';

/** `money`: “I was asked for money”, visible only to ombudspersons. */
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
  /** Set once an office handles the complaint; its text then stays if the account is deleted. */
  takenUpAt: timestamp.nullable(),
  answer: z.string().nullable(),
  answeredAt: timestamp.nullable(),
  subsidy: z.object({ _id: id, name: z.string() }).nullable(),
  revision,
});
export type Complaint = z.infer<typeof Complaint>;

export const Complainant = z.object({
  /** null: hidden, no account, or a deleted one. */
  _id: id.nullable(),
  /** Name and address are empty if hidden, and if the account is deleted. */
  name: z.string(),
  email: z.string(),
  hidden: z.boolean(),
});
export type Complainant = z.infer<typeof Complainant>;

export const OfficialComplaint = Complaint.extend({
  from: Complainant,
  takenUpBy: z.string().nullable(),
  county: z.string().nullable(),
  /** Officials concerned: named by the complainant, or involved in the application. */
  about: z.array(z.string()),
  late: z.boolean(),
  answeredBy: z.string().nullable(),
});
export type OfficialComplaint = z.infer<typeof OfficialComplaint>;

const OfficialName = z.object({ _id: id, name: z.string() });

export const Ombudspersons = z.object({
  current: z.array(OfficialName),
  /** false: there never was an ombudsperson, so national managers see complaints about money. */
  appointed: z.boolean(),
  /** Proposals that a second, independent manager must confirm. */
  proposals: z.array(
    z.object({
      _id: id,
      official: OfficialName,
      proposedBy: z.string(),
      expiresAt: timestamp,
      /** Whether the caller may confirm it. */
      confirmable: z.boolean(),
    }),
  ),
  /** Of the thousand open complaints about money that are due first: those that no one may see at present. */
  unseen: z.number().int(),
});
export type Ombudspersons = z.infer<typeof Ombudspersons>;

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
    summary: 'Complaints by due date, without the names of the complainants; searched by number or words',
    access: 'government',
    limit: 'search',
    query: z.object({
      state: optional(z.enum(['open', 'answered', 'all'])),
      q: optional(text(MAX_NAME_LENGTH)),
      /** As on the board: first and last day of the complaint, county, programme and official concerned; `none`: no one. */
      from: optional(date),
      to: optional(date),
      county: optional(line(MAX_NAME_LENGTH)),
      programmeId: optional(z.union([id, z.literal('none')])),
      officialId: optional(id),
      ...paging,
    }),
    response: z.array(OfficialComplaint),
    paged: true,
  },
  'PUT /government/complaints/{id}': {
    summary: 'Answer a complaint: needs the duty decide, unless it is about money',
    access: 'government',
    body: z.object({ answer: text(MAX_CONTENT_LENGTH), ...baseRevision }),
    response: OfficialComplaint,
  },
  'POST /government/complaints/{id}/take-up': {
    summary:
      'Take up a complaint; its text then stays if the account is deleted. Same duties as to answer it',
    access: 'government',
    response: OfficialComplaint,
  },
  'POST /government/complaints/{id}/complainant': {
    summary: 'Reveal who complained; the complainant can read by whom',
    access: 'government',
    response: z.object({ _id: id, from: Complainant }),
  },
  'GET /government/ombudspersons': {
    summary: 'Ombudspersons, and proposals to be confirmed',
    access: 'government',
    duty: 'manage',
    area: 'country',
    response: Ombudspersons,
  },
  'POST /government/ombudspersons': {
    summary: 'Propose an official as ombudsperson',
    access: 'government',
    duty: 'manage',
    area: 'country',
    confirmed: true,
    body: z.object({ email }),
    response: Ombudspersons,
    status: 201,
  },
  'POST /government/ombudspersons/{id}/confirm': {
    summary: 'Confirm a proposal of another manager; the official gets the post of an ombudsperson',
    access: 'government',
    duty: 'manage',
    area: 'country',
    confirmed: true,
    response: Ombudspersons,
  },
});
