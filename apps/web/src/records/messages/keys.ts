/** Query keys of messages. People have their own prefix: message changes do not affect them. */
import type { CacheRules } from '../../lib/http/query.ts';

export const messageKeys = {
  unread: ['message', 'unread'],
  lists: ['message', 'list'],
  list: (channelType: string) => ['message', 'list', channelType],
  thread: (threadId: string) => ['message', 'thread', threadId],
  allPeople: ['people'],
  people: (channelType: string | null | undefined, q: string) => ['people', channelType, q],
  person: (userId: string | undefined) => ['people', 'one', userId],
} as const;

export const messageCache: CacheRules = { kind: 'message', byRow: true, persisted: true };

/** Page sizes. Offline copies must use the same. */
export const THREADS_PAGE_SIZE = 20;
export const MESSAGES_PAGE_SIZE = 30;
