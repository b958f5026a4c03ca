/** Connects the query cache to the device: hydrated before the first page renders, written after every response. */
import type { Query, QueryClient, QueryState } from '@tanstack/react-query';
import { logicalClock } from '../lib/device/logical-clock.ts';
import { setPersistedOwner } from '../lib/device/persisted.ts';
import { withinTime } from '../lib/device/within-time.ts';
import { ApiError } from '../lib/http/api-error.ts';
import { copyTags, tagsIn } from '../lib/http/etags.ts';
import { isPersistedKind, persistedKinds } from '../lib/http/query.ts';
import { openPersistedResponses, type PersistedResponses } from './persisted-responses.ts';

/** Debounce: responses that arrive together are written together. */
const DEBOUNCE_MS = 400;

/** Whether the query holds a farmer's own data. */
export const isPersisted = ({ queryKey }: Query): boolean => isPersistedKind(queryKey[0]);

let current: { userId: string; answers: Promise<PersistedResponses> } | undefined;

/** The database is closed when a sign-out here or in another tab deletes it; the next start opens a new one. */
async function dropClosed(): Promise<void> {
  const opened = await current?.answers.catch(() => undefined);
  if (opened && !opened.isOpen()) current = undefined;
}

/** The account's database; undefined without IndexedDB, or while it is blocked. */
export async function openResponses(userId: string): Promise<PersistedResponses | undefined> {
  return await withinTime(opening(userId));
}

async function opening(userId: string): Promise<PersistedResponses | undefined> {
  if (typeof indexedDB === 'undefined') return undefined;
  if (current?.userId !== userId) {
    setPersistedOwner(userId);
    current = { userId, answers: openPersistedResponses(userId) };
  }
  return await current.answers.catch(() => undefined);
}

/** Waits at most 3 seconds for the device's data; it is added later if the database opens later. */
export async function restore(client: QueryClient, userId: string): Promise<void> {
  for (const kind of persistedKinds()) {
    // Never garbage-collected: evicted data would look as if it were not on the device.
    client.setQueryDefaults([kind], { gcTime: Number.POSITIVE_INFINITY });
  }
  await withinTime(hydrate(client, userId));
}

/** Hydrates the query cache from the device with original timestamps; newer server data wins. */
async function hydrate(client: QueryClient, userId: string): Promise<void> {
  await dropClosed();
  const onDevice = await opening(userId);
  const answers = (await onDevice?.read().catch(() => [])) ?? [];
  // Another user may have signed in meanwhile.
  if (current?.userId !== userId) return;
  const cache = client.getQueryCache();
  for (const { hash, key, data, at, began = 0, tags = [] } of answers) {
    const stamped = copyTags(tags, logicalClock.stamp(data, began));
    const existing = cache.get(hash);
    if (!existing) cache.build(client, { queryKey: key, queryHash: hash }, restoredState(stamped, at));
    else if (existing.state.data === undefined) {
      client.setQueryData(key, stamped, { updatedAt: at });
      existing.invalidate();
    }
  }
}

/**
 * Restored data is always invalidated, because change events were missed while the app was closed. Built in a single
 * step, because every extra step per query delays the first page of a large farm.
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

/** Writes all responses from now on, until the returned function is called. */
export function persist(client: QueryClient, userId: string): () => void {
  const changed = new Map<string, Query>();
  const gone = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const opened = dropClosed();

  const flush = async () => {
    await opened;
    clearTimeout(timer);
    timer = undefined;
    const answers = [...changed.values()]
      .filter(({ state }) => state.data !== undefined)
      .map(({ queryHash: hash, queryKey: key, state: { data, dataUpdatedAt: at } }) => {
        return { hash, key, data, at, began: logicalClock.of(data), tags: tagsIn(data) };
      });
    const deleted = [...gone];
    changed.clear();
    gone.clear();
    // Full or blocked storage must not affect the page.
    await (await openResponses(userId))?.write(answers, deleted).catch(() => {});
  };

  const later = () => {
    timer ??= setTimeout(() => void flush(), DEBOUNCE_MS);
  };

  // Data of the first call after sign-in is already in the cache. Restored data is invalidated and skipped.
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
  const onVisibilityChange = () => {
    if (document.visibilityState === 'hidden') void flush();
  };
  document.addEventListener('visibilitychange', onVisibilityChange);
  return () => {
    stop();
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', onVisibilityChange);
    if (current?.userId === userId) {
      void current.answers.then((opened) => opened.close()).catch(() => {});
      current = undefined;
    }
  };
}
