/**
 * Descriptions of queueable calls; the engine knows nothing else about them. Each domain has a table in its `calls.ts`;
 * the app registers them all. A `queueable` call of the contract without an entry in a table does not compile.
 */
import type { Api, BodyInput, Json, JsonObject, ParamsInput, QueueableCall } from '@ardhi/contract';
import type { QueryClient } from '@tanstack/react-query';
import type { ChangeEventKind } from '../lib/http/events.ts';
import type { MessageKey } from '../lib/text/i18n.tsx';
import type { Entry, Work } from './entry.ts';

/** Work of one call with the contract's parameters and body. A create always includes the row's `_id`. */
export type WorkOf<C extends QueueableCall> = Omit<Work, 'call' | 'params' | 'body'> & {
  call: C;
  params: ParamsInput<C>;
  body: BodyInput<Api[C]> extends undefined ? undefined : BodyInput<Api[C]> & { _id: string };
};
export type EntryOf<C extends QueueableCall> = Omit<Entry, keyof Work> & WorkOf<C>;

/** An entry has the types of its call: the hook that queued it has checked them. */
export const isEntryOf = <C extends QueueableCall>(entry: Entry, call: C): entry is Entry & EntryOf<C> =>
  entry.call === call;

type FieldOf<Body> = Exclude<keyof Body, '_id' | 'revision'> & string;
/**
 * Paths of an edit's fields, and of the choices of an enumerated one: `name`, `location.address`, `soilType`,
 * `soilType.clay`. A list or a geometry is one field.
 */
export type FieldPath<Body> = { [F in FieldOf<Body>]: PathsIn<F, NonNullable<Body[F]>> }[FieldOf<Body>];
type PathsIn<Name extends string, Value> = Value extends readonly Json[] | { coordinates: Json }
  ? Name
  : Value extends object
    ? `${Name}.${FieldPath<Value>}`
    : Value extends string
      ? Name | (string extends Value ? never : `${Name}.${Value}`)
      : Name;

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
  shown?: Readonly<Record<string, (row: JsonObject) => Json>>;
}

interface AnyCall<W, E> {
  /** Kind of the resulting change event: the first element of the affected query keys. */
  kind: ChangeEventKind;
  /** Name of the change in the list of unsent ones. */
  label: MessageKey;
  /** Headline of its form when the server refuses it. */
  failed?: MessageKey;
  /** ID of the affected row, if it is neither the body's `_id` nor the last ID of the path. */
  target?(work: W): string;
  /** Rows that must exist before it can be sent, in addition to those of the path. */
  needs?(work: W): readonly (string | null | undefined)[];
  /** Name of the parcel, machine or person that it belongs to. */
  about?(known: Known, work: W): string | undefined;
  /** The new row as displayed before it is sent; `tools` come from the overlay. */
  draft?(entry: E, tools?: object): object;
  /** The row of the path's `id` after the change. May be applied to a response that already includes the change. */
  apply?(shown: object, entry: E, tools?: object): object;
  /** Extracts the row from a response without the row's `_id`. */
  row?(answer: JsonObject): JsonObject;
}

interface EditCall<W, E, Path> extends AnyCall<W, E> {
  effect: 'edit';
  /** The row as known to this device: the base for detecting other users' changes (optimistic concurrency). */
  base(known: Known, work: W): JsonObject | undefined;
  /** Labels of fields and choices, for a conflict. */
  fieldLabel(path: Path): MessageKey;
  merge?: MergeRules;
  /** Always a separate entry. Any other edit of a rejected row replaces the rejected entry. */
  separate?: true;
}

interface OtherCall<W, E> extends AnyCall<W, E> {
  /** `restore` is like `create`, but the row has existed on the server. */
  effect: 'create' | 'restore' | 'remove';
  base?(known: Known, work: W): JsonObject | undefined;
}

/** Description of a registered call. The engine passes it only entries of that call. */
export type OfflineCall = EditCall<Work, Entry, string> | OtherCall<Work, Entry>;
export type OfflineCalls<C extends QueueableCall> = {
  readonly [Name in C]:
    | EditCall<WorkOf<Name>, EntryOf<Name>, FieldPath<BodyInput<Api[Name]>>>
    | OtherCall<WorkOf<Name>, EntryOf<Name>>;
};

const registered = new Map<string, OfflineCall>();

/** The app registers all tables before an entry is sent or shown; each write hook registers its own. */
export function registerOfflineCalls(calls: Readonly<Record<string, OfflineCall>>): void {
  for (const [name, call] of Object.entries(calls)) registered.set(name, call);
}

/** Undefined if a newer version of the app has queued the call. */
export function offlineCall(call: string): OfflineCall | undefined {
  return registered.get(call);
}
