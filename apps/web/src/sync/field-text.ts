/** Names and formatted values of conflicting fields, as in the forms. */
import type { Json } from '@ardhi/contract';
import { isMessageKey, useFormat, useT } from '../lib/text/i18n.tsx';
import { callScreen } from '../outbox/call-screens.ts';
import type { Entry } from '../outbox/entry.ts';
import { offlineCall } from '../outbox/offline-calls.ts';

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** The path itself for a field of a newer version of the app. */
function labelOf({ call }: Entry, path: string): string {
  const known = offlineCall(call);
  return known?.effect === 'edit' ? known.fieldLabel(path) : path;
}

export function useFieldText() {
  const t = useT();
  const format = useFormat();
  const name = (entry: Entry, path: string): string => {
    const label = labelOf(entry, path);
    return isMessageKey(label) ? t(label) : path;
  };
  const value = (entry: Entry, path: string, raw: Json): string => {
    if (raw === null || raw === undefined || raw === '') return t('sync.value.none');
    const formatOwn = callScreen(entry.call)?.values?.[path];
    if (formatOwn) return formatOwn(raw, { t, format });
    if (typeof raw === 'number') return format.number(raw, 4);
    const choice = `${labelOf(entry, path)}.${raw}`;
    if (isMessageKey(choice)) return t(choice);
    const text = String(raw);
    return DATE.test(text) ? format.date(text) : text;
  };
  return { name, value };
}
