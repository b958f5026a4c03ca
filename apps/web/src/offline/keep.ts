/** Keeps a farmer's data on the device while the app is open: written after every answer, filled in quiet moments. */
import type { QueryClient } from '@tanstack/react-query';
import { connection } from '../lib/connection.ts';
import { type ChangeEventKind, onChangeEvent } from '../lib/events.ts';
import { whenIdle } from '../lib/idle.ts';
import { fill } from './fill.ts';
import { keptFor, persist } from './persist.ts';

const LOCK = 'ardhi-fill';
const PERSISTED: ReadonlySet<ChangeEventKind> = new Set([
  'land',
  'subsidy',
  'equipment',
  'policy',
  'message',
  'notice',
]);
/** After the page's own requests. */
const FIRST_MS = 2_000;
/** A change is often followed by another one, and a busy day must not ask all the time. */
const AFTER_CHANGE_MS = 20_000;
const AFTER_RECONNECT_MS = 4_000;

/** Starts for one account; the returned function ends it. */
export function keepOnDevice(client: QueryClient, userId: string): () => void {
  const startedAt = Date.now();
  const stopPersisting = persist(client, userId);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;

  const run = async () => {
    timer = undefined;
    if (stopped || !connection.get()) return;
    const kept = await keptFor(userId);
    if (!kept) return;
    const work = () => fill(client, kept, startedAt);
    // One tab is enough. Where there are no locks there are few tabs.
    await (navigator.locks
      ? navigator.locks.request(LOCK, { ifAvailable: true }, async (lock) =>
          lock ? await work() : undefined,
        )
      : work());
  };
  const later = (milliseconds: number) => {
    timer ??= setTimeout(() => {
      // No answer: what is missing is asked for at the next occasion.
      run().catch(() => {});
    }, milliseconds);
  };

  whenIdle(async () => {
    if (!stopped) later(FIRST_MS);
  });
  const stops = [
    onChangeEvent(({ kind }) => {
      if (PERSISTED.has(kind)) later(AFTER_CHANGE_MS);
    }),
    connection.subscribe(() => {
      if (!connection.get()) return;
      // What failed on the screen is asked for at once, the rest quietly.
      void client.refetchQueries({ type: 'active', stale: true });
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
