/** The CSV of a binder: a line for each application, then what the whole binder states. */
import { BYTE_ORDER_MARK, type CsvColumn, csvLine } from '../../lib/documents/csv.ts';
import type { Translate } from '../../lib/text/i18n.ts';
import { fromCents } from '../../lib/text/money.ts';
import type { BinderEntry } from './queries.ts';
import { approvalsOf, hasLandElsewhere, landOf, parcelText, rulesMetText, rulesText } from './rows.ts';

const shillings = (cents: number) => fromCents(cents).toFixed(2);

const columnsWithin = (county: string | null): CsvColumn<BinderEntry>[] => [
  { key: 'subsidy.csv.reference', value: (row) => row.reference },
  { key: 'subsidy.csv.id', value: (row) => row.id },
  { key: 'subsidy.csv.name', value: (row) => row.name },
  { key: 'binder.csv.amount', value: (row) => shillings(row.amount_cents) },
  { key: 'binder.csv.approved-by', value: (row, t) => approvalsOf(row, t)[0]?.name },
  { key: 'binder.csv.approved-at', value: (row, t) => approvalsOf(row, t)[0]?.at },
  { key: 'binder.csv.second-by', value: (row, t) => approvalsOf(row, t)[1]?.name },
  { key: 'binder.csv.second-at', value: (row, t) => approvalsOf(row, t)[1]?.at },
  { key: 'binder.csv.rules-met', value: (row, t) => rulesMetText(row.facts, t) },
  {
    key: 'binder.csv.parcels',
    value: (row, t) => {
      const land = landOf(row, county);
      const texts = (land?.parcels ?? []).map((parcel) => parcelText(parcel, t));
      return [...texts, ...(hasLandElsewhere(row, land) ? [t('subsidy.csv.elsewhere')] : [])].join('; ');
    },
  },
  {
    key: 'binder.csv.rules',
    value: (row, t) =>
      (landOf(row, county)?.parcels ?? [])
        .map((parcel) => [parcelText(parcel, t), rulesText(parcel, t)].filter(Boolean).join(': '))
        .join(' | '),
  },
  { key: 'analytics.county', value: (row) => row.county },
  { key: 'binder.csv.entry', value: (row) => row.entry },
];

export interface BinderSummary {
  programme: string;
  reference: string | null;
  county: string | null;
  from: string;
  until: string;
  applications: number;
  totalCents: number;
  head: { seal: number; hash: string };
}

export const csvHead = (county: string | null, t: Translate): string =>
  BYTE_ORDER_MARK + csvLine(columnsWithin(county).map(({ key }) => t(key)));

export function csvRows(rows: BinderEntry[], county: string | null, t: Translate): string {
  const columns = columnsWithin(county);
  return rows.map((row) => csvLine(columns.map(({ value }) => value(row, t)))).join('');
}

/** Beside the column of amounts, so that its sum in a spreadsheet is the total. */
export const csvFoot = (summary: BinderSummary, t: Translate): string =>
  [
    [],
    [t('binder.programme'), summary.reference, summary.programme],
    [t('analytics.county'), summary.county ?? t('binder.country')],
    [t('binder.period'), summary.from, summary.until],
    [t('binder.applications'), summary.applications],
    [t('binder.total'), shillings(summary.totalCents)],
    [t('binder.head'), summary.head.seal, summary.head.hash],
  ]
    .map(csvLine)
    .join('');
