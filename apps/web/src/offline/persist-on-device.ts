/** Persists a farmer's data on the device while the app is open: written after every answer, filled in quiet moments. */
import type { QueryClient } from '@tanstack/react-query';
import { connection } from '../lib/http/connection.ts';
import { onChangeEvent } from '../lib/http/events.ts';
import { afterFirstAnswers, isPersistedKind } from '../lib/http/query.ts';
import { whenIdle } from '../lib/page/idle.ts';
import { fill } from './fill.ts';
import { answersOf, persist } from './persist.ts';

const LOCK = 'ardhi-fill';
/** After the page has its answers: who has looked at it taps something, and the page that opens then goes first. */
const FIRST_MS = 4_000;
/** Debounce: a change is often followed by another one, and a busy day must not ask all the time. */
const AFTER_CHANGE_MS = 20_000;
const AFTER_RECONNECT_MS = 4_000;

/** Starts for one account; the returned function ends it. */
export function persistOnDevice(client: QueryClient, userId: string): () => void {
  const stopPersisting = persist(client, userId);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;

  const run = async () => {
    timer = undefined;
    if (stopped || !connection.get()) return;
    const onDevice = await answersOf(userId);
    if (!onDevice) return;
    const work = () => fill(client, onDevice);
    // One tab is enough. Where there are no locks there are few tabs.
    await (navigator.locks
      ? navigator.locks.request(LOCK, { ifAvailable: true }, async (lock) =>
          lock ? await work() : undefined,
        )
      : work());
  };
  const later = (milliseconds: number) => {
    // No answer: what is missing is asked for at the next occasion.
    timer ??= setTimeout(() => whenIdle(run), milliseconds);
  };

  const stops = [
    afterFirstAnswers(client, () => later(FIRST_MS)),
    onChangeEvent(({ kind }) => {
      if (isPersistedKind(kind)) later(AFTER_CHANGE_MS);
    }),
    connection.subscribe(() => {
      if (!connection.get()) return;
      // What failed on the screen is asked for at once, the rest quietly.
      void client.refetchQueries({ type: 'active', stale: true });
      // With jitter: when a mast comes back, a village of phones does (thundering herd).
      later(AFTER_RECONNECT_MS * (1 + Math.random()));
    }),
  ];
  return () => {
    stopped = true;
    clearTimeout(timer);
    for (const stop of stops) stop();
    stopPersisting();
  };
}
