import { landReports } from '@ardhi/contract';
import { CSV_TYPE } from '../../lib/documents/csv.ts';
import { documentLanguage } from '../../lib/documents/document-language.ts';
import { routesOf } from '../../lib/http/bind.ts';
import { translator } from '../../lib/text/i18n.ts';
import { readBoundary } from '../boundaries/service.ts';
import { loadExplanation, seasonsOf } from '../land/score.ts';
import { listRuns } from '../land/score-runs.ts';
import { readOwnParcel, readOwnRow } from '../land/service.ts';
import { recordsCsv } from './csv.ts';
import { landReportPdf } from './land-pdf.ts';
import { monthlyReportPdf } from './monthly-pdf.ts';
import { landReport, monthlyReport, sustainabilityReport } from './reports.ts';
import { sustainabilityReportPdf } from './sustainability-pdf.ts';

export const landReportRoutes = routesOf(landReports, {
  'GET /land/{id}/report': async ({ user, params, db }) =>
    landReport(await readOwnParcel(db, user, params.id), user),

  'GET /land/{id}/report.pdf': async ({ user, params, db, request }) => {
    const parcel = await readOwnParcel(db, user, params.id);
    const report = landReport(parcel, user);
    const language = documentLanguage(request, user);
    const result = await loadExplanation(db, parcel);
    const boundary = await readBoundary(db, parcel);
    return {
      type: 'application/pdf',
      name: `${parcel.name}-${report.reportDate}.pdf`,
      body: await landReportPdf(language, parcel, report, result, boundary),
    };
  },

  'GET /land/{id}/records.csv': async ({ user, params, db, request }) => {
    const parcel = await readOwnRow(db, user, params.id);
    return {
      type: CSV_TYPE,
      name: `${parcel.name}.csv`,
      body: recordsCsv(db, parcel.id, translator(documentLanguage(request, user))),
    };
  },

  'GET /land/{id}/seasons': async ({ user, params, db }) =>
    seasonsOf(db, await readOwnRow(db, user, params.id)),

  'GET /reports/monthly': ({ user, query, db }) => monthlyReport(db, user, query.month),

  'GET /reports/monthly.pdf': async ({ user, query, db, request }) => {
    const report = await monthlyReport(db, user, query.month);
    return {
      type: 'application/pdf',
      name: `monthly-report-${report.month}.pdf`,
      body: await monthlyReportPdf(documentLanguage(request, user), report),
    };
  },

  'GET /reports/sustainability': ({ user, db }) => sustainabilityReport(db, user),

  'GET /reports/sustainability.pdf': async ({ user, db, request }) => {
    const report = await sustainabilityReport(db, user);
    return {
      type: 'application/pdf',
      name: `sustainability-report-${report.reportDate}.pdf`,
      body: await sustainabilityReportPdf(documentLanguage(request, user), report),
    };
  },

  // Runs and their counts are national, so county officials get none.
  'GET /government/score-runs': async ({ scope, db }) =>
    (scope.kind === 'national' ? await listRuns(db) : []).map((run) => ({
      _id: String(run.id),
      kind: run.kind as 'nightly' | 'version',
      target: run.target,
      parcelsDone: run.parcels_done,
      parcelsChanged: run.parcels_changed,
      parcelsTotal: run.parcels_total,
      startedAt: run.started_at,
      updatedAt: run.updated_at,
      finishedAt: run.finished_at,
    })),
});
