/** Offline support for messages: outbox screens and persisted reads. */

import type { Message } from '@ardhi/contract';
import type { Page } from '../../lib/http/api.ts';
import { type OfflinePart, pagesRead, responseRead } from '../../offline/persisted-reads.ts';
import type { CallScreens } from '../../outbox/call-screens.ts';
import { MESSAGES_PAGE_SIZE, messageKeys, THREADS_PAGE_SIZE } from './keys.ts';

const screens = {
  'POST /messages': { correction: { form: () => import('./correct-message.tsx') } },
} satisfies CallScreens;

const MAX_THREADS = 10;

export const messageOffline = {
  screens,
  overview: () => [
    pagesRead(messageKeys.list('all'), `messages?channelType=all&limit=${THREADS_PAGE_SIZE}`),
    responseRead(messageKeys.unread, 'messages/unread-count'),
  ],
  // `peek` prefetches threads without setting the read flag: the user has not opened them.
  details: (client) =>
    (client.getQueryData<{ pages: Page<Message>[] }>(messageKeys.list('all'))?.pages[0]?.rows ?? [])
      .slice(0, MAX_THREADS)
      .map(({ threadId }) =>
        pagesRead(
          messageKeys.thread(threadId),
          `messages/thread/${threadId}?limit=${MESSAGES_PAGE_SIZE}&peek=true`,
        ),
      ),
} satisfies OfflinePart;
