/** The fields that entries tell of. What is not here, written by a newer server, is called as it is stored. */
import type { Translate } from '../lib/i18n.tsx';

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

/** Ids say nothing to people; they are in the export. */
export const isForPeople = (name: string): boolean => !/Ids?$/.test(name);
