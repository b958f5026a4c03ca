/** The officials' table as CSV, read page by page while it is sent. */
import { Readable } from 'node:stream';
import { BYTE_ORDER_MARK, csvLine } from '../lib/csv.ts';
import type { Db } from '../lib/db.ts';
import type { Translate } from '../lib/i18n.ts';
import { fromCents } from '../lib/money.ts';
import { listSubsidies, type SubsidyFilter } from './list-query.ts';
import type { SubsidyRow } from './queries.ts';

const PAGE = 1000;

export function subsidiesCsv(db: Db, filter: SubsidyFilter, t: Translate): Readable {
  return Readable.from(lines(db, filter, t), { objectMode: false });
}

async function* lines(db: Db, filter: SubsidyFilter, t: Translate): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(columns.map(({ key }) => t(key)));
  let after: string[] | null = null;
  do {
    const rows: SubsidyRow[] = await listSubsidies(db, filter, { limit: PAGE, after });
    const page = rows.slice(0, PAGE);
    yield page.map((row) => csvLine(columns.map(({ value }) => value(row, t)))).join('');
    const last = page.at(-1);
    after = rows.length > PAGE && last ? [last.created_at, last.id] : null;
  } while (after);
}

interface Column {
  key: Parameters<Translate>[0];
  value: (row: SubsidyRow, t: Translate) => string | number | null;
}

const columns: Column[] = [
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
  { key: 'subsidy.csv.programme', value: (row) => row.programme_name },
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
