import * as z from 'zod';
import {
  baseRevision,
  Done,
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
import { ComplaintKind } from './complaints.ts';

export const ContactInput = z.object({
  name: line(MAX_NAME_LENGTH),
  email,
  message: text(MAX_CONTENT_LENGTH),
  /** Honeypot: hidden from people, filled in by bots. */
  website: optional(z.string().max(1000)),
});
export type ContactInput = z.input<typeof ContactInput>;

export const ContactMessage = z.object({
  _id: id,
  /** Name and address are empty once the message is a complaint, which hides its author. */
  name: z.string(),
  email: z.string(),
  message: z.string(),
  createdAt: timestamp,
  handledAt: timestamp.nullable(),
  handledBy: z.string().nullable(),
  answer: z.string().nullable(),
  answeredAt: timestamp.nullable(),
  /** Set if the message was converted into a complaint. */
  complaint: z.object({ _id: id, number: z.string() }).nullable(),
  revision,
});
export type ContactMessage = z.infer<typeof ContactMessage>;

export const contact = contract({
  'POST /contact': {
    summary: 'Write to the team',
    access: 'public',
    limit: 'contact',
    body: ContactInput,
    response: Done,
    status: 201,
  },
  'GET /government/contact-messages': {
    summary: 'The contact inbox, newest first',
    access: 'government',
    area: 'country',
    limit: 'search',
    query: z.object({
      state: optional(z.enum(['open', 'handled', 'all'])),
      /** Word prefixes of the name, email address or message. */
      q: optional(text(MAX_NAME_LENGTH)),
      ...paging,
    }),
    response: z.array(ContactMessage),
    paged: true,
  },
  'POST /government/contact-messages/{id}/answer': {
    summary: 'Answer a contact message, by mail or by a notice, which handles it',
    access: 'government',
    duty: 'decide',
    area: 'country',
    body: z.object({ answer: text(MAX_CONTENT_LENGTH), ...baseRevision }),
    response: ContactMessage,
  },
  'POST /government/contact-messages/{id}/complaint': {
    summary: 'Make a contact message a complaint; answers its number',
    access: 'government',
    duty: 'decide',
    area: 'country',
    /** `officialId`: the official concerned, who never sees a `money` complaint. */
    body: z.object({ kind: ComplaintKind, officialId: optional(id) }),
    response: z.object({ number: z.string(), dueOn: z.string() }),
    status: 201,
  },
  'PUT /government/contact-messages/{id}': {
    summary: 'Mark a contact message as handled, or open again',
    access: 'government',
    duty: 'decide',
    area: 'country',
    body: z.object({ handled: z.boolean(), ...baseRevision }),
    response: ContactMessage,
  },
});
