/** One attempt to send an entry, and its outcome: sent, rejected, merged, conflict, or retry later. */
import type { JsonObject, QueueableCall } from '@ardhi/contract';
import { now } from '../lib/device/clock.ts';
import { StorageFullError } from '../lib/device/storage-errors.ts';
import { ApiError, ForeignResponseError, NetworkError } from '../lib/http/api-error.ts';
import { backoff } from '../lib/http/backoff.ts';
import { isForeign } from '../lib/http/error-kinds.ts';
import { type Answer, type Entry, fieldsOf, isUnsent } from './entry.ts';
import { merge } from './merge.ts';
import { extractRow, mergeRulesOf, removesRow } from './relations.ts';
import { expiredSent, NO_TROUBLE, rebaseLater, resetEntry } from './rules.ts';
import type { Step } from './store.ts';

/** Outcome of one attempt. */
export type Attempt<C extends QueueableCall = QueueableCall> =
  /** Without a response if another user had removed the row. */
  | { kind: 'sent'; answer?: Answer<C> }
  /** A conflict (merged, or for the user to resolve) or a rejection: the next entry can be sent. */
  | { kind: 'resolved'; seq: number }
  /** Only this entry and its dependents are retried later. `status` is that of our server's response. */
  | { kind: 'held'; status?: number }
  /** `answer`: a success response that is not from our server, for the form to show. */
  | { kind: 'unanswered'; answer?: Answer<C> }
  | { kind: 'signed-out' }
  /** Rejected while its form was open: the entry is removed and the form shows the error. */
  | { kind: 'returned'; error: ApiError };

/** After this many server errors an entry is marked as rejected. */
const MAX_FAULTS = 5;
/** The server or gateway is overloaded or down; says nothing about the entry. */
const NOT_NOW: ReadonlySet<number> = new Set([408, 429, 502, 503, 504]);
/** Not reported to an open form: the entry stays queued. */
const NO_SERVER: ReadonlySet<number> = new Set([502, 503, 504]);

/** Code of an entry that something other than our server refuses while our server is reachable, e.g. a firewall. */
export const REFUSED_BETWEEN = 'refused-between';
/** The server was restored: what it has lost is sent again first, and this entry after it. */
export const RESTORED = 'restored';
/** The server does not have the call: this version of the app is too old. */
export const UNKNOWN_CALL = 'unknown-call';
/** After this many unanswered attempts the entry is the problem, not the connection. */
export const MIN_UNANSWERED = 3;
const MAX_BETWEEN_PAUSE_MS = 300_000;

/** Update of one entry as currently stored. */
export type EntryStep = (stored: Entry) => Partial<Entry> | 'drop' | undefined;

/** Makes the call; throws ApiError or NetworkError. `epoch`: the last one that began here. */
export type Send = <C extends QueueableCall>(
  entry: Entry<C>,
  epoch: string | undefined,
) => Promise<Answer<C>>;

interface AttemptOptions {
  send: <C extends QueueableCall>(entry: Entry<C>) => Promise<Answer<C>>;
  change: (step: Step) => Promise<void>;
  /** Returns the entry as it was before the update. */
  update: (seq: number, step: EntryStep) => Promise<Entry | undefined>;
  /** Asks the server for a sign of life. */
  isReachable: () => Promise<boolean>;
}

export type Attempts = ReturnType<typeof createAttempts>;

export function createAttempts({ send, change, update, isReachable }: AttemptOptions) {
  /** Earliest retry times by the monotonic clock, which the user cannot change. */
  const held = new Map<number, number>();
  /** Entries that were sent alone without a response. A lost sync request may be the fault of another entry. */
  const lostAlone = new Set<number>();

  async function make<C extends QueueableCall>(entry: Entry<C>): Promise<Attempt<C>> {
    held.delete(entry.seq);
    let answer: Answer<C>;
    try {
      answer = await send(entry);
    } catch (error) {
      return await handleFailure(entry, error);
    }
    await markSent(entry, answer);
    return { kind: 'sent', answer };
  }

  /** Rebases later entries for the same row on the response, in the same transaction. */
  async function markSent(entry: Entry, answer?: JsonObject): Promise<void> {
    const sentAt = now().getTime();
    const row = extractRow(answer, entry);
    const rebase = (entries: readonly Entry[]) => (row ? rebaseLater(entry, row, entries) : []);
    try {
      await change((entries, acknowledged) => ({
        put: [{ ...entry, ...NO_TROUBLE, state: 'sent', sentAt, acknowledged, row }, ...rebase(entries)],
        drop: expiredSent(entries),
        sentAt,
      }));
    } catch (error) {
      if (!(error instanceof StorageFullError)) throw error;
      // A full device keeps no sent entries, which serve only for display and after a restore of the server.
      const isDone = (one: Entry) => one.seq === entry.seq || !isUnsent(one);
      await change((entries) => ({ drop: entries.filter(isDone) }));
      await change((entries) => ({ put: rebase(entries) })).catch(() => {});
    }
  }

  async function handleFailure<C extends QueueableCall>(
    entry: Entry<C>,
    error: unknown,
  ): Promise<Attempt<C>> {
    try {
      return await storeFailure(entry, error);
    } catch (failure) {
      // A full device cannot store the outcome: the entry is retried with the same key.
      if (!(failure instanceof StorageFullError)) throw failure;
      held.set(entry.seq, performance.now() + backoff(entry.attempts));
      return { kind: 'held' };
    }
  }

  async function storeFailure<C extends QueueableCall>(entry: Entry<C>, error: unknown): Promise<Attempt<C>> {
    const requeue = () =>
      update(entry.seq, ({ state }) => (state === 'sending' ? { state: 'waiting' } : undefined));
    if (!(error instanceof ApiError)) {
      await requeue();
      // Displayed like a response of our server.
      if (error instanceof ForeignResponseError)
        return { kind: 'unanswered', answer: error.answer as Answer<C> };
      if (!(error instanceof NetworkError)) throw error;
      const isOwnFault = isForeign(error) || lostAlone.has(entry.seq);
      lostAlone.add(entry.seq);
      return isOwnFault && entry.attempts >= MIN_UNANSWERED
        ? await holdIfReachable(entry)
        : { kind: 'unanswered' };
    }
    const { status, isOurs } = error;
    if (status === 401) {
      await requeue();
      return { kind: 'signed-out' };
    }
    if (error.code === RESTORED && isOurs) {
      await requeue();
      return { kind: 'unanswered' };
    }
    const isStale = error.code === 'stale' && isOurs && entry.body !== undefined;
    // Our server explains a 503 itself (maintenance, full storage): the open form shows it and keeps its input.
    const isExplained = isOurs && status === 503;
    if (!isStale && (isExplained || !NO_SERVER.has(status))) {
      const before = await update(entry.seq, ({ state }) => (state === 'sending' ? 'drop' : undefined));
      if (before) return { kind: 'returned', error };
    }
    await requeue();
    // Only a response from our server may complete or reject an entry.
    if (!isOurs) return await holdIfReachable(entry, error);
    if (NOT_NOW.has(status)) return await hold(entry, error, entry.faults ?? 0);
    if (status >= 500 && (entry.faults ?? 0) + 1 < MAX_FAULTS)
      return await hold(entry, error, (entry.faults ?? 0) + 1);
    if (removesRow(entry) && (status === 404 || status === 410) && error.code !== UNKNOWN_CALL) {
      // Already removed by another user: the deletion has reached its goal.
      await markSent(entry);
      return { kind: 'sent' };
    }
    if (isStale) await resolveConflict(entry, error.current ?? null);
    else await update(entry.seq, () => ({ state: 'rejected', refusal: refusalOf(error) }));
    return { kind: 'resolved', seq: entry.seq };
  }

  /**
   * No response of our server, although it is reachable: something in between, e.g. a firewall, refuses this entry. The
   * others can be sent.
   */
  async function holdIfReachable(entry: Entry, error?: ApiError): Promise<Attempt<never>> {
    if (!(await isReachable())) return { kind: 'unanswered' };
    const pause = Math.min(MAX_BETWEEN_PAUSE_MS, 1_000 * 2 ** entry.attempts);
    held.set(entry.seq, performance.now() + pause);
    const trouble = { status: error?.status ?? 0, code: REFUSED_BETWEEN, message: '', issues: [] };
    await update(entry.seq, () => ({ trouble }));
    return { kind: 'held' };
  }

  /** Schedules a retry of this entry and records the error for display. */
  async function hold(entry: Entry, error: ApiError, faults: number): Promise<Attempt<never>> {
    const pause = error.retryAfter === undefined ? backoff(entry.attempts) : error.retryAfter * 1_000;
    held.set(entry.seq, performance.now() + pause);
    await update(entry.seq, () => ({ faults, trouble: refusalOf(error) }));
    return { kind: 'held', status: error.status };
  }

  const secondsUntilRetry = (seq: number) => Math.ceil(((held.get(seq) ?? 0) - performance.now()) / 1_000);

  /**
   * Optimistic concurrency: the row was changed elsewhere. Changes of different fields are merged; for the same field
   * the user chooses. A changed body needs a new idempotency key.
   */
  async function resolveConflict(entry: Entry, current: JsonObject | null): Promise<void> {
    const replace = (fields: Partial<Entry>) => update(entry.seq, () => ({ ...resetEntry(), ...fields }));
    if (current && removesRow(entry)) {
      // The user deleted the row without having seen the change.
      await replace({ state: 'conflict', clash: { current, paths: [] } });
      return;
    }
    if (!current) {
      // The row no longer exists: the user's version creates it.
      await replace({ body: { ...entry.body, revision: 0 }, base: undefined });
      return;
    }
    const { body, clashes, nothingLeft } = merge(entry.body ?? {}, entry.base, current, mergeRulesOf(entry));
    if (nothingLeft) await markSent(entry, current);
    else if (clashes.length === 0) await replace({ body, base: fieldsOf(current) });
    else await replace({ state: 'conflict', body, clash: { current, paths: clashes } });
  }

  return {
    make,
    markSent,
    handleFailure,
    /** Entries that must not be retried yet. */
    held: () => {
      for (const seq of held.keys()) if (secondsUntilRetry(seq) <= 0) held.delete(seq);
      return [...held.keys()];
    },
    /** Until the first of them may be retried; undefined if there is none. */
    secondsLeft: () =>
      held.size === 0 ? undefined : Math.max(1, Math.min(...[...held.keys()].map(secondsUntilRetry))),
    /** Retry times in wall-clock time, for display. */
    nextTry: () => new Map([...held.keys()].map((seq) => [seq, Date.now() + secondsUntilRetry(seq) * 1_000])),
    /** Allows immediate retries of all entries. */
    release: () => held.clear(),
  };
}

const refusalOf = ({ status, code, message, issues }: ApiError) => ({ status, code, message, issues });
