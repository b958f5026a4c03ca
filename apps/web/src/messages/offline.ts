/** Messages without a network: how sending waits, and what is persisted. */
import type { Message, Recipient } from '@ardhi/contract';
import type { Page } from '../lib/api.ts';
import { answerRead, type OfflineDomain, pagesRead } from '../offline/offline-domain.ts';
import type { Work } from '../outbox/entry.ts';
import type { Known, OfflineCalls } from '../outbox/offline-calls.ts';
import { MESSAGES, messageKeys, THREADS } from './keys.ts';

/** Who is written to, by name. */
function recipientName({ client }: Known, { body }: Work): string | undefined {
  for (const [, data] of client.getQueriesData<Recipient[] | Recipient>({
    queryKey: messageKeys.allPeople,
  })) {
    const found = [data ?? []].flat().find((person) => person?._id === body?.recipientId);
    if (found) return found.name;
  }
  return undefined;
}

const calls = {
  'POST /messages': {
    kind: 'message',
    effect: 'create',
    label: 'outbox.message.send',
    about: recipientName,
    /** A reply needs its thread, which bears the id of its first message. */
    needs: ({ body }) => [body?.threadId as string | undefined],
    answer: (body) => ({ ...body, threadId: body.threadId ?? body._id }),
    // How it shows in its thread and in the list of conversations needs more than itself: see overlay.ts.
    correction: { form: () => import('./correct-message.tsx') },
  },
} satisfies OfflineCalls<'POST /messages'>;

const MAX_THREADS = 10;

export const messageOffline = {
  kind: 'message',
  byRow: true,
  calls,
  overview: () => [
    pagesRead(messageKeys.list('all'), `messages?channelType=all&limit=${THREADS}`),
    answerRead(messageKeys.unread, 'messages/unread-count'),
  ],
  // Taken along unseen: only who opens a conversation has read it.
  details: (client) =>
    (client.getQueryData<{ pages: Page<Message>[] }>(messageKeys.list('all'))?.pages[0]?.rows ?? [])
      .slice(0, MAX_THREADS)
      .map(({ threadId }) =>
        pagesRead(messageKeys.thread(threadId), `messages/thread/${threadId}?limit=${MESSAGES}&peek=true`),
      ),
} satisfies OfflineDomain;
