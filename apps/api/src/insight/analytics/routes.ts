import { type Analytics, analytics, type Language } from '@ardhi/contract';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../../lib/database/db.ts';
import { CSV_TYPE } from '../../lib/documents/csv.ts';
import { documentLanguage } from '../../lib/documents/document-language.ts';
import { implement } from '../../lib/http/bind.ts';
import { decodeCursor, pageSize, toPage } from '../../lib/http/page.ts';
import type { FileResponse } from '../../lib/http/respond.ts';
import { type Area, countyOf } from '../../lib/http/scope.ts';
import type { Services } from '../../lib/http/services.ts';
import { translator } from '../../lib/text/i18n.ts';
import { problem } from '../../lib/text/problem.ts';
import { analyticsCsv } from './csv.ts';
import { foldInBackground } from './fold-in-background.ts';
import type { View } from './metrics.ts';
import { analyticsPdf } from './pdf.ts';
import { reportOf } from './present.ts';
import { presentReport } from './present-registers.ts';
import { findReport, listReports, saveReport } from './reports.ts';
import { readAnalytics, viewOf } from './service.ts';

const types = { csv: CSV_TYPE, pdf: 'application/pdf' };
const renderers = {
  csv: async (language: Language, data: Analytics) => Buffer.from(analyticsCsv(data, translator(language))),
  pdf: analyticsPdf,
};

/** Renders a report, stores it and returns it. */
async function report(
  { read, store }: { read: Db; store: Db },
  scope: Area,
  format: 'csv' | 'pdf',
  view: View,
  { userId, language }: { userId: string; language: Language },
): Promise<FileResponse> {
  const file = await renderers[format](language, reportOf(await readAnalytics(read, scope, view)));
  const fileName = `ardhi-analytics-${view.period}-${countyOf(scope) ?? view.region}-${view.today}.${format}`;
  await saveReport(store, {
    madeBy: userId,
    format,
    ...view,
    county: countyOf(scope),
    language,
    fileName,
    file,
  });
  return { type: types[format], name: fileName, body: file };
}

export function analyticsRoutes(app: FastifyInstance, services: Services): void {
  implement(app, services, analytics, {
    'GET /government/analytics': async ({ scope, query, db }) => {
      const data = await readAnalytics(db, scope, viewOf(query));
      foldInBackground(services);
      return data;
    },

    'GET /government/analytics.csv': ({ user, scope, query, db, request }) =>
      report({ read: db, store: services.longDb }, scope, 'csv', viewOf(query), {
        userId: user.id,
        language: documentLanguage(request, user),
      }),

    'GET /government/analytics.pdf': ({ user, scope, query, db, request }) =>
      report({ read: db, store: services.longDb }, scope, 'pdf', viewOf(query), {
        userId: user.id,
        language: documentLanguage(request, user),
      }),

    'GET /government/reports': async ({ scope, query, db }) => {
      const limit = pageSize(query.limit);
      const rows = await listReports(db, scope, { limit, after: decodeCursor(query.cursor, 2) });
      return toPage(rows, limit, (row) => [row.created_at, row.id], presentReport);
    },

    'GET /government/reports/{id}/file': async ({ scope, params, db }) => {
      const found = await findReport(db, scope, params.id);
      if (!found) throw problem('not-found');
      return { type: types[found.format as 'csv' | 'pdf'], name: found.file_name, body: found.file };
    },
  });
}
