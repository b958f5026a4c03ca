/** One write of a person: on this device first, then to the server at once where that is possible, else later. */
import type { Call } from '@ardhi/contract';
import type { QueryClient } from '@tanstack/react-query';
import { newId } from '../lib/device/id.ts';
import { call, NetworkError } from '../lib/http/api.ts';
import { connection } from '../lib/http/connection.ts';
import { askForBackgroundSync, currentOutbox } from './current.ts';
import { type Entry, type Fields, fieldsOf, type Work } from './entry.ts';
import { type Known, type OfflineCall, offlineCall } from './offline-calls.ts';

const STRAIGHT_TIMEOUT_MS = 15_000;

export interface WriteOptions {
  params?: Record<string, string>;
  body?: Fields;
  /** The row as the form found it. */
  base?: object;
  /** It lies on this device, or with the server: nobody else need keep it. */
  onStored?: () => void;
}

export interface Written {
  /** `queued`: it lies on this device and waits. `stuck`: it lies there until the person has chosen. */
  outcome: 'done' | 'queued' | 'stuck';
  /** The server's, or what can be said without it. */
  answer: unknown;
}

/** As long as this a form is busy; then it closes, and the request runs on. */
const MAX_BUSY_MS = 4_000;

export async function write(
  client: QueryClient,
  name: Call,
  options: WriteOptions,
  key: string,
): Promise<Written> {
  const known = offlineCall(name);
  const opened = await currentOutbox();
  if (!opened || !known) return await straightaway(name, options, key);
  const { outbox, push } = opened;
  const work = workOf(name, known, options, { client, entries: outbox.get().entries });
  const soFar = known.answer?.(work.body ?? {}) ?? work.body ?? {};
  const patience = new Promise<undefined>((resolve) => setTimeout(resolve, MAX_BUSY_MS));

  const submitted = outbox.submit(work, key, connection.get(), options.onStored);
  let result = await Promise.race([submitted, patience]);
  if (!result && (await outbox.detach(key))) {
    void submitted.finally(() => push()).catch(() => {});
    return queued(soFar);
  }
  result ??= await submitted;
  switch (result.kind) {
    case 'sent':
      return { outcome: 'done', answer: result.answer };
    case 'returned':
      throw result.error;
    case 'unstored':
      // No room, or no database at all: it needs the network, as everything else does.
      return await unstored(name, options, key, result.error);
    case 'resolved': {
      // Others changed the row meanwhile: the outbox puts the two together, or knows whom to ask.
      await Promise.race([push(), patience]);
      return { outcome: outcomeOf(outbox.get().entries, result.seq), answer: soFar };
    }
    default:
      void push();
      // Shown as the specification says; the work waits for the word of our own server all the same.
      if (result.kind === 'unanswered' && result.answer !== undefined)
        return { outcome: 'done', answer: result.answer };
      return queued(soFar);
  }
}

/** What the screen goes on with where the server has not said yes yet. */
const unanswered = new WeakSet<object>();

function queued(answer: Fields): Written {
  askForPersistentStorage();
  void askForBackgroundSync();
  unanswered.add(answer);
  return { outcome: 'queued', answer };
}

/** Whether the server's yes is still to come. */
export const isQueued = (answer: object): boolean => unanswered.has(answer);

function outcomeOf(entries: readonly Entry[], seq: number): Written['outcome'] {
  const entry = entries.find((one) => one.seq === seq);
  if (!entry || entry.state === 'sent') return 'done';
  return entry.state === 'waiting' ? 'queued' : 'stuck';
}

async function unstored(name: Call, options: WriteOptions, key: string, error: unknown): Promise<Written> {
  if (!connection.get()) throw error;
  try {
    return await straightaway(name, options, key);
  } catch (failure) {
    throw failure instanceof NetworkError ? error : failure;
  }
}

async function straightaway(
  name: Call,
  { params, body, onStored }: WriteOptions,
  key: string,
): Promise<Written> {
  const send = call as (name: Call, options: unknown) => Promise<unknown>;
  const signal = AbortSignal.timeout(STRAIGHT_TIMEOUT_MS);
  const answer = await send(name, { params, body, idempotencyKey: key, signal });
  onStored?.();
  return { outcome: 'done', answer };
}

function workOf(name: Call, known: OfflineCall, options: WriteOptions, here: Known): Work {
  const { params = {}, body, base } = options;
  // Later work on a new row must be able to name it.
  const named = known.effect === 'create' && body?._id === undefined ? { _id: newId(), ...body } : body;
  const work: Work = { call: name, params, body: named };
  const from = base ? fieldsOf(base) : baseOf(known, here, work);
  // Where others changed what is removed, the server says so first.
  const isRemoval = known.effect === 'remove' && typeof from?.revision === 'number';
  return {
    ...work,
    body: isRemoval ? { revision: from.revision } : named,
    about: known.about?.(here, work),
    base: from,
  };
}

/** The row as it was when it was edited; undefined where that is not known any more. */
function baseOf(known: OfflineCall, here: Known, work: Work): Fields | undefined {
  const row = known.base?.(here, work) as Fields | undefined;
  const { revision } = work.body ?? {};
  if (!row || (revision !== undefined && row.revision !== revision)) return undefined;
  return fieldsOf(row);
}

let asked = false;

/** Browsers may clear what lies on a full device, except for those who ask to stay. */
function askForPersistentStorage(): void {
  if (asked) return;
  asked = true;
  void navigator.storage?.persist?.().catch(() => {});
}
