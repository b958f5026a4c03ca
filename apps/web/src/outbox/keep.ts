/** One write of a person: straight to the server where that is possible, else on this device until it is. */
import type { Call } from '@ardhi/contract';
import type { QueryClient } from '@tanstack/react-query';
import { ApiError, call, isStale, NetworkError } from '../lib/api.ts';
import { connection } from '../lib/connection.ts';
import { newId } from '../lib/id.ts';
import { currentOutbox } from './current.ts';
import type { Entry, Fields, Work } from './entry.ts';
import { aboutOf, baseOf, fieldsOf } from './known.ts';
import { mustWait, withOwnRevision } from './rules.ts';

/** The work of a farm. What else there is to change needs the server's answer at once. */
const KEPT: readonly RegExp[] = [
  / \/land(\/|$)/,
  / \/equipment(\/|$)/,
  /^(POST|PUT|DELETE) \/subsidies(\/\{id\})?$/,
  /^POST \/messages$/,
];

const STRAIGHT_TIMEOUT_MS = 15_000;

export interface WriteOptions {
  params?: Record<string, string>;
  body?: Fields;
  /** The row as the form found it. */
  base?: object;
}

export interface Written {
  /** `kept`: it lies on this device and waits. `stuck`: it lies there until the person has chosen. */
  outcome: 'done' | 'kept' | 'stuck';
  /** The server's, or what can be said without it. */
  answer: unknown;
}

const isKept = (name: Call) => KEPT.some((pattern) => pattern.test(name));

export async function write(
  client: QueryClient,
  name: Call,
  options: WriteOptions,
  key: string,
): Promise<Written> {
  const opened = isKept(name) ? await currentOutbox() : null;
  if (!opened) return { outcome: 'done', answer: await straight(name, options, key) };
  const { outbox, push } = opened;
  const { entries } = outbox.get();
  const plain: Work = { call: name, params: options.params ?? {}, body: withId(name, options.body) };
  const work: Work = {
    ...plain,
    about: aboutOf(client, entries, plain),
    base: options.base ? fieldsOf(options.base) : baseOf(client, entries, plain),
  };

  const free = connection.get() && !mustWait(work, entries);
  if (free) {
    const body = withOwnRevision(work, entries);
    try {
      const answer = await straight(
        name,
        { params: options.params, body },
        key,
        AbortSignal.timeout(STRAIGHT_TIMEOUT_MS),
      );
      // Nobody waits for this: it only keeps older answers from looking as if nothing had happened.
      void outbox.note({ ...work, body }, key, answer).catch(() => {});
      return { outcome: 'done', answer };
    } catch (error) {
      if (isStale(error)) {
        // Others changed the row meanwhile: the outbox knows how to put the two together, or whom to ask.
        await outbox.add({ ...work, body }, { key });
        await push();
        return { outcome: outcomeOf(outbox.get().entries, key), answer: answerSoFar(work) };
      }
      if (!isUnanswered(error)) throw error;
    }
  }
  await outbox.add(work, { key, attempted: free });
  askToStay();
  void push();
  return { outcome: 'kept', answer: answerSoFar(work) };
}

function outcomeOf(entries: readonly Entry[], key: string): Written['outcome'] {
  const entry = entries.find((one) => one.key === key);
  if (!entry || entry.state === 'sent') return 'done';
  return entry.state === 'waiting' ? 'kept' : 'stuck';
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

/** Later work on a row must be able to name it. */
function withId(name: Call, body: Fields | undefined): Fields | undefined {
  const makes =
    (name.startsWith('POST ') && !name.endsWith('/restore')) || name === 'PUT /equipment/{id}/usage';
  return makes && body?._id === undefined ? { _id: newId(), ...body } : body;
}

/** What a screen needs to go on: a thread bears the id of its first message; neighbours are not known yet. */
function answerSoFar({ body = {} }: Work): unknown {
  return { ...body, threadId: body.threadId ?? body._id, overlaps: [] };
}

let asked = false;

/** Browsers may clear what lies on a full device, except for those who ask to stay. */
function askToStay(): void {
  if (asked) return;
  asked = true;
  void navigator.storage?.persist?.().catch(() => {});
}
