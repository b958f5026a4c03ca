/** A list of the queue as CSV: the columns of every export of applications, and those of the work on them. */
import type { queue } from '@ardhi/contract';
import { today } from '@ardhi/contract/dates';
import type { PageRequest } from '../../lib/database/rows.ts';
import { CSV_TYPE, type CsvColumn, csvFile } from '../../lib/documents/csv.ts';
import type { CallContext } from '../../lib/http/bind.ts';
import type { FileResponse } from '../../lib/http/respond.ts';
import { countyOf } from '../../lib/http/scope.ts';
import { subsidyColumns } from '../subsidies/export.ts';
import type { SubsidyRow } from '../subsidies/queries.ts';
import { cursorOf, listCases } from './queries.ts';

type Call = 'GET /government/queue.csv';

const workColumns: CsvColumn<SubsidyRow>[] = [
  { key: 'subsidy.csv.age', value: (row) => row.age },
  { key: 'subsidy.csv.due', value: (row) => row.due_on },
  { key: 'subsidy.csv.overdue', value: (row, t) => (row.is_late ? t('csv.yes') : '') },
  { key: 'subsidy.csv.assigned', value: (row) => row.assigned_name },
];

export async function queueCsv(context: CallContext<Call, (typeof queue)[Call]>): Promise<FileResponse> {
  const { db, user, scope, query, t, noteExport } = context;
  const table = {
    columns: [...subsidyColumns(countyOf(scope)), ...workColumns],
    list: async (page: PageRequest) => (await listCases(db, scope, user.id, query, page)).rows,
    cursorOf: cursorOf(query.sort),
    personOf: (row: SubsidyRow) => row.owner_id,
    area: countyOf(scope) ?? query.county ?? 'all',
  };
  return { type: CSV_TYPE, name: `applications-${today()}.csv`, body: await csvFile(table, t, noteExport) };
}
