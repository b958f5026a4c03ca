/**
 * Formats and correction forms of calls, for the sync screens. Separate from the engine's tables, so that neither forms
 * nor the service worker load them. A call without them is shown by its label.
 */
import type { Json, JsonObject, QueueableCall } from '@ardhi/contract';
import type { ComponentType } from 'react';
import type { Translate, useFormat } from '../lib/text/i18n.tsx';
import type { Entry } from './entry.ts';

/** Translation and formatting functions for labels. */
export interface TextTools {
  t: Translate;
  format: ReturnType<typeof useFormat>;
}

export interface CorrectionProps {
  entry: Entry;
  onClose: () => void;
}

/** Correction of a rejected entry: its original form in a dialog, or a page. */
export type Correction =
  | { form: () => Promise<{ default: ComponentType<CorrectionProps> }> }
  | { page: (entry: Entry) => string };

export interface CallScreen {
  /** Formatted quantity. */
  amount?: (row: JsonObject, tools: TextTools) => string | undefined;
  /** Without one, a rejected entry can only be retried or discarded. */
  correction?: Correction;
  /** Page where a row deleted elsewhere can be restored. */
  restorePage?: string;
  /** Formatters of conflicting values that are not a text, number, date or choice. */
  values?: Readonly<Record<string, (raw: Json, tools: TextTools) => string>>;
}

export type CallScreens = { readonly [Name in QueueableCall]?: CallScreen };

let registered: CallScreens = {};

/** Called by the app before any entry is shown. */
export function registerCallScreens(screens: CallScreens): void {
  registered = screens;
}

export const callScreen = (call: QueueableCall): CallScreen | undefined => registered[call];
