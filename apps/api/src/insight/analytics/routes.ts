import { type Analytics, analytics, type Language } from '@ardhi/contract';
import { today } from '@ardhi/contract/dates';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../../lib/database/db.ts';
import { CSV_TYPE } from '../../lib/documents/csv.ts';
import { documentLanguage } from '../../lib/documents/document-language.ts';
import { type CallContext, implement } from '../../lib/http/bind.ts';
import { BY_CREATION, readPage } from '../../lib/http/page.ts';
import type { FileResponse } from '../../lib/http/respond.ts';
import { type Area, countyOf } from '../../lib/http/scope.ts';
import type { Services } from '../../lib/http/services.ts';
import { translator } from '../../lib/text/i18n.ts';
import { orNotFound } from '../../lib/text/not-found.ts';
import { analyticsCsv } from './csv.ts';
import { foldInBackground } from './fold-in-background.ts';
import { findPrevious, listEffects, listTrends } from './history.ts';
import { readMetrics, type View } from './metrics.ts';
import { analyticsPdf } from './pdf.ts';
import { presentMetrics, reportOf } from './present.ts';
import { findReport, listReports, presentReport, saveReport } from './reports.ts';

const types = { csv: CSV_TYPE, pdf: 'application/pdf' };
const renderers = {
  csv: async (language: Language, data: Analytics) => Buffer.from(analyticsCsv(data, translator(language))),
  pdf: analyticsPdf,
};

type ReportContext = CallContext<
  'GET /government/analytics.pdf',
  (typeof analytics)['GET /government/analytics.pdf']
>;

const viewOf = ({ period = 'monthly', region = 'all' }: ReportContext['query']): View => ({
  period,
  region,
  today: today(),
});

async function readAnalytics(db: Db, scope: Area, view: View): Promise<Analytics> {
  const [metrics, previous, policyEffectiveness, trends] = await Promise.all([
    readMetrics(db, scope, view),
    findPrevious(db, scope, view),
    listEffects(db, scope),
    listTrends(db, scope, view),
  ]);
  return {
    ...presentMetrics(metrics, view),
    county: countyOf(scope),
    previous: previous ?? null,
    policyEffectiveness,
    trends,
  };
}

/** Renders a report, stores it and returns it. */
const report =
  ({ longDb }: Services, format: 'csv' | 'pdf') =>
  async ({ user, scope, query, db, request }: ReportContext): Promise<FileResponse> => {
    const view = viewOf(query);
    const { period, region } = view;
    const county = countyOf(scope);
    const language = documentLanguage(request, user);
    const file = await renderers[format](language, reportOf(await readAnalytics(db, scope, view)));
    const file_name = `ardhi-analytics-${period}-${county ?? region}-${view.today}.${format}`;
    const made = { made_by: user.id, language, file_name, file };
    await saveReport(longDb, { format, period, region, county, ...made });
    return { type: types[format], name: file_name, body: file };
  };

export function analyticsRoutes(app: FastifyInstance, services: Services): void {
  implement(app, services, analytics, {
    'GET /government/analytics': async ({ scope, query, db }) => {
      const data = await readAnalytics(db, scope, viewOf(query));
      foldInBackground(services);
      return data;
    },

    'GET /government/analytics.csv': report(services, 'csv'),

    'GET /government/analytics.pdf': report(services, 'pdf'),

    'GET /government/reports': ({ scope, query, db }) =>
      readPage(query, BY_CREATION, (page) => listReports(db, scope, page), presentReport),

    'GET /government/reports/{id}/file': async ({ scope, params, db }) => {
      const found = orNotFound(await findReport(db, scope, params.id));
      return { type: types[found.format as 'csv' | 'pdf'], name: found.file_name, body: found.file };
    },
  });
}
