/**
 * Outbox of one account: queues writes in order, sends each exactly once, and handles the responses.
 * Independent of UI and fetch, so that tests can simulate any connection failure.
 */
import type { QueueableCall } from '@ardhi/contract';
import { now } from '../lib/device/clock.ts';
import { newId } from '../lib/device/id.ts';
import { StorageFullError } from '../lib/device/storage-errors.ts';
import { type Attempt, createAttempts, type EntryStep, type Send } from './attempts.ts';
import { type Entry, fieldsOf, isUnsent, type Work } from './entry.ts';
import type { Epoch } from './epoch.ts';
import { createTabLocks } from './locks.ts';
import { choose, merge } from './merge.ts';
import { mergeRulesOf, nextToSend, removesRow, withDependents } from './relations.ts';
import { delayedEntries, resendSince } from './resend.ts';
import { correctionOf, isBlocked, isUntried, NO_TROUBLE, rebased, rebaseLater, resetEntry } from './rules.ts';
import type { NewEntry, OutboxStore, Step } from './store.ts';
import type { Part, SendMany, SyncRequestModule, SyncRequests } from './sync-request.ts';

export interface OutboxOptions {
  store: OutboxStore;
  send: Send;
  /** Whether the server responds; asked when an entry gets no response of it. Without it every loss ends the run. */
  isReachable?: () => Promise<boolean>;
  /** Sends several entries in one request; without it each is sent alone. Its code loads when several wait. */
  syncRequests?: { sendMany: SendMany; load: () => Promise<SyncRequestModule> };
  /** Runs the work in one tab at a time. */
  exclusively?: (work: () => Promise<void>) => Promise<void>;
  /** Lock per entry: its holder sends the entry; a tab that dies releases it. Returns false if the work was not run. */
  own?: (key: string, work: () => Promise<void>) => Promise<boolean>;
  /** Notifies other tabs of a change. */
  tell?: () => void;
  /** Called at the start of a run; the returned function gets the accepted entries at the end. */
  onRun?: () => (sent: readonly Entry[]) => void;
}

/** Outcome of a run. */
export type Ending =
  | { kind: 'done' }
  /** Retry later, after `seconds` if known. `hasSent`: some entries were sent. */
  | { kind: 'later'; seconds?: number | undefined; hasSent: boolean }
  /** The session has ended; the entries stay until the same user signs in again. */
  | { kind: 'signed-out' };

/** Outcome of a write whose form is open. */
type Submitted<C extends QueueableCall> =
  | Attempt<C>
  /** Queued behind earlier entries or until the device is online. */
  | { kind: 'queued' }
  /** The storage is full or there is no database. Nothing was sent. */
  | { kind: 'unstored'; error: unknown };

export interface Progress {
  done: number;
  total: number;
}

export interface OutboxState {
  entries: readonly Entry[];
  progress: Progress | null;
  lastSent: number | undefined;
  /** Retry times by `seq`, for display only. */
  nextTry: ReadonlyMap<number, number>;
}

const TOO_MANY_REQUESTS = 429;
/** After this many failures in one run the server is the problem, not the entries. */
const MAX_HELD_IN_RUN = 3;

export type Outbox = ReturnType<typeof createOutbox>;

export function createOutbox({
  store,
  send,
  isReachable = async () => false,
  syncRequests,
  exclusively,
  own = createTabLocks(),
  tell,
  onRun,
}: OutboxOptions) {
  let state: OutboxState = { entries: [], progress: null, lastSent: undefined, nextTry: new Map() };
  /** Including entries with an open form. */
  let all: readonly Entry[] = [];
  let epoch: string | undefined;
  const listeners = new Set<() => void>();
  /** Keys of attempted entries whose attempt a full device could not store. */
  const unstoredAttempts = new Set<string>();
  let running: Promise<Ending> | null = null;
  let closed = false;
  /** The user has asked to send: random delays after a restore no longer apply. */
  let isEager = false;

  function set(next: Partial<OutboxState>): void {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  }

  async function refresh(): Promise<void> {
    if (closed) return;
    const [entries, lastSent, begun] = await Promise.all([store.all(), store.lastSent(), store.epoch()]);
    epoch = begun;
    all = withAttempts(entries);
    // An entry with an open form is shown by the form.
    set({ entries: all.filter((entry) => entry.state !== 'sending'), lastSent });
  }

  const withAttempts = (entries: Entry[]): Entry[] =>
    entries.map((entry) =>
      unstoredAttempts.has(entry.key) ? { ...entry, attempts: Math.max(1, entry.attempts) } : entry,
    );

  async function change(step: Step): Promise<void> {
    await store.change((entries, tick) => step(withAttempts(entries), tick));
    await refresh();
    tell?.();
  }

  /** Updates one entry as currently stored; returns it as it was before. */
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

  const attempts = createAttempts({ send: (entry) => send(entry, epoch), change, update, isReachable });
  let requests: SyncRequests | undefined;

  /** Entries for one request; none if the code is not on the device. */
  async function planRequest(skipped: ReadonlySet<number>): Promise<Part[]> {
    if (!syncRequests || all.filter((one) => one.state === 'waiting').length < 2) return [];
    const { load } = syncRequests;
    const sendMany = (parts: readonly Part[]) => syncRequests.sendMany(parts, epoch);
    requests ??= await load().then(
      ({ createSyncRequests }) => createSyncRequests({ sendMany, own, change, attempts, isReachable }),
      () => undefined,
    );
    return requests?.plan(all, skipped) ?? [];
  }

  async function attempt<C extends QueueableCall>(entry: Entry<C>): Promise<Attempt<C>> {
    const result = await attempts.make(entry);
    if (result.kind !== 'sent') set({ nextTry: attempts.nextTry() });
    return result;
  }

  /** Stored before it resolves. From the first attempt on, key and body do not change. */
  async function add(work: Work, { key = newId(), sending = false } = {}): Promise<Entry | undefined> {
    await change((entries) => {
      const isSending = sending && !isBlocked(work, entries);
      const fresh = {
        ...work,
        key,
        state: isSending ? ('sending' as const) : ('waiting' as const),
        madeAt: now().getTime(),
        attempts: isSending ? 1 : 0,
      };
      return correctionOf(fresh, entries) ?? { add: rebased(fresh, entries) };
    });
    return all.find((entry) => entry.key === key);
  }

  /** Adds entries of a file, except those that are here already; returns how many were added. */
  async function addAll(fresh: readonly NewEntry[]): Promise<number> {
    let added = 0;
    for (const one of fresh)
      await change((entries) => {
        if (entries.some(({ key }) => key === one.key)) return undefined;
        added += 1;
        return { add: one };
      });
    return added;
  }

  /** Stores the write and sends it immediately, ahead of unrelated entries. */
  async function submit<C extends QueueableCall>(
    work: Work<C>,
    key: string,
    isOnline: boolean,
    onStored?: () => void,
  ): Promise<Submitted<C>> {
    let result: Submitted<C> = { kind: 'queued' };
    await own(key, async () => {
      let entry: Entry<C> | undefined;
      try {
        const added = await add(work, { key, sending: isOnline });
        entry = added && { ...added, call: work.call };
      } catch (error) {
        result = { kind: 'unstored', error };
        return;
      }
      onStored?.();
      if (entry?.state === 'sending') result = await attempt(entry);
      // The form was closed meanwhile, so the active queries must be refetched here.
      if (entry && result.kind === 'sent' && detached.delete(key)) onRun?.()([entry]);
    });
    return result;
  }

  const detached = new Set<string>();

  /** The form no longer waits: the entry becomes an ordinary queued one. Returns false if a response has arrived. */
  async function detach(key: string): Promise<boolean> {
    const entry = all.find((one) => one.key === key);
    const isDetached = (stored: Entry) =>
      stored.state === 'sending' ? ({ state: 'waiting' } as const) : undefined;
    if (!entry || !(await update(entry.seq, isDetached))) return false;
    detached.add(key);
    return true;
  }

  /** Requeues entries that a dead tab was sending. */
  async function adopt(): Promise<void> {
    for (const { key, seq } of all.filter((entry) => entry.state === 'sending'))
      await own(key, async () => void (await update(seq, () => ({ state: 'waiting' }))));
  }

  /** Sends all sendable entries; concurrent calls share one run. `eager` ignores scheduled retry times. */
  function flush({ eager = false } = {}): Promise<Ending> {
    if (eager) {
      attempts.release();
      isEager = true;
    }
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
    /** Entries that another tab is sending or that must not be sent yet. */
    const skipped = new Set(attempts.held());
    let heldNow = 0;
    const skipHeld = (entry: Entry, status?: number) => {
      skipped.add(entry.seq);
      // A rate limit applies to a kind of call: others of the same kind would be refused as well.
      if (status === TOO_MANY_REQUESTS) skipSameCall(entry, skipped);
      else heldNow += 1;
    };
    const later = (seconds?: number): Ending => ({ kind: 'later', seconds, hasSent: sent.length > 0 });
    const onEnd = onRun?.();
    try {
      for (;;) {
        await refresh();
        if (closed) return { kind: 'done' };
        // Each time: a response within the run may announce a restore.
        const delayed = delayedEntries(isEager ? [] : all);
        for (const seq of delayed.seqs) skipped.add(seq);
        const parts = await planRequest(skipped);
        const entry = nextToSend(all, skipped);
        if (!entry)
          return skipped.size === 0
            ? { kind: 'done' }
            : later(earlier(attempts.secondsLeft(), delayed.seconds));
        const waiting = all.filter((one) => one.state === 'waiting').length;
        set({ progress: { done: sent.length, total: sent.length + waiting } });
        if (requests && parts.length > 1) {
          const outcome = await requests.make(parts, skipped);
          if (outcome.kind === 'signed-out') return outcome;
          if (outcome.kind === 'later') return later();
          if (outcome.kind === 'again' && outcome.busy) skipped.add(outcome.busy.seq);
          if (outcome.kind === 'settled') {
            sent.push(...outcome.sent);
            for (const one of outcome.held) skipHeld(one.entry, one.status);
          }
          set({ nextTry: attempts.nextTry() });
          if (heldNow >= MAX_HELD_IN_RUN) return later();
          continue;
        }
        const result = await sendOne(entry);
        if (result?.kind === 'sent') requests?.onSingleSent();
        if (result?.kind === 'sent') sent.push(entry);
        else if (result?.kind === 'unanswered') return later();
        else if (result?.kind === 'signed-out') return result;
        else if (result?.kind === 'held') skipHeld(entry, result.status);
        else if (result?.kind !== 'resolved') skipped.add(entry.seq);
        // The next run skips the held entries and continues with the others.
        if (heldNow >= MAX_HELD_IN_RUN) return later();
      }
    } finally {
      set({ progress: null });
      onEnd?.(sent);
    }
  }

  function skipSameCall({ call }: Entry, skipped: Set<number>): void {
    for (const one of all) if (one.call === call) skipped.add(one.seq);
  }

  const earlier = (one: number | undefined, other: number | undefined) =>
    one === undefined || other === undefined ? (one ?? other) : Math.min(one, other);

  /** The server was restored: sends again, once per epoch, what it may have lost. Returns whether the epoch is new. */
  async function beginEpoch(next: Epoch): Promise<boolean> {
    let isNew = false;
    await store.change((entries) => {
      isNew = true;
      return resendSince(entries, next);
    }, next.id);
    if (!isNew) return false;
    await refresh();
    tell?.();
    return true;
  }

  /** Undefined if another tab is sending it. */
  async function sendOne({ key, seq }: Entry): Promise<Attempt | undefined> {
    let result: Attempt | undefined;
    await own(key, async () => {
      const isOpen = (stored: Entry) => stored.key === key && ['waiting', 'sending'].includes(stored.state);
      const tried = (stored: Entry) => ({ state: 'waiting' as const, attempts: stored.attempts + 1 });
      const noteAttempt = async () => {
        try {
          return await update(seq, (stored) => (isOpen(stored) ? tried(stored) : undefined));
        } catch (error) {
          if (!(error instanceof StorageFullError)) throw error;
          unstoredAttempts.add(key);
          return all.find((stored) => stored.seq === seq && isOpen(stored));
        }
      };
      const before = await noteAttempt();
      // Another tab was faster: the next refresh shows the outcome.
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
    addAll,
    submit,
    detach,
    adopt,
    flush,
    unsentCount: () => all.filter(isUnsent).length,
    /** Nothing has ever been stored here, or the browser has deleted it. */
    isNeverUsed: () => all.length === 0 && state.lastSent === undefined,
    beginEpoch,
    /** Sent entries that the server has lost and this device no longer holds. */
    lost: store.lost,
    dismissLost: store.clearLost,
    /** Whether there are entries to send, also from a tab that died. */
    hasWork: () => all.some((entry) => entry.state === 'waiting' || entry.state === 'sending'),

    /** Retries the entry unchanged. */
    async retry(seq: number): Promise<void> {
      await update(seq, () => ({ ...NO_TROUBLE, state: 'waiting', attempts: 1 }));
    },

    /** Removes the entry and its dependents. Returns false if sending has already been attempted. */
    async cancel(seq: number): Promise<boolean> {
      let isCancelled = false;
      await change((entries) => {
        const entry = entries.find((one) => one.seq === seq);
        isCancelled = entry !== undefined && isUntried(entry);
        return entry && isCancelled ? { drop: withDependents(entry, entries) } : undefined;
      });
      return isCancelled;
    },

    /** Removes the entry and its dependents in any state. */
    async discard(seq: number): Promise<void> {
      await change((entries) => {
        const entry = entries.find((one) => one.seq === seq);
        return entry && { drop: withDependents(entry, entries) };
      });
    },

    /** Applies the user's choice for each conflicting field. */
    async resolve(seq: number, takeTheirs: ReadonlySet<string>): Promise<void> {
      await change((entries) => {
        const entry = entries.find((one) => one.seq === seq);
        if (!entry?.clash) return undefined;
        const { current, paths } = entry.clash;
        // The user has seen the other change and confirms the deletion.
        if (removesRow(entry))
          return { put: [{ ...entry, ...resetEntry(), body: { revision: current.revision } }] };
        const rules = mergeRulesOf(entry);
        const body = choose(entry.body ?? {}, current, paths, takeTheirs, rules);
        if (merge(body, undefined, current, rules).nothingLeft)
          return { drop: [entry], put: rebaseLater(entry, current, entries) };
        const chosen = { body: { ...body, revision: current.revision }, base: fieldsOf(current) };
        return { put: [{ ...entry, ...resetEntry(), ...chosen }] };
      });
    },

    /** Removes all entries, sent or not. */
    clear: () => change((entries) => ({ drop: entries })),

    /** At sign-out only unsent entries stay on the device. */
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
