import { registers } from '@ardhi/contract';
import { presentDetail } from '../../farm/land/present.ts';
import { findParcel } from '../../farm/land/queries.ts';
import { loadExplanation, presentScore } from '../../farm/land/score.ts';
import { listScoreHistory } from '../../farm/land/score-queries.ts';
import { readOwnRow } from '../../farm/land/service.ts';
import { routesOf } from '../../lib/http/bind.ts';
import { decodeCursor, pageSize, readPage, toPage } from '../../lib/http/page.ts';
import { countyOf, countyWithin, covers } from '../../lib/http/scope.ts';
import { problem } from '../../lib/text/problem.ts';
import { parcelEvidence } from '../../office/cases/evidence.ts';
import { farmersCsv, parcelsCsv, parcelsGeojson } from './register-csv.ts';
import { presentFarmer, readFarmers } from './register-farmers.ts';
import { cursorOf } from './register-order.ts';
import { presentRegistered, readParcels } from './register-parcels.ts';
import { BY_DUE_DATE, listPending, presentPending } from './register-pending.ts';
import { countViews, findOwner, listViews, presentView, recordView } from './views.ts';

export const registerRoutes = routesOf(registers, {
  'GET /government/farmers': async ({ scope, query, db }) => {
    const { limit: requestedLimit, cursor, ...filter } = query;
    const limit = pageSize(requestedLimit);
    const { rows, total } = await readFarmers(db, scope, filter, { limit, after: decodeCursor(cursor, 2) });
    return toPage(rows, limit, cursorOf(filter.sort), presentFarmer, total);
  },

  'GET /government/farmers.csv': farmersCsv,

  'GET /government/lands': async ({ scope, query, db }) => {
    const { limit: requestedLimit, cursor, ...filter } = query;
    const limit = pageSize(requestedLimit);
    const { rows, total } = await readParcels(db, scope, filter, { limit, after: decodeCursor(cursor, 2) });
    return toPage(rows, limit, cursorOf(filter.sort), presentRegistered, total);
  },

  'GET /government/lands.csv': parcelsCsv,

  'GET /government/lands.geojson': parcelsGeojson,

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

  'GET /government/waiting-applications': ({ scope, query, db }) =>
    readPage(
      query,
      BY_DUE_DATE,
      (page) => listPending(db, countyOf(scope), countyWithin(scope, query.county), page),
      presentPending,
    ),

  'GET /land/{id}/views': async ({ user, params, query, db }) => {
    await readOwnRow(db, user, params.id);
    const total = await countViews(db, params.id);
    return readPage(query, ['id'], (page) => listViews(db, params.id, page), presentView, total);
  },
});
