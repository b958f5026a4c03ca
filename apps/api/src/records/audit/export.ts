/** Streams the audit log as CSV, page by page. */
import { Readable } from 'node:stream';
import { peopleOfAuditEntries } from '@ardhi/contract/disclosures';
import type { LogExport } from '../../lib/audit/access-log.ts';
import type { Db } from '../../lib/database/db.ts';
import { BYTE_ORDER_MARK, csvLine } from '../../lib/documents/csv.ts';
import type { Translate } from '../../lib/text/i18n.ts';
import { presentEntry } from './present.ts';
import { type AuditRow, type AuditSearch, listAudit } from './queries.ts';

const PAGE = 1000;
const MAX_PAGES = 100;

/** Logs the access after the first page: the people on it, or `all` if there are more pages. */
export async function auditCsv(
  db: Db,
  search: AuditSearch,
  t: Translate,
  noteExport: LogExport,
): Promise<Readable> {
  const first = await listAudit(db, search, { limit: PAGE, after: null });
  await noteExport(first.length > PAGE ? null : peopleOfAuditEntries(first.map(presentEntry)), 'all');
  return Readable.from(lines(db, search, t, first), { objectMode: false });
}

async function* lines(db: Db, search: AuditSearch, t: Translate, first: AuditRow[]): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(columns.map(({ key }) => t(key)));
  let rows = first;
  for (let pages = 1; rows.length > 0; pages++) {
    const page = rows.slice(0, PAGE);
    yield page.map((row) => csvLine(columns.map(({ value }) => value(row, t)))).join('');
    const last = page.at(-1)!;
    const after = [last.at, String(last.id)];
    rows = rows.length > PAGE && pages < MAX_PAGES ? await listAudit(db, search, { limit: PAGE, after }) : [];
  }
}

interface Column {
  key: Parameters<Translate>[0];
  value: (row: AuditRow, t: Translate) => string | number | null;
}

const json = (fields: AuditRow['before']) => fields && JSON.stringify(fields);

const columns: Column[] = [
  { key: 'audit.csv.number', value: (row) => row.id },
  { key: 'audit.csv.at', value: (row) => row.at },
  {
    key: 'audit.csv.actor',
    value: (row, t) => (row.actor_id ? row.actor_name || t('deleted.user') : null),
  },
  { key: 'audit.csv.actor-id', value: (row) => row.actor_id },
  { key: 'audit.csv.action', value: (row) => row.action },
  { key: 'audit.csv.entity', value: (row) => row.entity },
  { key: 'audit.csv.entity-id', value: (row) => row.entity_id },
  { key: 'audit.csv.before', value: (row) => json(row.before) },
  { key: 'audit.csv.after', value: (row) => json(row.after) },
  { key: 'audit.csv.request', value: (row) => row.request_id },
];
