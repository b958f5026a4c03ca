import { appeals } from '@ardhi/contract';
import type { FastifyInstance } from 'fastify';
import { implement } from '../../lib/http/bind.ts';
import { decodeCursor, pageSize, toPage } from '../../lib/http/page.ts';
import type { Services } from '../../lib/http/services.ts';
import { listAppeals } from './appeal-queries.ts';
import { decideAppeal, presentAppeal } from './appeals.ts';

export function appealRoutes(app: FastifyInstance, services: Services): void {
  implement(app, services, appeals, {
    'GET /government/appeals': async ({ user, scope, query, db }) => {
      const limit = pageSize(query.limit);
      const found = await listAppeals(db, scope, query.state ?? 'open', {
        limit,
        after: decodeCursor(query.cursor, 2),
      });
      const page = toPage(
        found,
        limit,
        (row) => [row.created_at, row.id],
        (row) => row,
      );
      const rows = await Promise.all(page.rows.map((row) => presentAppeal(db, user.id, row)));
      return { ...page, rows };
    },

    'PUT /government/appeals/{id}': async (context) => {
      const { db, user, params, body } = context;
      return presentAppeal(db, user.id, await decideAppeal(context, params.id, body));
    },
  });
}
