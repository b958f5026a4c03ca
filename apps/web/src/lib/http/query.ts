/**
 * Query cache. Only signed-in pages load this file. Query keys start with the kind of the change events that invalidate
 * them: `['land', 'score', id]`.
 */
import {
  hashKey,
  type InvalidateOptions,
  type InvalidateQueryFilters,
  QueryClient,
  type QueryKey,
  replaceEqualDeep,
} from '@tanstack/react-query';
import { logicalClock } from '../device/logical-clock.ts';
import type { MessageKey } from '../text/message-keys.ts';
import { ApiError } from './api.ts';
import { connection } from './connection.ts';
import { isTemporary } from './error-kinds.ts';
import { copyTags, revalidate, tagsIn } from './etags.ts';
import { type ChangeEventKind, onChangeEvent, onReconnect } from './events.ts';

const RETRIES = 2;
/** If the server asks to wait longer, as in maintenance mode, the error with its Retry button is shown at once. */
const MAX_RETRY_SECONDS = 10;

const secondsToWait = (error: unknown) => (error instanceof ApiError ? error.retryAfter : undefined);

/** TanStack Query does not repeat a first fetch that is invalidated, although its response may predate the change. */
class RepeatingQueryClient extends QueryClient {
  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const firstFetches = this.getQueryCache()
      .findAll({ ...filters, fetchStatus: 'fetching' })
      .filter(({ state }) => state.data === undefined)
      .map(async (query) => {
        // Its response is shown first: cancelling it would waste a slow connection.
        await query.promise?.catch(() => {});
        if (query.state.data === undefined) return;
        await super.invalidateQueries({ queryKey: query.queryKey, exact: true }, options);
      });
    await Promise.all([super.invalidateQueries(filters, options), ...firstFetches]);
  }
}

export const queryClient = new RepeatingQueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // Change events invalidate stale data, so focusing the tab need not refetch.
      refetchOnWindowFocus: false,
      // Offline requests must fail with an error; by default they would pause and show a skeleton forever.
      networkMode: 'always',
      // No retries while the server is unreachable: queries are refetched when it is back.
      retry: (failures, error) =>
        connection.get() &&
        failures < RETRIES &&
        isTemporary(error) &&
        (secondsToWait(error) ?? 0) <= MAX_RETRY_SECONDS,
      retryDelay: (attempt, error) =>
        1_000 * (secondsToWait(error) ?? Math.min(2 ** attempt, MAX_RETRY_SECONDS)),
      // The tick at which the request began determines which writes the response includes.
      persister: async (ask, context, query) => {
        const began = logicalClock.now();
        const batched = await batchedResponse(context);
        const refetch = () => revalidate(query.state.data, async () => ask(context));
        return batched ?? logicalClock.stamp(await refetch(), began);
      },
      structuralSharing: (before, fresh) =>
        copyTags(tagsIn(fresh), logicalClock.stamp(replaceEqualDeep(before, fresh), logicalClock.of(fresh))),
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

/** Batches in flight, by the hashes of their query keys. */
const batches = new Map<string, Promise<unknown>>();

/** The first fetch of each key waits for the batch, and makes its own call only if the batch did not return the key. */
export function expectInBatch(keys: readonly QueryKey[], batch: Promise<unknown>): void {
  const settled = batch.catch(() => {});
  for (const key of keys) batches.set(hashKey(key), settled);
  void settled.then(() => batches.clear());
}

async function batchedResponse({ client, queryKey }: { client: QueryClient; queryKey: QueryKey }) {
  const hash = hashKey(queryKey);
  const batch = batches.get(hash);
  if (!batch) return undefined;
  // Once only: a refetch meanwhile means that the data has changed.
  batches.delete(hash);
  await batch;
  const state = client.getQueryState(queryKey);
  return state?.isInvalidated ? undefined : state?.data;
}

/** Upper limit on a connection without responses. */
const MAX_WAIT_MS = 10_000;

/** Defers work that must not compete with the first page's requests until they are done. Returns a cancel function. */
export function afterFirstPageLoad(client: QueryClient, work: () => void): () => void {
  const stop = () => {
    unsubscribe();
    clearTimeout(timer);
  };
  const begin = () => {
    stop();
    work();
  };
  const unsubscribe = client.getQueryCache().subscribe(({ type }) => {
    if (type === 'updated' && client.isFetching() === 0) begin();
  });
  const timer = setTimeout(begin, MAX_WAIT_MS);
  return stop;
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** Error text if the call fails while older data stays on screen. */
      failed?: MessageKey;
      /** Shown in the navigation bar: does not count for the page's data age, and the bar reports its failure. */
      inTheBar?: boolean;
    };
  }
}

/** Invalidation rules for one kind of query. Each domain defines its own; the app registers them all. */
export interface CacheRules {
  /** First element of the query keys. */
  kind: string;
  /** A change of one row does not invalidate queries about other rows: `['land', 'score', id]`. */
  byRow?: boolean;
  /** All clients receive its change events at the same time. */
  broadcast?: boolean;
  /** A farmer's own data, persisted on the device. */
  persisted?: boolean;
}

let rules = new Map<string, CacheRules>();

export function registerCacheRules(all: readonly CacheRules[]): void {
  rules = new Map(all.map((one) => [one.kind, one]));
}

export const isPersistedKind = (kind: unknown): boolean => rules.get(String(kind))?.persisted === true;

export const persistedKinds = (): string[] => [...rules.keys()].filter(isPersistedKind);

/** Jitter after a broadcast: without it all clients would refetch in the same second (thundering herd). */
const MAX_JITTER_MS = 2_000;

/** Changed row IDs by kind; an empty list means all rows. */
type Changes = Map<ChangeEventKind, readonly string[]>;

/** Changes received during each write in progress. */
const writing: Changes[] = [];

function addTo(changes: Changes, kind: ChangeEventKind, ids: readonly string[]): void {
  const before = changes.get(kind);
  changes.set(kind, !before ? ids : before.length > 0 && ids.length > 0 ? [...before, ...ids] : []);
}

const ID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/;

function invalidate(client: QueryClient, kind: ChangeEventKind, ids: readonly string[]): Promise<void> {
  return client.invalidateQueries({
    queryKey: [kind],
    predicate: ({ queryKey: [, , row] }) => {
      if (ids.length === 0 || !rules.get(kind)?.byRow) return true;
      return typeof row !== 'string' || !ID.test(row) || ids.includes(row);
    },
  });
}

/**
 * Collects invalidations during a write: its change events arrive before its response, one for each entry of a sync.
 * `changed` adds rows of a kind; `release` invalidates once and waits for the active queries.
 */
export function holdInvalidation(client: QueryClient = queryClient) {
  const changes: Changes = new Map();
  writing.push(changes);
  return {
    changed: (kind: ChangeEventKind, ids: readonly string[]) => addTo(changes, kind, ids),
    release: async () => {
      writing.splice(writing.indexOf(changes), 1);
      await Promise.all([...changes].map(([kind, ids]) => invalidate(client, kind, ids)));
    },
  };
}

/** Invalidates the queries of each change event, and all of them after a reconnect. */
export function invalidateOnChangeEvents(client: QueryClient = queryClient): () => void {
  const timers = new Set<ReturnType<typeof setTimeout>>();
  const later = (work: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
    }, Math.random() * MAX_JITTER_MS);
    timers.add(timer);
  };
  const stops = [
    onChangeEvent(({ kind, ids }) => {
      const held = writing.at(-1);
      if (held) addTo(held, kind, ids);
      else if (rules.get(kind)?.broadcast) later(() => void invalidate(client, kind, ids));
      else void invalidate(client, kind, ids);
    }),
    onReconnect(() => later(() => void client.invalidateQueries())),
  ];
  return () => {
    for (const stop of stops) stop();
    for (const timer of timers) clearTimeout(timer);
  };
}
