/** CSV export of the audit log. */
import type { Readable } from 'node:stream';
import { peopleOfAuditEntries } from '@ardhi/contract/disclosures';
import type { LogExport } from '../../lib/audit/access-log.ts';
import type { Db } from '../../lib/database/db.ts';
import { type CsvColumn, csvFile } from '../../lib/documents/csv.ts';
import { seesMasked } from '../../lib/http/scope.ts';
import type { Translate } from '../../lib/text/i18n.ts';
import { fromCents } from '../../lib/text/money.ts';
import { maskRow } from './mask.ts';
import { type AuditRow, type AuditSearch, hidesActor, listAudit, presentEntry } from './queries.ts';

interface ExportContext {
  db: Db;
  t: Translate;
  noteExport: LogExport;
}

export function auditCsv({ db, t, noteExport }: ExportContext, search: AuditSearch): Promise<Readable> {
  return csvFile(
    {
      columns,
      list: async (paging) => {
        const rows = await listAudit(db, search, paging);
        return seesMasked(search.viewer.scope) ? rows.map(maskRow) : rows;
      },
      cursorOf: ({ at, id }) => [at, String(id)],
      personOf: (row) => peopleOfAuditEntries([presentEntry(row)]),
      area: 'all',
      maxPages: 100,
    },
    t,
    noteExport,
  );
}

const json = (fields: AuditRow['before']) => fields && JSON.stringify(fields);

const columns: CsvColumn<AuditRow>[] = [
  { key: 'audit.csv.number', value: (row) => row.id },
  { key: 'audit.csv.at', value: (row) => row.at },
  {
    key: 'audit.csv.actor',
    value: (row, t) => {
      if (hidesActor(row)) return t('audit.csv.hidden');
      return row.actor_id ? row.actor_name || t('deleted.user') : null;
    },
  },
  { key: 'audit.csv.actor-id', value: (row) => row.actor_id },
  { key: 'audit.csv.action', value: (row) => row.action },
  { key: 'audit.csv.entity', value: (row) => row.entity },
  { key: 'audit.csv.entity-id', value: (row) => row.entity_id },
  { key: 'audit.csv.object', value: (row) => row.object?.name },
  { key: 'audit.csv.farmer', value: (row) => row.object?.farmer },
  {
    key: 'audit.csv.amount',
    value: (row) => (row.object?.amountCents == null ? null : fromCents(row.object.amountCents)),
  },
  { key: 'audit.csv.reference', value: (row) => row.object?.reference },
  { key: 'audit.csv.before', value: (row) => json(row.before) },
  { key: 'audit.csv.after', value: (row) => json(row.after) },
  { key: 'audit.csv.request', value: (row) => row.request_id },
];
