/**
 * The outbox of one account: queues work in order, sends it exactly once, and acts on what the server says to it.
 * It knows neither screens nor fetch, so that it can be driven by a test that cuts every connection.
 */
import { ApiError, NetworkError } from '../lib/api-error.ts';
import { newId } from '../lib/id.ts';
import { type Entry, type Fields, fieldsOf, isUnsent, type Work } from './entry.ts';
import { choose, merge } from './merge.ts';
import { mergeRulesOf, nextToSend, removesRow, rowIn, targetOf, withDependents } from './relations.ts';
import { asUnsent, correctionOf, expiredSent, isRevised, onTopOf, rebased } from './rules.ts';
import type { OutboxStore, Step } from './store.ts';

export interface OutboxOptions {
  store: OutboxStore;
  /** Makes the call; throws ApiError or NetworkError. */
  send: (entry: Entry) => Promise<unknown>;
  /** Only one tab at a time runs this. */
  exclusively?: (work: () => Promise<void>) => Promise<void>;
  /** Something changed that others may want to know. */
  tell?: () => void;
  /** A run of sending begins; what it answers is told at the end what the server accepted. */
  onRun?: () => (sent: readonly Entry[]) => void;
}

/** How a run of sending ended. */
export type Ending =
  | { kind: 'done' }
  /** To be tried again, after so many seconds if the server said so. */
  | { kind: 'later'; seconds?: number }
  /** The session has ended; the work stays until the same person is back. */
  | { kind: 'signed-out' };

export interface Progress {
  done: number;
  total: number;
}

export interface OutboxState {
  entries: readonly Entry[];
  progress: Progress | null;
  lastSent: number | undefined;
}

/** A server that fails so often over one entry is not going to take it; the others must not wait for ever. */
const MAX_FAULTS = 5;

export type Outbox = ReturnType<typeof createOutbox>;

export function createOutbox({ store, send, exclusively = (work) => work(), tell, onRun }: OutboxOptions) {
  let state: OutboxState = { entries: [], progress: null, lastSent: undefined };
  const listeners = new Set<() => void>();
  let running: Promise<Ending> | null = null;
  let closed = false;

  function set(next: Partial<OutboxState>): void {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  }

  async function refresh(): Promise<void> {
    if (closed) return;
    const [entries, lastSent] = await Promise.all([store.all(), store.lastSent()]);
    set({ entries, lastSent });
  }

  async function change(step: Step): Promise<void> {
    await store.change(step);
    await refresh();
    tell?.();
  }

  /** On disk before it resolves. */
  async function add(work: Work, { key = newId(), attempted = false } = {}): Promise<void> {
    await change((entries) => {
      const fresh = {
        ...work,
        key,
        state: 'waiting' as const,
        madeAt: Date.now(),
        attempts: attempted ? 1 : 0,
      };
      return correctionOf(fresh, entries) ?? { add: rebased(fresh, entries) };
    });
  }

  /** A call that went straight through: lies over answers that are older than it. */
  async function recordSent(work: Work, key: string, answer: unknown): Promise<void> {
    const now = Date.now();
    await change((entries, acknowledged) => ({
      add: {
        ...work,
        key,
        state: 'sent',
        madeAt: now,
        attempts: 1,
        sentAt: now,
        acknowledged,
        row: rowIn(answer, work),
      },
      drop: expiredSent(entries),
      sentAt: now,
    }));
  }

  /** Sends what can be sent; several at once are one run. */
  function flush(): Promise<Ending> {
    running ??= run().finally(() => {
      running = null;
    });
    return running;
  }

  async function run(): Promise<Ending> {
    let ending: Ending = { kind: 'done' };
    await exclusively(async () => {
      ending = await sendAll();
    });
    return ending;
  }

  async function sendAll(): Promise<Ending> {
    const sent: Entry[] = [];
    const onEnd = onRun?.();
    try {
      for (;;) {
        await refresh();
        if (closed) return { kind: 'done' };
        const entry = nextToSend(state.entries);
        if (!entry) return { kind: 'done' };
        const waiting = state.entries.filter((one) => one.state === 'waiting').length;
        set({ progress: { done: sent.length, total: sent.length + waiting } });
        const ending = await sendOne(entry, sent);
        if (ending) return ending;
      }
    } finally {
      set({ progress: null });
      onEnd?.(sent);
    }
  }

  async function sendOne(entry: Entry, sent: Entry[]): Promise<Ending | undefined> {
    await store.change((entries) => {
      const stored = entries.find(({ seq }) => seq === entry.seq);
      return stored && { put: [{ ...stored, attempts: stored.attempts + 1 }] };
    });
    try {
      const answer = await send(entry);
      await markSent(entry, answer);
      sent.push(entry);
      return undefined;
    } catch (error) {
      return await handleFailure(entry, error, sent);
    }
  }

  /** Done: the later work on the same row is rebased on the answer, in the same step. */
  async function markSent(entry: Entry, answer: unknown): Promise<void> {
    const now = Date.now();
    const row = rowIn(answer, entry);
    const isBehind = (later: Entry) =>
      later.seq > entry.seq && isUnsent(later) && isRevised(later) && targetOf(later) === targetOf(entry);
    await change((entries, acknowledged) => ({
      put: [
        { ...entry, state: 'sent', sentAt: now, acknowledged, row, refusal: undefined, clash: undefined },
        ...(row ? entries.filter(isBehind).map((later) => ({ ...later, ...onTopOf(row, later) })) : []),
      ],
      drop: expiredSent(entries),
      sentAt: now,
    }));
  }

  async function handleFailure(entry: Entry, error: unknown, sent: Entry[]): Promise<Ending | undefined> {
    if (error instanceof NetworkError) return { kind: 'later' };
    if (!(error instanceof ApiError)) throw error;
    const { status, code } = error;
    if (status === 401) return { kind: 'signed-out' };
    // Only our server may say that it is done, gone or refused.
    if (!error.isOurs) return { kind: 'later' };
    if (status === 429 || status === 408 || status === 502 || status === 503 || status === 504)
      return { kind: 'later', seconds: error.retryAfter };
    if (status >= 500 && entry.attempts + 1 < MAX_FAULTS) return { kind: 'later', seconds: error.retryAfter };
    if (removesRow(entry) && (status === 404 || status === 410)) {
      // Somebody removed it already: that is what was wanted.
      await markSent(entry, undefined);
      sent.push(entry);
      return undefined;
    }
    if (code === 'stale' && entry.body) await resolveConflict(entry, error.current as Fields | null);
    else await refuse(entry, error);
    return undefined;
  }

  async function refuse(entry: Entry, { status, code, message, issues }: ApiError): Promise<void> {
    await replace(entry, { state: 'rejected', refusal: { status, code, message, issues } });
  }

  /**
   * Optimistic concurrency: the row was changed elsewhere. Different fields are merged, the same ones are for the
   * person to choose.
   */
  async function resolveConflict(entry: Entry, current: Fields | null): Promise<void> {
    if (!current) {
      // The row is gone again: the own version is simply the first.
      await replace(entry, { key: newId(), body: { ...entry.body, revision: 0 }, base: undefined });
      return;
    }
    const { body, clashes, nothingLeft } = merge(entry.body ?? {}, entry.base, current, mergeRulesOf(entry));
    if (nothingLeft) await markSent(entry, current);
    else if (clashes.length === 0) await replace(entry, { key: newId(), body, base: fieldsOf(current) });
    else await replace(entry, { state: 'conflict', body, clash: { current, paths: clashes } });
  }

  async function replace(entry: Entry, fields: Partial<Entry>): Promise<void> {
    await change((entries) => {
      const stored = entries.find(({ seq }) => seq === entry.seq);
      return stored && { put: [{ ...stored, ...fields }] };
    });
  }

  const byId = (seq: number) => state.entries.find((entry) => entry.seq === seq);

  return {
    get: () => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    refresh,
    add,
    recordSent,
    flush,

    /** As it is, once more. */
    async retry(seq: number): Promise<void> {
      const entry = byId(seq);
      if (entry) await replace(entry, { state: 'waiting', attempts: 0, refusal: undefined });
    },

    /** Thrown away, with everything that depends on it. */
    async discard(seq: number): Promise<void> {
      await change((entries) => {
        const entry = entries.find((one) => one.seq === seq);
        return entry && { drop: withDependents(entry, entries) };
      });
    },

    /** The person has chosen, field by field. */
    async resolve(seq: number, takeTheirs: ReadonlySet<string>): Promise<void> {
      await change((entries) => {
        const entry = entries.find((one) => one.seq === seq);
        if (!entry?.clash) return undefined;
        const { current, paths } = entry.clash;
        const rules = mergeRulesOf(entry);
        const body = choose(entry.body ?? {}, current, paths, takeTheirs, rules);
        if (merge(body, undefined, current, rules).nothingLeft) return { drop: [entry] };
        return {
          put: [{ ...entry, ...asUnsent(), body: { ...body, revision: current.revision }, base: current }],
        };
      });
    },

    /** Nothing is left, sent or not. */
    clear: () => change((entries) => ({ drop: entries })),

    /** Whoever signs out leaves on the device only what is not sent. */
    async leave(): Promise<void> {
      closed = true;
      listeners.clear();
      await store
        .change((entries) => ({ drop: entries.filter((entry) => !isUnsent(entry)) }))
        .catch(() => {});
      store.close();
    },

    close(): void {
      closed = true;
      store.close();
      listeners.clear();
    },
  };
}
