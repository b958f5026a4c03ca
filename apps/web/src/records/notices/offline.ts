import { answerRead, type PersistedReads, pagesRead } from '../../offline/persisted-reads.ts';
import { NOTICES, noticeKeys } from './keys.ts';

export const noticeOffline = {
  overview: (language) => [
    pagesRead(noticeKeys.list(language), `notices?limit=${NOTICES}`),
    answerRead(noticeKeys.unread, 'notices/unread-count'),
  ],
} satisfies PersistedReads;
