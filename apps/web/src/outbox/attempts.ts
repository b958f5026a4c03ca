/** One try to send an entry, and what the answer makes of it: sent, refused, merged, to be chosen, or tried later. */
import { ApiError, ForeignAnswerError, NetworkError } from '../lib/http/api-error.ts';
import { backoff } from '../lib/http/backoff.ts';
import { type Entry, type Fields, fieldsOf } from './entry.ts';
import { merge } from './merge.ts';
import { mergeRulesOf, removesRow, rowIn } from './relations.ts';
import { asUnsent, expiredSent, NO_TROUBLE, rebasedBehind } from './rules.ts';
import type { Step } from './store.ts';

/** What became of one try. */
export type Attempt =
  | { kind: 'sent'; answer: unknown }
  /** A conflict, merged or for the person to choose, or a refusal: the next one can be sent. */
  | { kind: 'resolved'; seq: number }
  /** Only this one, and what depends on it, is tried later. */
  | { kind: 'held' }
  /** `answer`: of somebody who is not our server, for the form to show. */
  | { kind: 'unanswered'; answer?: unknown }
  | { kind: 'signed-out' }
  /** Refused while its form was open, which has its work back. */
  | { kind: 'returned'; error: ApiError };

/** A server that fails so often over one entry is not going to take it. */
const MAX_FAULTS = 5;
/** The server, or the gateway before it, is not up to it now: nothing is said of the work. */
const NOT_NOW: ReadonlySet<number> = new Set([408, 429, 502, 503, 504]);
/** Of these a form learns nothing: the work waits. */
const NO_SERVER: ReadonlySet<number> = new Set([502, 503, 504]);

/** What becomes of one entry as it is stored now. */
export type EntryStep = (stored: Entry) => Partial<Entry> | 'drop' | undefined;

interface AttemptOptions {
  send: (entry: Entry) => Promise<unknown>;
  change: (step: Step) => Promise<void>;
  /** Answers the entry as it was. */
  update: (seq: number, step: EntryStep) => Promise<Entry | undefined>;
}

export function createAttempts({ send, change, update }: AttemptOptions) {
  /** Until when, by a clock that nobody sets. */
  const held = new Map<number, number>();

  async function make(entry: Entry): Promise<Attempt> {
    held.delete(entry.seq);
    let answer: unknown;
    try {
      answer = await send(entry);
    } catch (error) {
      return await handleFailure(entry, error);
    }
    await markSent(entry, answer);
    return { kind: 'sent', answer };
  }

  /** Done: the later work on the same row is rebased on the answer, in the same step. */
  async function markSent(entry: Entry, answer: unknown): Promise<void> {
    const now = Date.now();
    const row = rowIn(answer, entry);
    await change((entries, acknowledged) => ({
      put: [
        { ...entry, ...NO_TROUBLE, state: 'sent', sentAt: now, acknowledged, row },
        ...(row ? rebasedBehind(entry, row, entries) : []),
      ],
      drop: expiredSent(entries),
      sentAt: now,
    }));
  }

  async function handleFailure(entry: Entry, error: unknown): Promise<Attempt> {
    const wait = () =>
      update(entry.seq, ({ state }) => (state === 'sending' ? { state: 'waiting' } : undefined));
    if (!(error instanceof ApiError)) {
      await wait();
      if (error instanceof ForeignAnswerError) return { kind: 'unanswered', answer: error.answer };
      if (error instanceof NetworkError) return { kind: 'unanswered' };
      throw error;
    }
    const { status, isOurs } = error;
    if (status === 401) {
      await wait();
      return { kind: 'signed-out' };
    }
    const isStale = error.code === 'stale' && isOurs && entry.body !== undefined;
    if (!isStale && !NO_SERVER.has(status)) {
      const before = await update(entry.seq, ({ state }) => (state === 'sending' ? 'drop' : undefined));
      if (before) return { kind: 'returned', error };
    }
    await wait();
    // Only our server may say that it is done, gone or refused.
    if (!isOurs) return { kind: 'unanswered' };
    if (NOT_NOW.has(status)) return await hold(entry, error, entry.faults ?? 0);
    if (status >= 500 && (entry.faults ?? 0) + 1 < MAX_FAULTS)
      return await hold(entry, error, (entry.faults ?? 0) + 1);
    if (removesRow(entry) && (status === 404 || status === 410)) {
      // Somebody removed it already: that is what was wanted.
      await markSent(entry, undefined);
      return { kind: 'sent', answer: undefined };
    }
    if (isStale) await resolveConflict(entry, error.current as Fields | null);
    else await update(entry.seq, () => ({ state: 'rejected', refusal: refusalOf(error) }));
    return { kind: 'resolved', seq: entry.seq };
  }

  /** The server had trouble with this one: it is tried again by itself, and says why it waits. */
  async function hold(entry: Entry, error: ApiError, faults: number): Promise<Attempt> {
    const pause = error.retryAfter === undefined ? backoff(entry.attempts) : error.retryAfter * 1_000;
    held.set(entry.seq, performance.now() + pause);
    await update(entry.seq, () => ({ faults, trouble: refusalOf(error) }));
    return { kind: 'held' };
  }

  const secondsOf = (seq: number) => Math.ceil(((held.get(seq) ?? 0) - performance.now()) / 1_000);

  /**
   * Optimistic concurrency: the row was changed elsewhere. Different fields are merged, the same ones are for the
   * person to choose. Another body is another piece of work: with a key of its own.
   */
  async function resolveConflict(entry: Entry, current: Fields | null): Promise<void> {
    const replace = (fields: Partial<Entry>) => update(entry.seq, () => ({ ...asUnsent(), ...fields }));
    if (current && removesRow(entry)) {
      // Whoever removed it has not seen that.
      await replace({ state: 'conflict', clash: { current, paths: [] } });
      return;
    }
    if (!current) {
      // The row is gone again: the own version is simply the first.
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
    /** What the server had trouble with, and is not to be tried yet. */
    held: () => [...held.keys()].filter((seq) => secondsOf(seq) > 0),
    /** Until the first of them can be tried; undefined where there is none. */
    secondsLeft: () =>
      held.size === 0 ? undefined : Math.max(0, Math.min(...[...held.keys()].map(secondsOf))),
    /** When each is tried again, by the clock that people see. */
    nextTry: () => new Map([...held.keys()].map((seq) => [seq, Date.now() + secondsOf(seq) * 1_000])),
    /** All may be tried at once. */
    release: () => held.clear(),
  };
}

const refusalOf = ({ status, code, message, issues }: ApiError) => ({ status, code, message, issues });
