import { registers } from '@ardhi/contract';
import { today } from '@ardhi/contract/dates';
import { PENDING_REMINDER_DAYS } from '@ardhi/contract/limits';
import type { FastifyInstance } from 'fastify';
import { presentDetail } from '../../farm/land/present.ts';
import { findParcel } from '../../farm/land/queries.ts';
import { loadExplanation, presentScore } from '../../farm/land/score.ts';
import { listScoreHistory } from '../../farm/land/score-queries.ts';
import { readOwnRow } from '../../farm/land/service.ts';
import { CSV_TYPE } from '../../lib/documents/csv.ts';
import { implement } from '../../lib/http/bind.ts';
import { decodeCursor, pageSize, toPage } from '../../lib/http/page.ts';
import { covers } from '../../lib/http/scope.ts';
import type { Services } from '../../lib/http/services.ts';
import { fromCents } from '../../lib/text/money.ts';
import { problem } from '../../lib/text/problem.ts';
import { parcelEvidence } from '../../office/cases/evidence.ts';
import { presentFarmer, presentRegistered, presentView } from './present-registers.ts';
import { farmersCsv, parcelsCsv } from './register-csv.ts';
import { readFarmers } from './register-farmers.ts';
import { cursorOf } from './register-order.ts';
import { readParcels } from './register-parcels.ts';
import { listPending } from './register-pending.ts';
import { countViews, findOwner, listViews, recordView } from './views.ts';

export function registerRoutes(app: FastifyInstance, services: Services): void {
  implement(app, services, registers, {
    'GET /government/farmers': async ({ scope, query, db }) => {
      const { limit: requestedLimit, cursor, ...filter } = query;
      const limit = pageSize(requestedLimit);
      const { rows, total } = await readFarmers(db, scope, filter, { limit, after: decodeCursor(cursor, 2) });
      return toPage(rows, limit, cursorOf(filter.sort), presentFarmer, total);
    },

    'GET /government/farmers.csv': async ({ scope, query, db, t, noteExport }) => ({
      type: CSV_TYPE,
      name: `farmers-${today()}.csv`,
      body: await farmersCsv(db, scope, query, t, noteExport),
    }),

    'GET /government/lands': async ({ scope, query, db }) => {
      const { limit: requestedLimit, cursor, ...filter } = query;
      const limit = pageSize(requestedLimit);
      const { rows, total } = await readParcels(db, scope, filter, { limit, after: decodeCursor(cursor, 2) });
      return toPage(rows, limit, cursorOf(filter.sort), presentRegistered, total);
    },

    'GET /government/lands.csv': async ({ scope, query, db, t, noteExport }) => ({
      type: CSV_TYPE,
      name: `land-parcels-${today()}.csv`,
      body: await parcelsCsv(db, scope, query, t, noteExport),
    }),

    'GET /government/lands/{id}': async ({ user, scope, params, db, transaction }) => {
      const parcel = await findParcel(db, params.id);
      if (!parcel || parcel.deleted_at !== null || !covers(scope, parcel.county)) throw problem('not-found');
      const [owner, stored, history, evidence] = await Promise.all([
        findOwner(db, parcel.owner_id),
        loadExplanation(db, parcel),
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
      const filter = { county: query.county, today: today(), days: PENDING_REMINDER_DAYS };
      const rows = await listPending(db, scope, filter, { limit, after: decodeCursor(query.cursor, 2) });
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
