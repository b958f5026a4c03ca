/** One write: stored on the device first, then sent to the server immediately if possible, otherwise later. */
import type { JsonObject, QueueableCall } from '@ardhi/contract';
import type { QueryClient } from '@tanstack/react-query';
import { newId } from '../lib/device/id.ts';
import { requestPersistence } from '../lib/device/persistence.ts';
import { StorageBlockedError } from '../lib/device/storage-errors.ts';
import { withinTime } from '../lib/device/within-time.ts';
import { callWithKey, NetworkError } from '../lib/http/api.ts';
import { connection } from '../lib/http/connection.ts';
import { currentOutbox, outboxStatus, requestBackgroundSync } from './current.ts';
import { type Answer, type Entry, fieldsOf, type Work } from './entry.ts';
import { type Known, type OfflineCall, offlineCall } from './offline-calls.ts';

const DIRECT_TIMEOUT_MS = 15_000;

export interface WriteOptions {
  params?: Record<string, string>;
  body?: JsonObject;
  /** The row as the form loaded it. */
  base?: JsonObject;
  /** The write is stored on the device or the server: the form's draft can be deleted. */
  onStored?: () => void;
}

export interface Written<C extends QueueableCall = QueueableCall> {
  /** `queued`: stored on this device. `stuck`: waits for the user to resolve a conflict or rejection. */
  outcome: 'done' | 'queued' | 'stuck';
  /** The server's response, if there is one. */
  answer?: Answer<C>;
}

/** Maximum time that a form is busy; then it closes, and the request continues. */
const MAX_BUSY_MS = 4_000;
/** After an unanswered save the next form closes as soon as its write is stored, until a save is answered in time. */
let isUnanswered = false;

export async function write<C extends QueueableCall>(
  client: QueryClient,
  name: C,
  options: WriteOptions,
  key: string,
): Promise<Written<C>> {
  const known = offlineCall(name);
  const opened = await currentOutbox();
  if (!known) return await sendDirectly(name, options, key);
  if (!opened) {
    // Without an account or a database there is nothing to wait for, and the message is that of the call.
    const isHeldBack = ['blocked', 'newer'].includes(outboxStatus().kind);
    if (!isHeldBack) return await sendDirectly(name, options, key);
    return await sendUnstored(name, options, key, new StorageBlockedError('No database'));
  }
  const { outbox, push } = opened;
  const work = workOf(name, known, options, { client, entries: outbox.get().entries });
  const timeout = new Promise<undefined>((resolve) => setTimeout(resolve, MAX_BUSY_MS));

  let isStored = false;
  let closeNow = () => {};
  const closed = new Promise<undefined>((resolve) => {
    closeNow = () => resolve(undefined);
  });
  const onStored = () => {
    isStored = true;
    options.onStored?.();
    if (isUnanswered) closeNow();
  };
  const submitted = outbox.submit(work, key, connection.get(), onStored);
  // Identical to the stored write: if it is stored after all, the server ignores the second one.
  const sendWithoutStoring = (error: unknown) =>
    sendUnstored(name, { ...options, body: work.body }, key, error);
  void submitted
    .then(({ kind }) => {
      if (kind === 'sent' || kind === 'returned') isUnanswered = false;
    })
    .catch(() => {});
  let result = await Promise.race([submitted, timeout, closed]);
  if (!result && isStored) isUnanswered = true;
  if (!result && !isStored) return await sendWithoutStoring(new StorageBlockedError('The database hangs'));
  // If the database hangs only now, the write is stored.
  if (!result && (await withinTime(outbox.detach(key))) !== false) {
    void submitted.finally(() => push()).catch(() => {});
    return queued();
  }
  result ??= await submitted;
  switch (result.kind) {
    case 'sent':
      return { outcome: 'done', answer: result.answer };
    case 'returned':
      throw result.error;
    case 'unstored':
      // Storage full or no database: the write needs a connection.
      return await sendWithoutStoring(result.error);
    case 'resolved': {
      // Other users changed the row meanwhile: the outbox merges the changes or reports a conflict.
      await Promise.race([push(), timeout]);
      return { outcome: outcomeOf(outbox.get().entries, result.seq) };
    }
    default:
      void push();
      // The form shows the foreign response as specified; the entry still waits for our server.
      if (result.kind === 'unanswered' && result.answer !== undefined)
        return { outcome: 'done', answer: result.answer };
      return queued();
  }
}

function queued(): { outcome: 'queued' } {
  void requestPersistence();
  void requestBackgroundSync();
  return { outcome: 'queued' };
}

function outcomeOf(entries: readonly Entry[], seq: number): Written['outcome'] {
  const entry = entries.find((one) => one.seq === seq);
  if (!entry || entry.state === 'sent') return 'done';
  return entry.state === 'waiting' ? 'queued' : 'stuck';
}

async function sendUnstored<C extends QueueableCall>(
  name: C,
  options: WriteOptions,
  key: string,
  error: unknown,
): Promise<Written<C>> {
  if (!connection.get()) throw error;
  try {
    return await sendDirectly(name, options, key);
  } catch (failure) {
    throw failure instanceof NetworkError ? error : failure;
  }
}

async function sendDirectly<C extends QueueableCall>(
  name: C,
  { params, body, onStored }: WriteOptions,
  key: string,
): Promise<Written<C>> {
  const signal = AbortSignal.timeout(DIRECT_TIMEOUT_MS);
  const answer = await callWithKey(name, { params, body, signal }, key);
  onStored?.();
  return { outcome: 'done', answer };
}

function workOf<C extends QueueableCall>(
  name: C,
  known: OfflineCall,
  options: WriteOptions,
  here: Known,
): Work<C> {
  const { params = {}, body, base } = options;
  // Later writes must be able to reference the new row.
  const withId = known.effect === 'create' && body?._id === undefined ? { _id: newId(), ...body } : body;
  const work: Work<C> = { call: name, params, body: withId };
  const baseFields = base ? fieldsOf(base) : baseOf(known, here, work);
  // With a revision the server reports a conflict if other users have changed the deleted row.
  const isRemoval = known.effect === 'remove' && typeof baseFields?.revision === 'number';
  return {
    ...work,
    body: isRemoval ? { revision: baseFields.revision } : withId,
    about: known.about?.(here, work),
    base: baseFields,
  };
}

/** The row when the edit began; undefined if no longer known. */
function baseOf(known: OfflineCall, here: Known, work: Work): JsonObject | undefined {
  const row = known.base?.(here, work);
  const { revision } = work.body ?? {};
  if (!row || (revision !== undefined && row.revision !== revision)) return undefined;
  return fieldsOf(row);
}
