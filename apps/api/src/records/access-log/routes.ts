import { type AccessLine, accessLines } from '@ardhi/contract';
import type { FastifyInstance } from 'fastify';
import { implement } from '../../lib/http/bind.ts';
import { decodeCursor, pageSize, toPage } from '../../lib/http/page.ts';
import type { Services } from '../../lib/http/services.ts';
import { type AccessLineRow, listAccessLines } from './queries.ts';

export function accessLineRoutes(app: FastifyInstance, services: Services): void {
  implement(app, services, accessLines, {
    'GET /auth/access-lines': async ({ user, query, db }) => {
      const limit = pageSize(query.limit);
      const rows = await listAccessLines(db, user.id, { limit, after: decodeCursor(query.cursor, 2) });
      return toPage(rows, limit, (row) => [row.created_at, row.id], present);
    },
  });
}

function present(row: AccessLineRow): AccessLine {
  return {
    _id: row.id,
    at: row.created_at,
    viewer: { name: row.viewer_name, role: row.viewer_role, department: row.viewer_department },
    look: row.look,
    entityName: row.entity_name,
    area: row.area,
  };
}
