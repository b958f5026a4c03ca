/**
 * Descriptions of queueable calls; the engine knows nothing else about them. Each domain has a table in its `calls.ts`;
 * the app registers them all. A `queueable` call of the contract without an entry in a table does not compile.
 */
import type { Api, BodyInput, QueueableCall } from '@ardhi/contract';
import type { QueryClient } from '@tanstack/react-query';
import type { ChangeEventKind } from '../lib/http/events.ts';
import type { Entry, Fields, Work } from './entry.ts';

/** Entry of one call with its contract body. A create always includes the row's `_id`. */
export type EntryOf<C extends QueueableCall> = Omit<Entry, 'call' | 'body'> & {
  call: C;
  body: BodyInput<Api[C]> extends undefined ? undefined : BodyInput<Api[C]> & { _id: string };
};

/** Data on this device: cached responses, and the entries applied on top of them. */
export interface Known {
  client: QueryClient;
  entries: readonly Entry[];
}

/** Rules for comparing two versions of a row. */
export interface MergeRules {
  /** Fields of the body that never conflict. */
  ignored?: readonly string[];
  /** Fields that the row represents differently from the body. */
  shown?: Readonly<Record<string, (row: Fields) => unknown>>;
}

interface AnyCall<C extends QueueableCall> {
  /** Kind of the resulting change event: the first element of the affected query keys. */
  kind: ChangeEventKind;
  /** ID of the affected row, if it is neither the body's `_id` nor the last ID of the path. */
  target?(work: Work): string;
  /** Rows that must exist before it can be sent, in addition to those of the path. */
  needs?(work: Work): readonly (string | undefined)[];
  /** Name of the parcel, machine or person that it belongs to. */
  about?(known: Known, work: Work): string | undefined;
  /** The new row as displayed before it is sent; `tools` come from the overlay. */
  draft?(entry: EntryOf<C>, tools?: unknown): unknown;
  /** The row of the path's `id` after the change. May be applied to a response that already includes the change. */
  apply?(shown: unknown, entry: EntryOf<C>, tools?: unknown): unknown;
  /** Substitute for the response while the entry is queued; default: the body. */
  answer?(body: Fields): Fields;
  /** Extracts the row from a response without the row's `_id`. */
  row?(answer: Fields): Fields;
}

interface EditCall<C extends QueueableCall> extends AnyCall<C> {
  effect: 'edit';
  /** The row as known to this device: the base for detecting other users' changes (optimistic concurrency). */
  base(known: Known, work: Work): object | undefined;
  merge?: MergeRules;
  /** Always a separate entry. Any other edit of a rejected row replaces the rejected entry. */
  separate?: true;
}

interface OtherCall<C extends QueueableCall> extends AnyCall<C> {
  /** `restore` is like `create`, but the row has existed on the server. */
  effect: 'create' | 'restore' | 'remove';
  base?(known: Known, work: Work): object | undefined;
}

export type OfflineCall<C extends QueueableCall = QueueableCall> = EditCall<C> | OtherCall<C>;
export type OfflineCalls<C extends QueueableCall> = { readonly [Name in C]: OfflineCall<Name> };

const registered = new Map<string, OfflineCall>();

/** The app registers all tables before an entry is sent or shown; each write hook registers its own. */
export function registerOfflineCalls<C extends QueueableCall>(calls: OfflineCalls<C>): void {
  for (const [name, call] of Object.entries<OfflineCall>(calls)) registered.set(name, call);
}

/** Undefined if a newer version of the app has queued the call. */
export function offlineCall(call: string): OfflineCall | undefined {
  return registered.get(call);
}
