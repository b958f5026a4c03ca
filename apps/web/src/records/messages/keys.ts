/** The query keys of messages. Those of people begin otherwise: no message changes them. */
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

/** The sizes of pages: as much is persisted. */
export const THREADS = 20;
export const MESSAGES = 30;
