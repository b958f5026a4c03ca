import * as z from 'zod';
import { clientId, id, line, optional, paging, Role, text, timestamp } from '../base/fields.ts';
import { MAX_CONTENT_LENGTH, MAX_NAME_LENGTH } from '../base/limits.ts';
import { contract } from '../base/route.ts';
import { UnreadCount } from './notices.ts';

export const ChannelType = z.enum(['government-government', 'government-farmer', 'farmer-farmer', 'general']);
export type ChannelType = z.infer<typeof ChannelType>;

/** `all`: no filter. */
const channelFilter = { channelType: optional(z.enum(['all', ...ChannelType.options])) };

/** Subject of a farmer's message to an office: a row of their own. */
export const AboutKind = z.enum(['parcel', 'crop', 'application']);
export type AboutKind = z.infer<typeof AboutKind>;

const messageFields = z.object({
  ...clientId,
  threadId: optional(id),
  recipientId: optional(id),
  channelType: optional(ChannelType),
  subject: optional(line(MAX_NAME_LENGTH)),
  content: text(MAX_CONTENT_LENGTH),
  /** Only in a new message to an office. The message then goes to the office of the county of this row. */
  about: optional(z.object({ kind: AboutKind, _id: id })),
});

type MessageFields = z.output<typeof messageFields>;
type StartField = 'recipientId' | 'channelType' | 'subject';

const isReplyOrHas = (field: StartField) => (message: MessageFields) =>
  message.threadId !== undefined || message[field] !== undefined;
// Runs even if other fields fail, so that one response reports every invalid field.
const required = (field: StartField) => ({
  path: [field],
  error: 'issue.required',
  when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null,
});

/** A reply names its thread and inherits absent fields from it. */
export const MessageInput = messageFields
  .refine(isReplyOrHas('recipientId'), required('recipientId'))
  .refine(isReplyOrHas('channelType'), required('channelType'))
  .refine(isReplyOrHas('subject'), required('subject'));
export type MessageInput = z.input<typeof MessageInput>;

export const Correspondent = z.object({
  _id: id,
  name: z.string(),
  role: Role,
  /** Deleted accounts cannot receive messages. */
  deleted: z.boolean(),
});
export type Correspondent = z.infer<typeof Correspondent>;

/**
 * Visibility of names. A conversation about an overlap hides names and replaces ids by aliases until both farmers
 * agree: `offered` means that the caller has agreed, `asked` that the other has.
 */
export const Names = z.enum(['shown', 'hidden', 'offered', 'asked']);
export type Names = z.infer<typeof Names>;

/** The office side of a thread between a farmer and an office. */
export const OfficeThread = z.object({
  _id: id,
  name: z.string(),
  /** Last day for the answer; null once an official has answered. */
  answerBy: z.string().nullable(),
  /** null: about nothing in particular, or no longer there. A crop is shown on the page of its parcel. */
  about: z.object({ kind: AboutKind, _id: id, name: z.string(), parcelId: id.nullable() }).nullable(),
});
export type OfficeThread = z.infer<typeof OfficeThread>;

export const Message = z.object({
  _id: id,
  threadId: id,
  subject: z.string(),
  content: z.string(),
  channelType: ChannelType,
  sender: Correspondent,
  recipient: Correspondent,
  names: Names,
  /** Absent between two people. A message to an office has it as recipient, a reply the official as sender. */
  office: OfficeThread.optional(),
  read: z.boolean(),
  createdAt: timestamp,
});
export type Message = z.infer<typeof Message>;

/** The newest message of a thread, with the caller's unread count. */
export const ThreadSummary = Message.extend({ unreadCount: z.number().int() });
export type ThreadSummary = z.infer<typeof ThreadSummary>;

/** A person, or one of the farmer's offices, which has no email address. */
export const Recipient = z.object({
  _id: id,
  name: z.string(),
  email: z.string(),
  role: Role,
  office: z.literal(true).optional(),
  /** Of a farmer, for officials. */
  language: z.enum(['en', 'sw']).optional(),
});
export type Recipient = z.infer<typeof Recipient>;

export const messages = contract({
  'POST /messages': {
    summary: 'Send a message to a person or an office, or with threadId a reply',
    access: 'signed-in',
    body: MessageInput,
    response: Message,
    status: 201,
    queueable: true,
  },
  'GET /messages': {
    summary: "The newest message of each thread of the caller or the caller's office, newest first",
    access: 'signed-in',
    query: z.object({ ...channelFilter, ...paging }),
    response: z.array(ThreadSummary),
    paged: true,
  },
  'GET /messages/thread/{threadId}': {
    summary:
      'The newest messages of a thread, oldest first; what was addressed to the caller counts as read, unless `peek` is true. The next page holds earlier ones',
    access: 'signed-in',
    transaction: 'own',
    query: z.object({ ...paging, peek: optional(z.enum(['true', 'false'])) }),
    response: z.array(Message),
    paged: true,
  },
  'PUT /messages/thread/{threadId}/names': {
    summary:
      'Agree that both see each other’s names in a conversation about an overlap, or take it back while the other has not agreed',
    access: 'farmer',
    body: z.object({ agreed: z.boolean() }),
    response: z.object({ names: Names }),
  },
  'GET /messages/unread-count': {
    summary: 'How many messages the caller, or the office of the caller, has not read',
    access: 'signed-in',
    enrolling: true,
    query: z.object(channelFilter),
    response: UnreadCount,
  },
  'GET /messages/users': {
    summary:
      'People whom the caller may write to, for farmers after their offices: at most 20 with q, one with userId, else up to 500',
    access: 'signed-in',
    limit: 'search',
    query: z.object({
      q: optional(z.string().max(MAX_NAME_LENGTH)),
      userId: optional(id),
      limit: paging.limit,
      ...channelFilter,
    }),
    response: z.array(Recipient),
  },
});
