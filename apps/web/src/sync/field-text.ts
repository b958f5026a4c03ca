/** Names and formatted values of conflicting fields, as in the forms. */
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
  const value = (entry: Entry, path: string, raw: unknown): string => {
    if (raw === null || raw === undefined || raw === '') return t('outbox.value.none');
    const label = labelOf(entry, path);
    const own = typeof label === 'object' ? label.value(raw, { t, format }) : undefined;
    if (own !== undefined) return own;
    if (typeof raw === 'number') return format.number(raw, 4);
    const text = String(raw);
    return DATE.test(text) ? format.date(text) : text;
  };
  return { name, value };
}
