/** The cache of what the server said. Only signed-in pages load this file. Query keys start with the hint's kind: `['land', id]`. */
import { QueryClient } from '@tanstack/react-query';
import { ApiError, isTemporary } from './api.ts';
import { connection } from './connection.ts';
import { type HintKind, onHint, onReconnect } from './events.ts';

const RETRIES = 2;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // Hints say what changed, so coming back to the tab asks for nothing.
      refetchOnWindowFocus: false,
      // A request without a network fails and says so, instead of showing a skeleton for ever.
      networkMode: 'always',
      // Nor is anything tried again while the server is known to be away: its return starts the requests anew.
      retry: (failures, error) => connection.get() && failures < RETRIES && isTemporary(error),
      retryDelay: (attempt, error) =>
        error instanceof ApiError && error.retryAfter !== undefined
          ? Math.min(error.retryAfter, 10) * 1_000
          : Math.min(1_000 * 2 ** attempt, 10_000),
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

const KINDS: readonly HintKind[] = [
  'message',
  'notice',
  'land',
  'subsidy',
  'equipment',
  'policy',
  'session',
  'report',
];

/** Hints that reach everyone at once; their answers are spread so that the server is not asked by all in one second. */
const BROADCAST: ReadonlySet<HintKind> = new Set(['notice', 'policy']);
const SPREAD_MS = 2_000;

/** What changed since something began: by kind the rows, or none for all of them. */
type Changes = Map<HintKind, readonly string[]>;

/** Each write under way, with what changed meanwhile. */
const writing: Changes[] = [];

function addTo(changes: Changes, kind: HintKind, ids: readonly string[]): void {
  const before = changes.get(kind);
  changes.set(kind, !before ? ids : before.length > 0 && ids.length > 0 ? [...before, ...ids] : []);
}

/** Of these a change of one row leaves the answers about other rows as they are: `['land', 'score', id]`. */
const BY_ROW: ReadonlySet<HintKind> = new Set(['land', 'equipment', 'message']);
const ID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/;

function invalidate(client: QueryClient, kind: HintKind, ids: readonly string[]): Promise<void> {
  return client.invalidateQueries({
    queryKey: [kind],
    predicate: ({ queryKey: [, , row] }) => {
      if (ids.length === 0 || !BY_ROW.has(kind)) return true;
      return typeof row !== 'string' || !ID.test(row) || ids.includes(row);
    },
  });
}

/**
 * A write is hinted at before it is answered, a day's work at each entry. Nothing is asked for until the work is
 * through, then once: `changed` adds rows of a kind, `release` asks and waits for what is on the screen.
 */
export function holdHints(client: QueryClient = queryClient) {
  const changes: Changes = new Map();
  writing.push(changes);
  return {
    changed: (kind: HintKind, ids: readonly string[]) => addTo(changes, kind, ids),
    release: async () => {
      writing.splice(writing.indexOf(changes), 1);
      await Promise.all([...changes].map(([kind, ids]) => invalidate(client, kind, ids)));
    },
  };
}

/** What a hint concerns is asked for again; after a lost stream, everything is. */
export function invalidateOnHints(client: QueryClient = queryClient): () => void {
  const timers = new Set<ReturnType<typeof setTimeout>>();
  const later = (work: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
    }, Math.random() * SPREAD_MS);
    timers.add(timer);
  };
  const stops = KINDS.map((kind) =>
    onHint(kind, ({ ids }) => {
      const held = writing.at(-1);
      if (held) addTo(held, kind, ids);
      else if (BROADCAST.has(kind)) later(() => void invalidate(client, kind, ids));
      else void invalidate(client, kind, ids);
    }),
  );
  stops.push(onReconnect(() => later(() => void client.invalidateQueries())));
  return () => {
    for (const stop of stops) stop();
    for (const timer of timers) clearTimeout(timer);
  };
}
