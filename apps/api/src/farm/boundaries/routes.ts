import { boundaries } from '@ardhi/contract';
import { preparing, routesOf } from '../../lib/http/bind.ts';
import { BY_CREATION, readPage } from '../../lib/http/page.ts';
import { orNotFound } from '../../lib/text/not-found.ts';
import { readOwnRow } from '../land/service.ts';
import { agreeOnStrip, decide, writeToNeighbour } from './decisions.ts';
import { ownEdges } from './geometry.ts';
import { listOverlaps, listOwnOverlaps } from './overlap-queries.ts';
import { presentListed, presentOfficialOverlap, presentOverlap } from './present.ts';
import { listBoundaries } from './queries.ts';
import { deleteBoundary, measureOrThrow, readBoundary, setBoundary } from './service.ts';

export const boundaryRoutes = routesOf(boundaries, {
  'GET /land/boundaries': ({ user, query, db }) =>
    readPage(
      query,
      ['created_at', 'parcel_id'],
      (page) => listBoundaries(db, user.id, page),
      (row) => presentListed(row),
    ),

  'GET /land/{id}/boundary': async ({ user, params, db }) => {
    const parcel = await readOwnRow(db, user, params.id);
    return orNotFound(await readBoundary(db, parcel));
  },

  'PUT /land/{id}/boundary': preparing(
    ({ user, body }) => measureOrThrow(user.id, body.geometry),
    (context, boundary) => setBoundary(context, context.params.id, context.body, boundary),
  ),

  'DELETE /land/{id}/boundary': async (context) => {
    await deleteBoundary(context, context.params.id, context.body.revision);
    return { message: context.t('done.boundary-removed') };
  },

  'GET /boundaries/overlaps': ({ user, query, db }) =>
    readPage(
      query,
      BY_CREATION,
      async (page) => ownEdges(user.id, await listOwnOverlaps(db, user.id, query.status, page)),
      presentOverlap,
    ),

  'POST /boundaries/overlaps/{id}/message': async (context) => ({
    threadId: await writeToNeighbour(context, context.params.id, context.body),
  }),

  'PUT /boundaries/overlaps/{id}/strip': async (context) => ({
    strip: await agreeOnStrip(context, context.params.id, context.body.agreed),
  }),

  'GET /government/overlaps': ({ scope, query, db }) =>
    readPage(
      query,
      BY_CREATION,
      (page) => listOverlaps(db, scope, query, page),
      (row) => presentOfficialOverlap(scope, row),
    ),

  'PUT /government/overlaps/{id}': (context) => decide(context, context.params.id, context.body),
});
