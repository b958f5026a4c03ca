/** The query keys of notices. */
import type { CacheRules } from '../../lib/http/query.ts';

export const noticeKeys = {
  unread: ['notice', 'unread'],
  /** The server tells them in the reader's language, so each language is a list of its own. */
  list: (language: string) => ['notice', 'list', language],
} as const;

export const noticeCache: CacheRules = { kind: 'notice', broadcast: true, persisted: true };

/** The size of a page: as much is persisted. */
export const NOTICES = 20;
