import * as z from 'zod';
import { clientId, id, line, optional, paging, Role, text, timestamp } from '../base/fields.ts';
import { MAX_CONTENT_LENGTH, MAX_NAME_LENGTH } from '../base/limits.ts';
import { contract } from '../base/route.ts';
import { UnreadCount } from './notices.ts';

export const ChannelType = z.enum(['government-government', 'government-farmer', 'farmer-farmer', 'general']);
export type ChannelType = z.infer<typeof ChannelType>;

/** `all`: no filter. */
const channelFilter = { channelType: optional(z.enum(['all', ...ChannelType.options])) };

const messageFields = z.object({
  ...clientId,
  threadId: optional(id),
  recipientId: optional(id),
  channelType: optional(ChannelType),
  subject: optional(line(MAX_NAME_LENGTH)),
  content: text(MAX_CONTENT_LENGTH),
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

export const Message = z.object({
  _id: id,
  threadId: id,
  subject: z.string(),
  content: z.string(),
  channelType: ChannelType,
  sender: Correspondent,
  recipient: Correspondent,
  names: Names,
  read: z.boolean(),
  createdAt: timestamp,
});
export type Message = z.infer<typeof Message>;

/** The newest message of a thread, with the caller's unread count. */
export const ThreadSummary = Message.extend({ unreadCount: z.number().int() });
export type ThreadSummary = z.infer<typeof ThreadSummary>;

export const Recipient = z.object({ _id: id, name: z.string(), email: z.string(), role: Role });
export type Recipient = z.infer<typeof Recipient>;

export const messages = contract({
  'POST /messages': {
    summary: 'Send a message, or with threadId a reply',
    access: 'signed-in',
    body: MessageInput,
    response: Message,
    status: 201,
    queueable: true,
  },
  'GET /messages': {
    summary: "The newest message of each of the caller's threads, newest first",
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
    summary: 'How many messages the caller has not read',
    access: 'signed-in',
    enrolling: true,
    query: z.object(channelFilter),
    response: UnreadCount,
  },
  'GET /messages/users': {
    summary: 'People whom the caller may write to: at most 20 with q, one with userId, else up to 500',
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
