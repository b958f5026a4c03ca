import { type Analytics, analytics, type Language } from '@ardhi/contract';
import { today } from '@ardhi/contract/dates';
import { WAITING_DAYS } from '@ardhi/contract/limits';
import type { FastifyInstance } from 'fastify';
import { parcelEvidence } from '../cases/evidence.ts';
import { presentDetail } from '../land/present.ts';
import { findParcel } from '../land/queries.ts';
import { explain, presentScore } from '../land/score.ts';
import { listScoreHistory } from '../land/score-queries.ts';
import { readOwnRow } from '../land/service.ts';
import type { FileAnswer } from '../lib/answer.ts';
import { implement } from '../lib/bind.ts';
import type { Db } from '../lib/db.ts';
import { documentLanguage } from '../lib/document-language.ts';
import { translator } from '../lib/i18n.ts';
import { fromCents } from '../lib/money.ts';
import { decodeCursor, pageSize, toPage } from '../lib/page.ts';
import { problem } from '../lib/problem.ts';
import { covers, type Scope } from '../lib/scope.ts';
import type { Services } from '../lib/services.ts';
import { analyticsCsv } from './csv.ts';
import { foldSoon } from './fold-soon.ts';
import type { View } from './metrics.ts';
import { analyticsPdf } from './pdf.ts';
import { reportOf } from './present.ts';
import { presentFarmer, presentRegistered, presentReport, presentView } from './present-registers.ts';
import { farmersCsv, parcelsCsv } from './register-csv.ts';
import { cursorOf } from './register-search.ts';
import { listWaiting, readFarmers, readParcels } from './registers.ts';
import { findReport, keepReport, listReports } from './reports.ts';
import { readAnalytics, viewOf } from './service.ts';
import { countViews, findOwner, listViews, recordView } from './views.ts';

const types = { csv: 'text/csv; charset=utf-8', pdf: 'application/pdf' };
const drawn = {
  csv: async (language: Language, data: Analytics) => Buffer.from(analyticsCsv(data, translator(language))),
  pdf: analyticsPdf,
};

/** Makes a report, keeps it and answers it. */
async function report(
  { read, store }: { read: Db; store: Db },
  scope: Scope,
  format: 'csv' | 'pdf',
  view: View,
  { userId, language }: { userId: string; language: Language },
): Promise<FileAnswer> {
  const file = await drawn[format](language, reportOf(await readAnalytics(read, scope, view)));
  const fileName = `ardhi-analytics-${view.period}-${scope.county ?? view.region}-${view.today}.${format}`;
  await keepReport(store, {
    madeBy: userId,
    format,
    ...view,
    county: scope.county,
    language,
    fileName,
    file,
  });
  return { type: types[format], name: fileName, body: file };
}

export function analyticsRoutes(app: FastifyInstance, services: Services): void {
  implement(app, services, analytics, {
    'GET /government/analytics': async ({ scope, query, db }) => {
      const answer = await readAnalytics(db, scope, viewOf(query));
      foldSoon(services);
      return answer;
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

    'GET /government/farmers': async ({ scope, query, db }) => {
      const { limit: wanted, cursor, ...filter } = query;
      const limit = pageSize(wanted);
      const { rows, total } = await readFarmers(db, scope, filter, { limit, after: decodeCursor(cursor, 2) });
      return toPage(rows, limit, cursorOf(filter.sort), presentFarmer, total);
    },

    'GET /government/farmers.csv': async ({ scope, query, db, t, noteExport }) => ({
      type: types.csv,
      name: `farmers-${today()}.csv`,
      body: await farmersCsv(db, scope, query, t, noteExport),
    }),

    'GET /government/lands': async ({ scope, query, db }) => {
      const { limit: wanted, cursor, ...filter } = query;
      const limit = pageSize(wanted);
      const { rows, total } = await readParcels(db, scope, filter, { limit, after: decodeCursor(cursor, 2) });
      return toPage(rows, limit, cursorOf(filter.sort), presentRegistered, total);
    },

    'GET /government/lands.csv': async ({ scope, query, db, t, noteExport }) => ({
      type: types.csv,
      name: `land-parcels-${today()}.csv`,
      body: await parcelsCsv(db, scope, query, t, noteExport),
    }),

    'GET /government/lands/{id}': async ({ user, scope, params, db, transaction }) => {
      const parcel = await findParcel(db, params.id);
      if (!parcel || parcel.deleted_at !== null || !covers(scope, parcel.county)) throw problem('not-found');
      const [owner, stored, history, evidence] = await Promise.all([
        findOwner(db, parcel.owner_id),
        explain(db, parcel),
        listScoreHistory(db, parcel.id),
        parcelEvidence(db, scope, parcel),
      ]);
      await transaction(async ({ db: write, audit, emit }) => {
        if (!(await recordView(write, parcel.id, user.id))) return;
        await audit({ action: 'parcel.view', entity: 'parcel-view', entityId: parcel.id });
        emit({ user: parcel.owner_id }, 'land', [parcel.id]);
      });
      return {
        ...presentDetail(parcel),
        farmer: { _id: owner.id, name: owner.name, email: owner.email, phoneNumber: owner.phone_number },
        explanation: presentScore(parcel, stored, history),
        ...evidence,
      };
    },

    'GET /government/waiting-applications': async ({ scope, query, db }) => {
      const limit = pageSize(query.limit);
      const filter = { county: query.county, today: today(), days: WAITING_DAYS };
      const rows = await listWaiting(db, scope, filter, { limit, after: decodeCursor(query.cursor, 2) });
      return toPage(
        rows,
        limit,
        (row) => [row.created_at, row.id],
        (row) => ({
          _id: row.id,
          name: row.name,
          amount: fromCents(row.amount_cents),
          farmer: row.owner_name,
          farmerId: row.owner_id,
          counties: row.counties,
          createdAt: row.created_at,
        }),
      );
    },

    'GET /land/{id}/views': async ({ user, params, query, db }) => {
      await readOwnRow(db, user, params.id);
      const limit = pageSize(query.limit);
      const rows = await listViews(db, params.id, { limit, after: decodeCursor(query.cursor, 1) });
      return toPage(rows, limit, (row) => [row.id], presentView, await countViews(db, params.id));
    },
  });
}
