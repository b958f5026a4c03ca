/**
 * The cache of what the server said. Only signed-in pages load this file. Query keys start with the kind of the change
 * events that call them old: `['land', 'score', id]`.
 */
import { hashKey, QueryClient, type QueryKey, replaceEqualDeep } from '@tanstack/react-query';
import { logicalClock } from '../device/logical-clock.ts';
import type { MessageKey } from '../text/message-keys.ts';
import { ApiError, isTemporary } from './api.ts';
import { connection } from './connection.ts';
import { type ChangeEventKind, onChangeEvent, onReconnect } from './events.ts';

const RETRIES = 2;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // Change events say what is old, so coming back to the tab asks for nothing.
      refetchOnWindowFocus: false,
      // A request without a network fails and says so, instead of showing a skeleton for ever.
      networkMode: 'always',
      // Nor is anything tried again while the server is known to be away: its return starts the requests anew.
      retry: (failures, error) => connection.get() && failures < RETRIES && isTemporary(error),
      retryDelay: (attempt, error) =>
        error instanceof ApiError && error.retryAfter !== undefined
          ? Math.min(error.retryAfter, 10) * 1_000
          : Math.min(1_000 * 2 ** attempt, 10_000),
      // Which writes an answer holds follows from when its request began.
      persister: async (ask, context) => {
        const began = logicalClock.now();
        const batched = await batchedAnswer(context);
        return batched ?? logicalClock.stamp(await ask(context), began);
      },
      structuralSharing: (before, fresh) =>
        logicalClock.stamp(replaceEqualDeep(before, fresh), logicalClock.of(fresh)),
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

/** Batches on their way, by the hashes of the keys that they bring. */
const batches = new Map<string, Promise<unknown>>();

/** Whoever first asks for one of these waits for the batch, and makes the call itself only if the batch brought nothing. */
export function expectInBatch(keys: readonly QueryKey[], batch: Promise<unknown>): void {
  const settled = batch.catch(() => {});
  for (const key of keys) batches.set(hashKey(key), settled);
  void settled.then(() => batches.clear());
}

async function batchedAnswer({ client, queryKey }: { client: QueryClient; queryKey: QueryKey }) {
  const hash = hashKey(queryKey);
  const batch = batches.get(hash);
  if (!batch) return undefined;
  // Once: who asks again meanwhile does so because something has changed.
  batches.delete(hash);
  await batch;
  const state = client.getQueryState(queryKey);
  return state?.isInvalidated ? undefined : state?.data;
}

/** On a line that gives no answers. */
const LATEST_ANSWERS_MS = 10_000;

/** For work that must not share the line with the first page: once it has its answers. The returned function calls it off. */
export function afterFirstAnswers(client: QueryClient, work: () => void): () => void {
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
  const timer = setTimeout(begin, LATEST_ANSWERS_MS);
  return stop;
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** What is said when the call fails and an older answer stays on the screen. */
      failed?: MessageKey;
      /** Shown by the bar of every page: its age is not the page's, and nobody else says that it failed. */
      inTheBar?: boolean;
    };
  }
}

/** How answers of one kind grow old. Each domain says it of its own, and the app registers them all. */
export interface CacheRules {
  /** The first part of the query keys. */
  kind: string;
  /** A change of one row leaves the answers about other rows as they are: `['land', 'score', id]`. */
  byRow?: boolean;
  /** Its change events reach everyone at once. */
  broadcast?: boolean;
  /** A farmer's own data: persisted on the phone. */
  persisted?: boolean;
}

let rules = new Map<string, CacheRules>();

export function registerCacheRules(all: readonly CacheRules[]): void {
  rules = new Map(all.map((one) => [one.kind, one]));
}

export const isPersistedKind = (kind: unknown): boolean => rules.get(String(kind))?.persisted === true;

export const persistedKinds = (): string[] => [...rules.keys()].filter(isPersistedKind);

/** Jitter after a broadcast: without it the server would be asked by all in the same second (thundering herd). */
const MAX_JITTER_MS = 2_000;

/** What changed since something began: by kind the rows, or none for all of them. */
type Changes = Map<ChangeEventKind, readonly string[]>;

/** Each write under way, with what changed meanwhile. */
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
 * The change event of a write comes before its answer, one for each entry of a day's work. Nothing is asked for until
 * the work is through, then once: `changed` adds rows of a kind, `release` asks and waits for what is on the screen.
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

/** What a change event concerns is asked for again; after a lost stream, everything is. */
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
