/** An entry as the list of unsent work shows it. */
import { useFormat, useT } from '../lib/text/i18n.tsx';
import { callScreen } from '../outbox/call-screens.ts';
import type { Entry, Fields } from '../outbox/entry.ts';

/** `what` was done, and to which thing. */
export function useEntryText(): (entry: Entry) => { what: string; details: string } {
  const t = useT();
  const format = useFormat();
  return (entry) => {
    const row: Fields = { ...entry.base, ...entry.body };
    const screen = callScreen(entry.call);
    const details = [
      textOf(row),
      screen?.amount?.(row, { t, format }),
      typeof row.date === 'string' && format.date(row.date, 'medium'),
      entry.about !== row.name && entry.about,
    ];
    return { what: t(screen?.label ?? 'outbox.other'), details: details.filter(Boolean).join(' · ') };
  };
}

/** The first of these that a row has says best which one it is. */
const NAMING_FIELDS = ['name', 'product', 'type', 'subject', 'description', 'content'] as const;
const MAX_LENGTH = 80;

function textOf(row: Fields): string | undefined {
  const found = NAMING_FIELDS.map((name) => row[name]).find(
    (value): value is string => typeof value === 'string' && value !== '',
  );
  return found && found.length > MAX_LENGTH ? `${found.slice(0, MAX_LENGTH)}…` : found;
}
