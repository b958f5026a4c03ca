/** Persists a farmer's data on the device while the app is open: writes every response, and fills the rest when idle. */
import type { QueryClient } from '@tanstack/react-query';
import { connection } from '../lib/http/connection.ts';
import { onChangeEvent } from '../lib/http/events.ts';
import { afterFirstPageLoad, isPersistedKind } from '../lib/http/query.ts';
import { whenIdle } from '../lib/page/idle.ts';
import { fill } from './fill.ts';
import { openResponses, persist } from './persist.ts';

const LOCK = 'ardhi-fill';
/** Delay after the first page has loaded: the next page that the user opens has priority. */
const FIRST_MS = 4_000;
/** Debounce: changes often come in series, and a busy day must not cause constant refetches. */
const AFTER_CHANGE_MS = 20_000;
const AFTER_RECONNECT_MS = 4_000;

/** Starts for one account; the returned function stops it. */
export function persistOnDevice(client: QueryClient, userId: string): () => void {
  const stopPersisting = persist(client, userId);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;

  const run = async () => {
    timer = undefined;
    if (isStopped || !connection.get()) return;
    const onDevice = await openResponses(userId);
    if (!onDevice) return;
    const work = () => fill(client, onDevice);
    // One tab is enough. Browsers without Web Locks rarely have several tabs.
    await (navigator.locks
      ? navigator.locks.request(LOCK, { ifAvailable: true }, async (lock) =>
          lock ? await work() : undefined,
        )
      : work());
  };
  const later = (milliseconds: number) => {
    // After a failure the missing data is fetched at the next run.
    timer ??= setTimeout(() => whenIdle(run), milliseconds);
  };

  const stops = [
    afterFirstPageLoad(client, () => later(FIRST_MS)),
    onChangeEvent(({ kind }) => {
      if (isPersistedKind(kind)) later(AFTER_CHANGE_MS);
    }),
    connection.subscribe(() => {
      if (!connection.get()) return;
      // Failed queries on screen are refetched immediately, the rest in the background.
      void client.refetchQueries({ type: 'active', stale: true });
      // Jitter: when a mast recovers, all its phones reconnect at once (thundering herd).
      later(AFTER_RECONNECT_MS * (1 + Math.random()));
    }),
  ];
  return () => {
    isStopped = true;
    clearTimeout(timer);
    for (const stop of stops) stop();
    stopPersisting();
  };
}
