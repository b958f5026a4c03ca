/** Description of an entry in the list of unsent changes. */
import type { JsonObject } from '@ardhi/contract';
import { useFormat, useT } from '../lib/text/i18n.tsx';
import { callScreen } from '../outbox/call-screens.ts';
import type { Entry } from '../outbox/entry.ts';
import { offlineCall } from '../outbox/offline-calls.ts';

/** `what`: the action; `details`: the affected row. */
export function useEntryText(): (entry: Entry) => { what: string; details: string } {
  const t = useT();
  const format = useFormat();
  return (entry) => {
    const row: JsonObject = { ...entry.base, ...entry.body };
    const details = [
      textOf(row),
      callScreen(entry.call)?.amount?.(row, { t, format }),
      typeof row.date === 'string' && format.date(row.date, 'medium'),
      entry.about !== row.name && entry.about,
    ];
    const label = offlineCall(entry.call)?.label ?? 'outbox.other';
    return { what: t(label), details: details.filter(Boolean).join(' · ') };
  };
}

/** The first of these fields that is set identifies the row. */
const NAMING_FIELDS = ['name', 'product', 'type', 'subject', 'description', 'content'] as const;
const MAX_LENGTH = 80;

function textOf(row: JsonObject): string | undefined {
  const found = NAMING_FIELDS.map((name) => row[name]).find(
    (value): value is string => typeof value === 'string' && value !== '',
  );
  return found && found.length > MAX_LENGTH ? `${found.slice(0, MAX_LENGTH)}…` : found;
}
