/** Labels and values of audit log fields. An unknown field, written by a newer server, is shown as stored. */
import { type Translate, useFormat, useT } from '../../lib/text/i18n.tsx';

const FIELDS = [
  'subject',
  'date',
  'amount',
  'sustainabilityScore',
  'name',
  'hours',
  'yieldConfirmed',
  'yield',
  'type',
  'plantingDate',
  'harvestDate',
  'areaShare',
  'unit',
  'product',
  'declarations',
  'size',
  'address',
  'county',
  'soilType',
  'countyConfirmed',
  'description',
  'status',
  'role',
  'costCents',
  'amountCents',
  'nextDueDate',
  'kind',
  'reason',
  'title',
  'closed',
  'effectiveDate',
  'closesOn',
  'rules',
  'device',
  'network',
  'hour',
  'count',
  'duties',
  'from',
  'until',
  'email',
  'phone',
  'words',
  'fields',
  'number',
  'secondAboveCents',
] as const;

type Field = (typeof FIELDS)[number];
const isKnown = (name: string): name is Field => (FIELDS as readonly string[]).includes(name);

export const fieldText = (name: string, t: Translate): string =>
  isKnown(name) ? t(`audit.field.${name}`) : name;

/** Ids mean nothing to readers; the export has them. */
export const isReadableField = (name: string): boolean => !/Ids?$/.test(name);

export const hasValue = (value: unknown): boolean => value !== null && value !== undefined && value !== '';

/** Longer texts are truncated; the export has them in full. */
const MAX_SHOWN_LENGTH = 200;
const DAY = /^\d{4}-\d\d-\d\d$/;

/** Formats stored values for readers: no brackets, `null` or `true`. */
export function useValueText(): (field: string, value: unknown) => string {
  const t = useT();
  const format = useFormat();
  const textOf = (field: string, value: unknown): string => {
    if (!hasValue(value)) return '–';
    if (field.endsWith('Cents')) return format.money(Number(value) / 100);
    if (typeof value === 'boolean') return t(value ? 'audit.yes' : 'audit.no');
    if (typeof value === 'number') return format.number(value);
    if (typeof value === 'string') return DAY.test(value) ? format.date(value) : value;
    if (Array.isArray(value)) return value.map((each) => textOf(field, each)).join(', ');
    return Object.entries(value as object)
      .filter(([name, part]) => isReadableField(name) && hasValue(part))
      .map(([name, part]) => `${fieldText(name, t)}: ${textOf(name, part)}`)
      .join(', ');
  };
  return (field, value) => {
    const text = textOf(field, value);
    return text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH)}…` : text;
  };
}
