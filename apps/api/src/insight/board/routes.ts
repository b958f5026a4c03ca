import { type Board, board, type Language } from '@ardhi/contract';
import { CSV_TYPE } from '../../lib/documents/csv.ts';
import { documentLanguage } from '../../lib/documents/document-language.ts';
import { type CallContext, routesOf } from '../../lib/http/bind.ts';
import { BY_CREATION, readPage } from '../../lib/http/page.ts';
import type { FileResponse } from '../../lib/http/respond.ts';
import { countyOf, seesMasked } from '../../lib/http/scope.ts';
import { translator } from '../../lib/text/i18n.ts';
import { orNotFound } from '../../lib/text/not-found.ts';
import { boardCsv } from './csv.ts';
import { boardPdf } from './pdf.ts';
import { presentRecord } from './present.ts';
import { listRecords } from './queries.ts';
import { readBoard, viewOf } from './read.ts';
import { findReport, listReports, presentReport } from './reports.ts';

type ExportContext = CallContext<'GET /government/board.csv', (typeof board)['GET /government/board.csv']>;

const types = { csv: CSV_TYPE, pdf: 'application/pdf' };
const render = {
  csv: (language: Language, data: Board) => boardCsv(data, translator(language)),
  pdf: boardPdf,
};

const file =
  (format: 'csv' | 'pdf') =>
  async ({ user, scope, query, db, request }: ExportContext): Promise<FileResponse> => {
    const data = await readBoard(db, viewOf(user, scope, query));
    return {
      type: types[format],
      name: `ardhi-board-${countyOf(scope) ?? query.county ?? 'all'}-${data.from}-${data.to}.${format}`,
      body: await render[format](documentLanguage(request, user), data),
    };
  };

export const boardRoutes = routesOf(board, {
  'GET /government/board': ({ user, scope, query, db }) => readBoard(db, viewOf(user, scope, query)),

  'GET /government/board.csv': file('csv'),

  'GET /government/board.pdf': file('pdf'),

  'GET /government/board/records': ({ user, scope, query, db }) =>
    readPage(
      query,
      ['at', 'id'],
      (page) => listRecords(db, viewOf(user, scope, query), query, page),
      presentRecord(seesMasked(scope)),
    ),

  'GET /government/board/reports': ({ user, scope, query, db, request }) =>
    readPage(
      query,
      BY_CREATION,
      (page) => listReports(db, scope, documentLanguage(request, user), page),
      presentReport,
    ),

  'GET /government/board/reports/{id}/file': async ({ scope, params, db }) => {
    const found = orNotFound(await findReport(db, scope, params.id));
    return { type: types[found.format as 'csv' | 'pdf'], name: found.file_name, body: found.file };
  },
});
