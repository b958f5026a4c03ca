/** The officials' table as CSV. */
import type { subsidyManagement } from '@ardhi/contract';
import { today } from '@ardhi/contract/dates';
import type { PageRequest } from '../../lib/database/rows.ts';
import { CSV_TYPE, type CsvColumn, csvFile } from '../../lib/documents/csv.ts';
import type { CallContext } from '../../lib/http/bind.ts';
import type { FileResponse } from '../../lib/http/respond.ts';
import { countyOf } from '../../lib/http/scope.ts';
import { fromCents } from '../../lib/text/money.ts';
import { listSubsidies } from './list-query.ts';
import { visibleRegions } from './present.ts';
import type { SubsidyRow } from './queries.ts';

type Call = 'GET /government/subsidies.csv';

export async function subsidiesCsv({
  db,
  scope,
  query,
  t,
  noteExport,
}: CallContext<Call, (typeof subsidyManagement)[Call]>): Promise<FileResponse> {
  const table = {
    columns: subsidyColumns(countyOf(scope)),
    list: (page: PageRequest) => listSubsidies(db, scope, query, page),
    cursorOf: (row: SubsidyRow) => [row.created_at, row.id],
    personOf: (row: SubsidyRow) => (row.kind === 'application' ? row.owner_id : null),
    area: countyOf(scope) ?? query.region ?? 'all',
  };
  return { type: CSV_TYPE, name: `subsidies-${today()}.csv`, body: await csvFile(table, t, noteExport) };
}

/** Empty for programmes and for deleted accounts. */
const applicant = (row: SubsidyRow, value: string | null) =>
  row.kind === 'application' && row.owner_name ? value : '';

/** A county's file names neither the counties nor the regions of an applicant's land elsewhere. */
export const subsidyColumns = (county: string | null): CsvColumn<SubsidyRow>[] => [
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
  {
    key: 'subsidy.csv.counties',
    value: (row, t) => {
      const shown = row.counties.filter((name) => county === null || name === county);
      return [...shown, ...(shown.length < row.counties.length ? [t('subsidy.csv.elsewhere')] : [])].join(
        '; ',
      );
    },
  },
  {
    key: 'subsidy.csv.regions',
    value: (row, t) =>
      visibleRegions(row, county)
        .map((region) => t(`subsidy.region.${region}`))
        .join('; '),
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
  { key: 'subsidy.csv.reference', value: (row) => row.reference },
];
