/**
 * How the screens of unsent work tell of a call, and where it is corrected. Apart from what the engine needs: whoever
 * fills in a form has no use for it yet.
 */
import type { ComponentType } from 'react';
import type { MessageKey, Translate, useFormat } from '../lib/text/i18n.tsx';
import type { Entry, Fields } from './entry.ts';

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

export interface CallScreen {
  /** What was done. */
  label: MessageKey;
  /** How much of it. */
  amount?: (row: Fields, tools: TextTools) => string | undefined;
  /** Without one, a refused entry can only be tried again or thrown away. */
  correction?: Correction;
  /** Where a thing that was deleted elsewhere can be restored. */
  restorePage?: string;
  /** The fields that two people may have changed. */
  fields?: FieldLabels;
}

/** One for each call of a table. Between two versions of an edited row someone must be able to choose. */
export type ScreensOf<Calls> = {
  readonly [Name in keyof Calls]: Calls[Name] extends { effect: 'edit' }
    ? CallScreen & { fields: FieldLabels }
    : CallScreen;
};

const registered = new Map<string, CallScreen>();

/** Done by the app, before an entry is shown. */
export function registerCallScreens(screens: Readonly<Record<string, CallScreen>>): void {
  for (const [name, screen] of Object.entries(screens)) registered.set(name, screen);
}

/** Undefined: a later version of the app has queued it. */
export function callScreen(call: string): CallScreen | undefined {
  return registered.get(call);
}
