import { land } from '@ardhi/contract';
import { addDays, today } from '@ardhi/contract/dates';
import { OFFLINE_PAGE_SIZE, OFFLINE_RECORD_DAYS } from '@ardhi/contract/limits';
import { routesOf } from '../../lib/http/bind.ts';
import { decodeCursor, pageSize, toPage } from '../../lib/http/page.ts';
import { bestAdvice } from './advice.ts';
import { detailJson, detailsJson, parcelsJson, presentActivity } from './present.ts';
import {
  listActivities,
  listDeletedParcels,
  listHarvestsToConfirm,
  listOfflineParcels,
  listParcels,
} from './queries.ts';
import { loadExplanation, presentScore } from './score.ts';
import { listAdvice, listScoreHistory } from './score-queries.ts';
import {
  createParcel,
  deleteParcel,
  editParcel,
  readOwnParcel,
  readOwnRow,
  restoreParcel,
} from './service.ts';

export const landRoutes = routesOf(land, {
  'GET /land': async ({ user, query, db }) => {
    const limit = pageSize(query.limit);
    const after = decodeCursor(query.cursor, 2);
    const offset = after ? 0 : ((query.page ?? 1) - 1) * limit;
    const { rows, total } = await listParcels(db, user.id, { limit, offset, after });
    const page = toPage(
      rows,
      limit,
      (row) => [row.created_at, row.id],
      (row) => row,
      total,
    );
    return { ...page, rows: parcelsJson(page.rows) };
  },

  'POST /land': (context) => createParcel(context, context.body),

  'GET /land/deleted': ({ user, db }) => listDeletedParcels(db, user.id),

  'GET /land/activities': async ({ user, query, db }) =>
    (await listActivities(db, user.id, query.limit ?? 10)).map(presentActivity),

  'GET /land/advice': async ({ user, query, db }) =>
    bestAdvice(await listAdvice(db, user.id), query.limit ?? 5),

  'GET /land/harvests-to-confirm': ({ user, query, db }) =>
    listHarvestsToConfirm(db, user.id, today(), query.limit ?? 100),

  'GET /land/details': async ({ user, query, db }) => {
    const limit = query.limit ?? OFFLINE_PAGE_SIZE;
    const offset = ((query.page ?? 1) - 1) * limit;
    const since = addDays(today(), -OFFLINE_RECORD_DAYS);
    return detailsJson(await listOfflineParcels(db, user.id, { limit, offset, since }));
  },

  'GET /land/{id}': async ({ user, params, db }) => detailJson(await readOwnParcel(db, user, params.id)),

  'PUT /land/{id}': (context) => editParcel(context, context.params.id, context.body),

  'DELETE /land/{id}': async (context) => ({
    message: context.t('done.land-deleted'),
    restorableUntil: await deleteParcel(context, context.params.id, context.body.revision),
  }),

  'POST /land/{id}/restore': (context) => restoreParcel(context, context.params.id, context.body.name),

  'GET /land/{id}/score': async ({ user, params, db }) => {
    const parcel = await readOwnRow(db, user, params.id);
    const [stored, history] = await Promise.all([
      loadExplanation(db, parcel),
      listScoreHistory(db, parcel.id),
    ]);
    return presentScore(parcel, stored, history);
  },
});
