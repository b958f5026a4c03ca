/** The officials' table as CSV. */
import type { Readable } from 'node:stream';
import type { LogExport } from '../../lib/audit/access-log.ts';
import type { Db } from '../../lib/database/db.ts';
import { type CsvColumn, csvFile } from '../../lib/documents/csv.ts';
import { type Area, countyOf } from '../../lib/http/scope.ts';
import type { Translate } from '../../lib/text/i18n.ts';
import { fromCents } from '../../lib/text/money.ts';
import { listSubsidies, type SubsidyFilter } from './list-query.ts';
import type { SubsidyRow } from './queries.ts';

export function subsidiesCsv(
  db: Db,
  scope: Area,
  filter: SubsidyFilter,
  t: Translate,
  noteExport: LogExport,
): Promise<Readable> {
  return csvFile(
    {
      columns,
      list: (paging) => listSubsidies(db, scope, filter, paging),
      cursorOf: (row) => [row.created_at, row.id],
      personOf: (row) => (row.kind === 'application' ? row.owner_id : null),
      area: countyOf(scope) ?? filter.region ?? 'all',
    },
    t,
    noteExport,
  );
}

/** Empty for programmes and for deleted accounts. */
const applicant = (row: SubsidyRow, value: string | null) =>
  row.kind === 'application' && row.owner_name ? value : '';

const columns: CsvColumn<SubsidyRow>[] = [
  { key: 'subsidy.csv.id', value: (row) => row.id },
  { key: 'subsidy.csv.kind', value: (row, t) => t(`subsidy.kind.${row.kind}`) },
  { key: 'subsidy.csv.name', value: (row) => row.name },
  { key: 'subsidy.csv.description', value: (row) => row.description },
  { key: 'subsidy.csv.amount', value: (row) => fromCents(row.amount_cents).toFixed(2) },
  { key: 'subsidy.csv.status', value: (row, t) => t(`subsidy.status.${row.status}`) },
  { key: 'subsidy.csv.reason', value: (row) => row.reason },
  {
    key: 'subsidy.csv.applicant',
    value: (row, t) => (row.kind === 'application' ? row.owner_name || t('deleted.user') : ''),
  },
  { key: 'subsidy.csv.email', value: (row) => applicant(row, row.owner_email) },
  { key: 'subsidy.csv.phone', value: (row) => applicant(row, row.owner_phone) },
  { key: 'subsidy.csv.programme', value: (row) => row.programme_name },
  { key: 'subsidy.csv.counties', value: (row) => row.counties.join('; ') },
  {
    key: 'subsidy.csv.regions',
    value: (row, t) => row.regions.map((region) => t(`subsidy.region.${region}`)).join('; '),
  },
  {
    key: 'subsidy.csv.approved',
    value: (row) => (row.kind === 'programme' ? fromCents(row.approved_cents).toFixed(2) : ''),
  },
  { key: 'subsidy.csv.created', value: (row) => row.created_at },
  { key: 'subsidy.csv.decided', value: (row) => row.decided_at },
  {
    key: 'subsidy.csv.decided-by',
    value: (row, t) => (row.decided_at ? row.decided_by_name || t('deleted.user') : ''),
  },
];
