/**
 * The outbox of one account: queues work in order, sends it exactly once, and acts on what the server says to it.
 * It knows neither screens nor fetch, so that it can be driven by a test that cuts every connection.
 */
import { newId } from '../lib/device/id.ts';
import { type Attempt, createAttempts, type EntryStep } from './attempts.ts';
import { type Entry, fieldsOf, isUnsent, type Work } from './entry.ts';
import { ownInThisTab } from './locks.ts';
import { choose, merge } from './merge.ts';
import { mergeRulesOf, nextToSend, removesRow, withDependents } from './relations.ts';
import { asUnsent, correctionOf, isUntried, mustWait, NO_TROUBLE, rebased, rebasedBehind } from './rules.ts';
import type { OutboxStore, Step } from './store.ts';

export interface OutboxOptions {
  store: OutboxStore;
  /** Makes the call; throws ApiError or NetworkError. */
  send: (entry: Entry) => Promise<unknown>;
  /** Only one tab at a time runs this. */
  exclusively?: (work: () => Promise<void>) => Promise<void>;
  /** Whoever has the lock of this name owns the entry that is being sent; a tab that dies frees it. False: not run. */
  own?: (key: string, work: () => Promise<void>) => Promise<boolean>;
  /** Something changed that others may want to know. */
  tell?: () => void;
  /** A run of sending begins; what it answers is told at the end what the server accepted. */
  onRun?: () => (sent: readonly Entry[]) => void;
}

/** How a run of sending ended. */
export type Ending =
  | { kind: 'done' }
  /** To be tried again, after so many seconds if that is known. `hasSent`: some of it was sent. */
  | { kind: 'later'; seconds?: number | undefined; hasSent: boolean }
  /** The session has ended; the work stays until the same person is back. */
  | { kind: 'signed-out' };

/** What became of work that its form waits for. */
type Submitted =
  | Attempt
  /** Behind earlier work, or until there is a network. */
  | { kind: 'queued' }
  /** There is no room on the device, or no database at all. Nothing was sent. */
  | { kind: 'unstored'; error: unknown };

export interface Progress {
  done: number;
  total: number;
}

export interface OutboxState {
  entries: readonly Entry[];
  progress: Progress | null;
  lastSent: number | undefined;
  /** When what the server had trouble with is tried again, by its number. Only to be shown. */
  nextTry: ReadonlyMap<number, number>;
}

/** After so many in one run the trouble is not with the single entries. */
const MAX_HELD_IN_RUN = 3;

export type Outbox = ReturnType<typeof createOutbox>;

export function createOutbox({ store, send, exclusively, own = ownInThisTab(), tell, onRun }: OutboxOptions) {
  let state: OutboxState = { entries: [], progress: null, lastSent: undefined, nextTry: new Map() };
  /** With those that a form waits for. */
  let all: readonly Entry[] = [];
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
    all = entries;
    // What a form still waits for is shown by the form.
    set({ entries: entries.filter((entry) => entry.state !== 'sending'), lastSent });
  }

  async function change(step: Step): Promise<void> {
    await store.change(step);
    await refresh();
    tell?.();
  }

  /** Changes one entry as it is stored now; answers it as it was. */
  async function update(seq: number, step: EntryStep): Promise<Entry | undefined> {
    let before: Entry | undefined;
    await change((entries) => {
      const stored = entries.find((entry) => entry.seq === seq);
      const next = stored && step(stored);
      if (!stored || !next) return undefined;
      before = stored;
      return next === 'drop' ? { drop: [stored] } : { put: [{ ...stored, ...next }] };
    });
    return before;
  }

  const attempts = createAttempts({ send, change, update });

  async function attempt(entry: Entry): Promise<Attempt> {
    const result = await attempts.make(entry);
    if (result.kind !== 'sent') set({ nextTry: attempts.nextTry() });
    return result;
  }

  /** On disk before it resolves. From the first try on, key and body stay as they are. */
  async function add(work: Work, { key = newId(), sending = false } = {}): Promise<Entry | undefined> {
    await change((entries) => {
      const now = sending && !mustWait(work, entries);
      const fresh = {
        ...work,
        key,
        state: now ? ('sending' as const) : ('waiting' as const),
        madeAt: Date.now(),
        attempts: now ? 1 : 0,
      };
      return correctionOf(fresh, entries) ?? { add: rebased(fresh, entries) };
    });
    return all.find((entry) => entry.key === key);
  }

  /** Stored, and sent at once, not behind work that has nothing to do with it. */
  async function submit(
    work: Work,
    key: string,
    isOnline: boolean,
    onStored?: () => void,
  ): Promise<Submitted> {
    let result: Submitted = { kind: 'queued' };
    await own(key, async () => {
      let entry: Entry | undefined;
      try {
        entry = await add(work, { key, sending: isOnline });
      } catch (error) {
        result = { kind: 'unstored', error };
        return;
      }
      onStored?.();
      if (entry?.state === 'sending') result = await attempt(entry);
      // The form has been closed meanwhile: nobody else asks for what the screen shows.
      if (entry && result.kind === 'sent' && detached.delete(key)) onRun?.()([entry]);
    });
    return result;
  }

  const detached = new Set<string>();

  /** Nobody waits for the answer any longer: from now on it is unsent work like any other. False: there was an answer. */
  async function detach(key: string): Promise<boolean> {
    const entry = all.find((one) => one.key === key);
    const isDetached = (stored: Entry) =>
      stored.state === 'sending' ? ({ state: 'waiting' } as const) : undefined;
    if (!entry || !(await update(entry.seq, isDetached))) return false;
    detached.add(key);
    return true;
  }

  /** What a tab that died was sending waits like any other. */
  async function adopt(): Promise<void> {
    for (const { key, seq } of all.filter((entry) => entry.state === 'sending'))
      await own(key, async () => void (await update(seq, () => ({ state: 'waiting' }))));
  }

  /** Sends what can be sent; several at once are one run. `eager`: also what was to be tried later. */
  function flush({ eager = false } = {}): Promise<Ending> {
    if (eager) attempts.release();
    running ??= run().finally(() => {
      running = null;
    });
    return running;
  }

  async function run(): Promise<Ending> {
    let ending: Ending = { kind: 'done' };
    const work = async () => {
      ending = await sendAll();
    };
    await (exclusively ? exclusively(work) : work());
    return ending;
  }

  async function sendAll(): Promise<Ending> {
    const sent: Entry[] = [];
    /** Which another tab sends, or which the server had trouble with. */
    const skipped = new Set(attempts.held());
    let heldNow = 0;
    const later = (seconds?: number): Ending => ({ kind: 'later', seconds, hasSent: sent.length > 0 });
    const onEnd = onRun?.();
    try {
      for (;;) {
        await refresh();
        if (closed) return { kind: 'done' };
        const entry = nextToSend(all, skipped);
        if (!entry) return skipped.size === 0 ? { kind: 'done' } : later(attempts.secondsLeft());
        const waiting = all.filter((one) => one.state === 'waiting').length;
        set({ progress: { done: sent.length, total: sent.length + waiting } });
        const result = await sendOne(entry);
        if (result?.kind === 'sent') sent.push(entry);
        else if (result?.kind === 'unanswered') return later();
        else if (result?.kind === 'signed-out') return result;
        else if (result?.kind !== 'resolved') skipped.add(entry.seq);
        if (result?.kind === 'held' && ++heldNow >= MAX_HELD_IN_RUN) return later(attempts.secondsLeft());
      }
    } finally {
      set({ progress: null });
      onEnd?.(sent);
    }
  }

  /** Undefined: another tab is at it. */
  async function sendOne({ key, seq }: Entry): Promise<Attempt | undefined> {
    let result: Attempt | undefined;
    await own(key, async () => {
      const isOpen = (stored: Entry) => stored.key === key && ['waiting', 'sending'].includes(stored.state);
      const tried = (stored: Entry) => ({ state: 'waiting' as const, attempts: stored.attempts + 1 });
      const before = await update(seq, (stored) => (isOpen(stored) ? tried(stored) : undefined));
      // Another tab was quicker: the next look at what is stored shows what became of it.
      result = before ? await attempt({ ...before, ...tried(before) }) : { kind: 'resolved', seq };
    });
    return result;
  }

  return {
    get: () => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    refresh,
    add,
    submit,
    detach,
    adopt,
    flush,
    /** Whether anything may be sent, by this tab or by one that died. */
    hasWork: () => all.some((entry) => entry.state === 'waiting' || entry.state === 'sending'),

    /** As it is, once more. */
    async retry(seq: number): Promise<void> {
      await update(seq, () => ({ ...NO_TROUBLE, state: 'waiting', attempts: 1 }));
    },

    /** Taken back, with everything that depends on it. False: it is on its way already. */
    async cancel(seq: number): Promise<boolean> {
      let isCancelled = false;
      await change((entries) => {
        const entry = entries.find((one) => one.seq === seq);
        isCancelled = entry !== undefined && isUntried(entry);
        return entry && isCancelled ? { drop: withDependents(entry, entries) } : undefined;
      });
      return isCancelled;
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
        // The person has seen that others changed it, and removes it all the same.
        if (removesRow(entry))
          return { put: [{ ...entry, ...asUnsent(), body: { revision: current.revision } }] };
        const rules = mergeRulesOf(entry);
        const body = choose(entry.body ?? {}, current, paths, takeTheirs, rules);
        if (merge(body, undefined, current, rules).nothingLeft)
          return { drop: [entry], put: rebasedBehind(entry, current, entries) };
        const chosen = { body: { ...body, revision: current.revision }, base: fieldsOf(current) };
        return { put: [{ ...entry, ...asUnsent(), ...chosen }] };
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
