/**
 * What the engine knows of a call that may wait: nothing but this. Each domain has one table of its own calls, in its
 * `calls.ts`; the app registers them all. A call that the contract marks `queueable` and no table has does
 * not compile.
 */
import type { Api, BodyInput, QueueableCall } from '@ardhi/contract';
import type { QueryClient } from '@tanstack/react-query';
import type { ChangeEventKind } from '../lib/http/events.ts';
import type { Entry, Fields, Work } from './entry.ts';

/** An entry of one call, with the body that the contract says. What creates a row always names it. */
export type EntryOf<C extends QueueableCall> = Omit<Entry, 'call' | 'body'> & {
  call: C;
  body: BodyInput<Api[C]> extends undefined ? undefined : BodyInput<Api[C]> & { _id: string };
};

/** What this device knows: the last answers, and the entries that lie over them. */
export interface Known {
  client: QueryClient;
  entries: readonly Entry[];
}

/** How the fields of two versions of a row are compared. */
export interface MergeRules {
  /** Fields of the body that nobody chooses. */
  ignored?: readonly string[];
  /** Fields that the row shows otherwise than the body says them. */
  shown?: Readonly<Record<string, (row: Fields) => unknown>>;
}

interface AnyCall<C extends QueueableCall> {
  /** The kind of change event that it leads to: the first part of the query keys that show it. */
  kind: ChangeEventKind;
  /** The row that it is about, where that is neither the body's `_id` nor the last id of the path. */
  target?(work: Work): string;
  /** Rows that must be there before it can be sent, beside those of the path. */
  needs?(work: Work): readonly (string | undefined)[];
  /** What it belongs to, by name. */
  about?(known: Known, work: Work): string | undefined;
  /** How a new thing shows before it is sent; `tools` are the overlay's own. */
  draft?(entry: EntryOf<C>, tools?: unknown): unknown;
  /** How the thing of the path's `id` shows after it. May be laid over an answer that already holds it. */
  apply?(shown: unknown, entry: EntryOf<C>, tools?: unknown): unknown;
  /** What a screen needs of the answer to go on without it; the body unless said. */
  answer?(body: Fields): Fields;
  /** The row as the answer has it, where that does not bear the row's `_id`. */
  row?(answer: Fields): Fields;
}

interface EditCall<C extends QueueableCall> extends AnyCall<C> {
  effect: 'edit';
  /** The row as this device knows it: what others changed is told from it (optimistic concurrency). */
  base(known: Known, work: Work): object | undefined;
  merge?: MergeRules;
  /** A step of its own. Any other edit of a refused row takes the place of what was refused. */
  separate?: true;
}

interface OtherCall<C extends QueueableCall> extends AnyCall<C> {
  /** A restored row comes to be like a created one, but the server has known it. */
  effect: 'create' | 'restore' | 'remove';
  base?(known: Known, work: Work): object | undefined;
}

export type OfflineCall<C extends QueueableCall = QueueableCall> = EditCall<C> | OtherCall<C>;
export type OfflineCalls<C extends QueueableCall> = { readonly [Name in C]: OfflineCall<Name> };

const registered = new Map<string, OfflineCall>();

/** All of them by the app, before an entry is sent or shown; those of one domain by whatever writes. */
export function registerOfflineCalls<C extends QueueableCall>(calls: OfflineCalls<C>): void {
  for (const [name, call] of Object.entries<OfflineCall>(calls)) registered.set(name, call);
}

/** Undefined: a later version of the app has queued it. */
export function offlineCall(call: string): OfflineCall | undefined {
  return registered.get(call);
}
