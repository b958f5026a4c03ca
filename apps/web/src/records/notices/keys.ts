import type { CacheRules } from '../../lib/http/query.ts';

export const noticeKeys = {
  unread: ['notice', 'unread'],
  /** The server localizes notices, so each language has its own list. */
  list: (language: string) => ['notice', 'list', language],
} as const;

export const noticeCache: CacheRules = { kind: 'notice', broadcast: true, persisted: true };

/** Page size. The offline copy must use the same. */
export const NOTICES_PAGE_SIZE = 20;
