/**
 * What the engine knows of a call that may wait: nothing but this. Each domain has one table of its own calls, in its
 * `offline.ts`; `app/offline.ts` registers them all. A call that the contract marks `queueable` and no table has does
 * not compile.
 */
import type { Api, BodyInput, QueueableCall } from '@ardhi/contract';
import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { ChangeEventKind } from '../lib/events.ts';
import type { MessageKey, Translate, useFormat } from '../lib/i18n.tsx';
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

/** What a text is made with. */
export interface TextTools {
  t: Translate;
  format: ReturnType<typeof useFormat>;
}

/** The name of a field, and the text of its value where that is neither a text, a number nor a date. */
export type FieldLabel =
  | MessageKey
  | { label: MessageKey; value: (given: unknown, tools: TextTools) => string | undefined };
export type FieldLabels = Readonly<Record<string, FieldLabel>>;

/** A field with a few values, each with a text of its own. */
export const choiceField = (
  label: MessageKey,
  choices: Readonly<Partial<Record<string, MessageKey>>>,
): FieldLabel => ({
  label,
  value: (given, { t }) => {
    const choice = choices[String(given)];
    return choice && t(choice);
  },
});

export interface CorrectionProps {
  entry: Entry;
  onClose: () => void;
}

/** Where a refused entry is corrected: in a dialog with the form that it came from, or on a page. */
export type Correction =
  | { form: () => Promise<{ default: ComponentType<CorrectionProps> }> }
  | { page: (entry: Entry) => string };

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
  /** What was done, as the list of unsent work says it. */
  label: MessageKey;
  /** How much of it, as that list says it. */
  amount?(row: Fields, tools: TextTools): string | undefined;
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
  /** What the answer says the row's revision is now, where it does not stand at the row's `_id`. */
  revision?(answer: Fields): unknown;
  /** Without one, a refused entry can only be tried again or thrown away. */
  correction?: Correction;
  /** Where a thing that was deleted elsewhere can be restored. */
  restorePage?: string;
}

interface EditCall<C extends QueueableCall> extends AnyCall<C> {
  effect: 'edit';
  /** The row as this device knows it: what others changed is told from it (optimistic concurrency). */
  base(known: Known, work: Work): object | undefined;
  /** The fields that two people may have changed. */
  fields: FieldLabels;
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

let registered: Readonly<Partial<Record<string, OfflineCall>>> = {};

/** Done once by the app, before anything is queued or shown. */
export function registerOfflineCalls(calls: OfflineCalls<QueueableCall>): void {
  registered = calls as Readonly<Record<string, OfflineCall>>;
}

/** Undefined: the call needs the server's answer at once, or a later version of the app has queued it. */
export function offlineCall(call: string): OfflineCall | undefined {
  return registered[call];
}
