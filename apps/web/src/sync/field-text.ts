/** The fields of a row that two people changed: their names, and their values as the forms show them. */
import { useFormat, useT } from '../lib/text/i18n.tsx';
import { callScreen } from '../outbox/call-screens.ts';
import type { Entry } from '../outbox/entry.ts';

const DATE = /^\d{4}-\d{2}-\d{2}$/;

const labelOf = ({ call }: Entry, path: string) => callScreen(call)?.fields?.[path];

export function useFieldText() {
  const t = useT();
  const format = useFormat();
  const name = (entry: Entry, path: string): string => {
    const label = labelOf(entry, path);
    if (!label) return path;
    return t(typeof label === 'string' ? label : label.label);
  };
  const value = (entry: Entry, path: string, given: unknown): string => {
    if (given === null || given === undefined || given === '') return t('outbox.value.none');
    const label = labelOf(entry, path);
    const own = typeof label === 'object' ? label.value(given, { t, format }) : undefined;
    if (own !== undefined) return own;
    if (typeof given === 'number') return format.number(given, 4);
    const text = String(given);
    return DATE.test(text) ? format.date(text) : text;
  };
  return { name, value };
}
