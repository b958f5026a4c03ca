/**
 * Labels and correction forms of calls, for the sync screens. Separate from the engine's tables, so that forms need not
 * load them.
 */
import type { ComponentType } from 'react';
import type { MessageKey, Translate, useFormat } from '../lib/text/i18n.tsx';
import type { Entry, Fields } from './entry.ts';

/** Translation and formatting functions for labels. */
export interface TextTools {
  t: Translate;
  format: ReturnType<typeof useFormat>;
}

/** Label of a field, and a formatter if its value is not a text, number or date. */
export type FieldLabel =
  | MessageKey
  | { label: MessageKey; value: (raw: unknown, tools: TextTools) => string | undefined };
export type FieldLabels = Readonly<Record<string, FieldLabel>>;

/** Field with a fixed set of values, each with its own label. */
export const choiceField = (
  label: MessageKey,
  choices: Readonly<Partial<Record<string, MessageKey>>>,
): FieldLabel => ({
  label,
  value: (raw, { t }) => {
    const choice = choices[String(raw)];
    return choice && t(choice);
  },
});

export interface CorrectionProps {
  entry: Entry;
  onClose: () => void;
}

/** Correction of a rejected entry: its original form in a dialog, or a page. */
export type Correction =
  | { form: () => Promise<{ default: ComponentType<CorrectionProps> }> }
  | { page: (entry: Entry) => string };

export interface CallScreen {
  /** Name of the action. */
  label: MessageKey;
  /** Formatted quantity. */
  amount?: (row: Fields, tools: TextTools) => string | undefined;
  /** Without one, a rejected entry can only be retried or discarded. */
  correction?: Correction;
  /** Page where a row deleted elsewhere can be restored. */
  restorePage?: string;
  /** Labels of the fields that may conflict. */
  fields?: FieldLabels;
}

/** One screen per call of a table. Edits need field labels, because the user may have to resolve a conflict. */
export type ScreensOf<Calls> = {
  readonly [Name in keyof Calls]: Calls[Name] extends { effect: 'edit' }
    ? CallScreen & { fields: FieldLabels }
    : CallScreen;
};

const registered = new Map<string, CallScreen>();

/** Called by the app before any entry is shown. */
export function registerCallScreens(screens: Readonly<Record<string, CallScreen>>): void {
  for (const [name, screen] of Object.entries(screens)) registered.set(name, screen);
}

/** Undefined if a newer version of the app has queued the call. */
export function callScreen(call: string): CallScreen | undefined {
  return registered.get(call);
}
