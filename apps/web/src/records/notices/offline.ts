import { type PersistedReads, pagesRead, responseRead } from '../../offline/persisted-reads.ts';
import { NOTICES_PAGE_SIZE, noticeKeys } from './keys.ts';

export const noticeOffline = {
  overview: (language) => [
    pagesRead(noticeKeys.list(language), `notices?limit=${NOTICES_PAGE_SIZE}`),
    responseRead(noticeKeys.unread, 'notices/unread-count'),
  ],
} satisfies PersistedReads;
