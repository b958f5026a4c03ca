/** Sending is the only message call that can be queued offline. */
import type { Recipient } from '@ardhi/contract';
import type { Work } from '../../outbox/entry.ts';
import type { Known, OfflineCalls } from '../../outbox/offline-calls.ts';
import { cachedCorrespondents } from './cached-correspondents.ts';
import { messageKeys } from './keys.ts';

function recipientName({ client }: Known, { body }: Work): string | undefined {
  for (const [, data] of client.getQueriesData<Recipient[] | Recipient>({
    queryKey: messageKeys.allPeople,
  })) {
    const found = [data ?? []].flat().find((person) => person?._id === body?.recipientId);
    if (found) return found.name;
  }
  return cachedCorrespondents(client).find(({ _id }) => _id === body?.recipientId)?.name;
}

export const calls = {
  // Its overlay needs other messages of the thread: see overlay.ts.
  'POST /messages': {
    kind: 'message',
    effect: 'create',
    label: 'messages.queued.send',
    failed: 'messages.error.send',
    about: recipientName,
    /** A reply depends on its thread (whose id is that of its first message), and a message on what it is about. */
    needs: ({ body }) => [body.threadId, body.about?._id],
  },
} satisfies OfflineCalls<'POST /messages'>;
