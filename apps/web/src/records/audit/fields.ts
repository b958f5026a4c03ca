/** Labels and values of audit log fields. An unknown field, written by a newer server, is shown as stored. */
import type { AuditField } from '@ardhi/contract/audit-fields';
import { isMessageKey, type MessageKey, type Translate, useFormat, useT } from '../../lib/text/i18n.tsx';

/** The log's own labels, and for other fields of a parcel those of its form. */
type Label<Field extends string> = Extract<
  MessageKey,
  `audit.field.${Field}` | `land.field.${Field}` | `land.field.${string}.${Field}`
>;
/** Never: the API cannot write a field without a label. */
export type UnlabelledField = { [F in AuditField]: [Label<F>] extends [never] ? F : never }[AuditField];

/** `path` of a field within another: `declarations.irrigation`. */
export function fieldText(path: string, t: Translate): string {
  const name = path.slice(path.lastIndexOf('.') + 1);
  const label = [`audit.field.${name}`, `land.field.${path}`].find(isMessageKey);
  return label ? t(label) : name;
}

/** Ids mean nothing to readers; the export has them. */
export const isReadableField = (name: string): boolean => !/^_?ids?$|Ids?$/.test(name);

export const hasValue = (value: unknown): boolean => value !== null && value !== undefined && value !== '';

/** Longer texts are truncated; the export has them in full. */
const MAX_SHOWN_LENGTH = 200;
const DAY = /^\d{4}-\d\d-\d\d$/;
const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** The text of a stored code such as a status; other values are shown as stored. */
function codeText(path: string, value: string, t: Translate): string {
  const name = path.slice(path.lastIndexOf('.') + 1);
  const text = [`audit.value.${name}.${value}`, `land.field.${path}.${value}`].find(isMessageKey);
  return text ? t(text) : value;
}

/** Formats stored values for readers: no brackets, `null` or `true`. */
export function useValueText(): (field: string, value: unknown) => string {
  const t = useT();
  const format = useFormat();
  const textOf = (field: string, value: unknown): string => {
    if (!hasValue(value)) return '–';
    if (field.endsWith('Cents')) return format.money(Number(value) / 100);
    if (typeof value === 'boolean') return t(value ? 'audit.yes' : 'audit.no');
    if (typeof value === 'number') return format.number(value);
    if (typeof value === 'string') {
      if (MOMENT.test(value)) return format.dateTime(value);
      return DAY.test(value) ? format.date(value) : codeText(field, value, t);
    }
    if (Array.isArray(value)) return value.map((each) => textOf(field, each)).join(', ');
    return Object.entries(value as object)
      .filter(([name, part]) => isReadableField(name) && hasValue(part))
      .map(([name, part]) => `${fieldText(`${field}.${name}`, t)}: ${textOf(`${field}.${name}`, part)}`)
      .join(', ');
  };
  return (field, value) => {
    const text = textOf(field, value);
    return text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH)}…` : text;
  };
}
