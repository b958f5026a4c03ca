import { boundaries } from '@ardhi/contract';
import type { FastifyInstance } from 'fastify';
import { implement, preparing } from '../../lib/http/bind.ts';
import { decodeCursor, pageSize, toPage } from '../../lib/http/page.ts';
import type { Services } from '../../lib/http/services.ts';
import { problem } from '../../lib/text/problem.ts';
import { readOwnRow } from '../land/service.ts';
import { decide, writeToNeighbour } from './decisions.ts';
import { listOverlaps, listOwnOverlaps } from './overlap-queries.ts';
import { presentListed, presentOfficialOverlap, presentOverlap } from './present.ts';
import { listBoundaries } from './queries.ts';
import { deleteBoundary, measureOrThrow, readBoundary, setBoundary } from './service.ts';

export function boundaryRoutes(app: FastifyInstance, services: Services): void {
  implement(app, services, boundaries, {
    'GET /land/boundaries': async ({ user, query, db }) => {
      const limit = pageSize(query.limit);
      const rows = await listBoundaries(db, user.id, { limit, after: decodeCursor(query.cursor, 2) });
      return toPage(rows, limit, (row) => [row.created_at, row.parcel_id], presentListed);
    },

    'GET /land/{id}/boundary': async ({ user, params, db }) => {
      const parcel = await readOwnRow(db, user, params.id);
      const boundary = await readBoundary(db, parcel.id);
      if (!boundary) throw problem('not-found');
      return boundary;
    },

    'PUT /land/{id}/boundary': preparing(
      ({ user, body }) => measureOrThrow(user.id, body.geometry),
      (context, boundary) => setBoundary(context, context.params.id, context.body, boundary),
    ),

    'DELETE /land/{id}/boundary': async (context) => {
      await deleteBoundary(context, context.params.id, context.body.revision);
      return { message: context.t('done.boundary-removed') };
    },

    'GET /boundaries/overlaps': async ({ user, query, db }) => {
      const limit = pageSize(query.limit);
      const after = decodeCursor(query.cursor, 2);
      const rows = await listOwnOverlaps(db, user.id, { status: query.status, limit, after });
      return toPage(rows, limit, (row) => [row.created_at, row.id], presentOverlap);
    },

    'POST /boundaries/overlaps/{id}/message': async (context) => ({
      threadId: await writeToNeighbour(context, context.params.id, context.body),
    }),

    'GET /government/overlaps': async ({ scope, query, db }) => {
      const limit = pageSize(query.limit);
      const rows = await listOverlaps(db, scope, query, { limit, after: decodeCursor(query.cursor, 2) });
      return toPage(
        rows,
        limit,
        (row) => [row.created_at, row.id],
        (row) => presentOfficialOverlap(scope, row),
      );
    },

    'PUT /government/overlaps/{id}': (context) => decide(context, context.params.id, context.body),
  });
}
