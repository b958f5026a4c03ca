import { answerRead, type OfflineDomain, pagesRead } from '../offline/offline-domain.ts';
import { NOTICES, noticeKeys } from './keys.ts';

export const noticeOffline = {
  kind: 'notice',
  broadcast: true,
  overview: (language) => [
    pagesRead(noticeKeys.list(language), `notices?limit=${NOTICES}`),
    answerRead(noticeKeys.unread, 'notices/unread-count'),
  ],
} satisfies OfflineDomain;
