/** Sends queued entries while the app is closed, with the outbox engine and under its locks. */
import { calls } from '../app/offline-calls.ts';
import { logicalClock } from '../lib/device/logical-clock.ts';
import { storage } from '../lib/device/storage.ts';
import { connection } from '../lib/http/connection.ts';
import { readSessionCopy } from '../lib/session/session-copy.ts';
import { type Language, setCurrentLanguage } from '../lib/text/language.ts';
import { createOutbox, type Ending } from '../outbox/engine.ts';
import { withEntryLock, withOutboxLock } from '../outbox/locks.ts';
import { registerOfflineCalls } from '../outbox/offline-calls.ts';
import { channelOf, sendEntry, signedOut } from '../outbox/send.ts';
import { createSyncRequests, sendEntries } from '../outbox/send-many.ts';
import { openStore } from '../outbox/store.ts';

/** Consecutive runs without success; after that the connection is considered lost. */
const MAX_EMPTY_RUNS = 2;

export async function sendQueued(language: Language): Promise<Ending> {
  const session = await readSessionCopy();
  if (!session) return { kind: 'signed-out' };
  const { account, token, tick } = session;
  registerOfflineCalls(calls);
  setCurrentLanguage(language);
  logicalClock.advanceTo(tick);
  const channel = channelOf(account);
  const useToken = async () => {
    // The user may have signed out during the run.
    if ((await readSessionCopy())?.token !== token) throw signedOut();
    storage.set('token', token);
  };
  const outbox = createOutbox({
    store: await openStore(account),
    send: async (entry, epoch) => {
      await useToken();
      return await sendEntry(entry, epoch);
    },
    isReachable: connection.probe,
    syncRequests: {
      sendMany: async (parts, epoch) => {
        await useToken();
        return await sendEntries(parts, epoch);
      },
      load: async () => ({ createSyncRequests }),
    },
    exclusively: (work) => withOutboxLock(account, work),
    own: withEntryLock,
    tell: () => channel?.postMessage('changed'),
  });
  try {
    await outbox.refresh();
    // A run ends at the first lost response, and the browser's next try is minutes away.
    for (let emptyRuns = 0; ; ) {
      const ending = await outbox.flush();
      emptyRuns = ending.kind === 'later' && ending.hasSent ? 0 : emptyRuns + 1;
      if (ending.kind !== 'later' || emptyRuns === MAX_EMPTY_RUNS) return ending;
    }
  } finally {
    storage.remove('token');
    outbox.close();
    channel?.close();
  }
}
