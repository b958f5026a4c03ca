/** Ties the query cache to the device: filled from it before the first page is drawn, written to it after every answer. */
import type { Query, QueryClient, QueryState } from '@tanstack/react-query';
import { logicalClock } from '../lib/device/logical-clock.ts';
import { rememberPersistedFor } from '../lib/device/persisted.ts';
import { ApiError } from '../lib/http/api-error.ts';
import { isPersistedKind, persistedKinds } from '../lib/http/query.ts';
import { openPersistedAnswers, type PersistedAnswer, type PersistedAnswers } from './persisted-answers.ts';

/** Debounce: several answers arrive together, and are written together. */
const DEBOUNCE_MS = 400;

/** The own data of a farmer, by the first part of the key. */
export const isPersisted = ({ queryKey }: Query): boolean => isPersistedKind(queryKey[0]);

let current: { userId: string; answers: Promise<PersistedAnswers> } | undefined;

/** Closed because it was thrown away, by a sign-out here or in another tab: only a new start opens it again. */
async function dropClosed(): Promise<void> {
  const opened = await current?.answers.catch(() => undefined);
  if (opened && !opened.isOpen()) current = undefined;
}

/** The database of this account; undefined where the browser allows none. */
export async function answersOf(userId: string): Promise<PersistedAnswers | undefined> {
  if (typeof indexedDB === 'undefined') return undefined;
  if (current?.userId !== userId) {
    rememberPersistedFor(userId);
    current = { userId, answers: openPersistedAnswers(userId) };
  }
  return await current.answers.catch(() => undefined);
}

/** What the device knows goes into the cache, as old as it is; what the server said meanwhile stays. */
export async function restore(client: QueryClient, userId: string): Promise<void> {
  for (const kind of persistedKinds()) {
    // Held in memory as long as the page lives: an answer that was dropped would look as if it were not on the device.
    client.setQueryDefaults([kind], { gcTime: Number.POSITIVE_INFINITY });
  }
  await dropClosed();
  const onDevice = await answersOf(userId);
  const answers = (await onDevice?.read().catch(() => [])) ?? [];
  const cache = client.getQueryCache();
  for (const { hash, key, data, at, began = 0 } of answers) {
    const stamped = logicalClock.stamp(data, began);
    const waiting = cache.get(hash);
    if (!waiting) cache.build(client, { queryKey: key, queryHash: hash }, restoredState(stamped, at));
    else if (waiting.state.data === undefined) {
      client.setQueryData(key, stamped, { updatedAt: at });
      waiting.invalidate();
    }
  }
}

/**
 * However young it is, it is to be asked for again: what changed while the app was closed was told to nobody here. Put
 * there in one step, because each of them holds up a farm's first page.
 */
function restoredState(data: unknown, at: number): QueryState {
  return {
    data,
    dataUpdateCount: 1,
    dataUpdatedAt: at,
    error: null,
    errorUpdateCount: 0,
    errorUpdatedAt: 0,
    fetchFailureCount: 0,
    fetchFailureReason: null,
    fetchMeta: null,
    fetchStatus: 'idle',
    isInvalidated: true,
    status: 'success',
  };
}

const isGone = (error: unknown) =>
  error instanceof ApiError && error.isOurs && [403, 404, 410].includes(error.status);

/** Writes what the server says from now on, until the returned function is called. */
export function persist(client: QueryClient, userId: string): () => void {
  const changed = new Map<string, Query>();
  const gone = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const opened = dropClosed();

  const flush = async () => {
    await opened;
    clearTimeout(timer);
    timer = undefined;
    const answers = [...changed.values()].flatMap((query): PersistedAnswer[] =>
      query.state.data === undefined
        ? []
        : [
            {
              hash: query.queryHash,
              key: query.queryKey,
              data: query.state.data,
              at: query.state.dataUpdatedAt,
              began: logicalClock.of(query.state.data),
            },
          ],
    );
    const lost = [...gone];
    changed.clear();
    gone.clear();
    // A full or forbidden storage costs the copy, never the work on the screen.
    await (await answersOf(userId))?.write(answers, lost).catch(() => {});
  };

  const later = () => {
    timer ??= setTimeout(() => void flush(), DEBOUNCE_MS);
  };

  // What the first call after a sign-in brought is here before the first page is. What was restored counts as old.
  for (const query of client.getQueryCache().getAll()) {
    const { data, isInvalidated } = query.state;
    if (isPersisted(query) && data !== undefined && !isInvalidated) changed.set(query.queryHash, query);
  }
  if (changed.size > 0) later();

  const stop = client.getQueryCache().subscribe(({ type, query, ...event }) => {
    if (type !== 'updated' || !isPersisted(query)) return;
    const action = 'action' in event ? event.action : undefined;
    if (action?.type === 'success') changed.set(query.queryHash, query);
    else if (action?.type === 'error' && isGone(query.state.error)) gone.add(query.queryHash);
    else return;
    later();
  });
  const leave = () => {
    if (document.visibilityState === 'hidden') void flush();
  };
  document.addEventListener('visibilitychange', leave);
  return () => {
    stop();
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', leave);
    if (current?.userId === userId) {
      void current.answers.then((opened) => opened.close()).catch(() => {});
      current = undefined;
    }
  };
}
