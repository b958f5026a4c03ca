/** One write of a person: straight to the server where that is possible, else on this device until it is. */
import type { Call } from '@ardhi/contract';
import type { QueryClient } from '@tanstack/react-query';
import { ApiError, call, isStale, NetworkError } from '../lib/api.ts';
import { connection } from '../lib/connection.ts';
import { newId } from '../lib/id.ts';
import { currentOutbox } from './current.ts';
import { type Entry, type Fields, fieldsOf, type Work } from './entry.ts';
import { type Known, type OfflineCall, offlineCall } from './offline-calls.ts';
import { mustWait, rebased } from './rules.ts';

const STRAIGHT_TIMEOUT_MS = 15_000;

export interface WriteOptions {
  params?: Record<string, string>;
  body?: Fields;
  /** The row as the form found it. */
  base?: object;
}

export interface Written {
  /** `queued`: it lies on this device and waits. `stuck`: it lies there until the person has chosen. */
  outcome: 'done' | 'queued' | 'stuck';
  /** The server's, or what can be said without it. */
  answer: unknown;
}

export async function write(
  client: QueryClient,
  name: Call,
  options: WriteOptions,
  key: string,
): Promise<Written> {
  const known = offlineCall(name);
  const opened = await currentOutbox();
  if (!opened || !known) return { outcome: 'done', answer: await straight(name, options, key) };
  const { outbox, push } = opened;
  const { entries } = outbox.get();
  const work = workOf(name, known, options, { client, entries });

  const free = connection.get() && !mustWait(work, entries);
  if (free) {
    const own = rebased(work, entries);
    try {
      const answer = await straight(
        name,
        { params: options.params, body: own.body },
        key,
        AbortSignal.timeout(STRAIGHT_TIMEOUT_MS),
      );
      // Nobody waits for this: until newer answers come, it lies over the older ones.
      void outbox.recordSent(own, key, answer).catch(() => {});
      return { outcome: 'done', answer };
    } catch (error) {
      if (isStale(error)) {
        // Others changed the row meanwhile: the outbox knows how to put the two together, or whom to ask.
        await outbox.add(own, { key });
        await push();
        return { outcome: outcomeOf(outbox.get().entries, key), answer: answerSoFar(known, work) };
      }
      if (!isUnanswered(error)) throw error;
    }
  }
  await outbox.add(work, { key, attempted: free });
  askForPersistentStorage();
  void push();
  return { outcome: 'queued', answer: answerSoFar(known, work) };
}

function outcomeOf(entries: readonly Entry[], key: string): Written['outcome'] {
  const entry = entries.find((one) => one.key === key);
  if (!entry || entry.state === 'sent') return 'done';
  return entry.state === 'waiting' ? 'queued' : 'stuck';
}

function straight(name: Call, options: WriteOptions, key: string, signal?: AbortSignal): Promise<unknown> {
  const send = call as (name: Call, options: unknown) => Promise<unknown>;
  const { params, body } = options;
  return send(name, { params, body, idempotencyKey: key, signal });
}

/** Nothing is known of whether it was done; with its key it can be sent again. */
function isUnanswered(error: unknown): boolean {
  return (
    error instanceof NetworkError || (error instanceof ApiError && [502, 503, 504].includes(error.status))
  );
}

function workOf(name: Call, known: OfflineCall, options: WriteOptions, here: Known): Work {
  const { params = {}, body, base } = options;
  // Later work on a new row must be able to name it.
  const named = known.effect === 'create' && body?._id === undefined ? { _id: newId(), ...body } : body;
  const work: Work = { call: name, params, body: named };
  return {
    ...work,
    about: known.about?.(here, work),
    base: base ? fieldsOf(base) : baseOf(known, here, work),
  };
}

/** The row as it was when it was edited; undefined where that is not known any more. */
function baseOf(known: OfflineCall, here: Known, work: Work): Fields | undefined {
  const row = known.base?.(here, work) as Fields | undefined;
  const { revision } = work.body ?? {};
  if (!row || (revision !== undefined && row.revision !== revision)) return undefined;
  return fieldsOf(row);
}

/** What a screen needs to go on. */
function answerSoFar(known: OfflineCall, { body = {} }: Work): Fields {
  return known.answer?.(body) ?? body;
}

let asked = false;

/** Browsers may clear what lies on a full device, except for those who ask to stay. */
function askForPersistentStorage(): void {
  if (asked) return;
  asked = true;
  void navigator.storage?.persist?.().catch(() => {});
}
