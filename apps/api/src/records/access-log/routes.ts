import { type AccessLine, accessLog } from '@ardhi/contract';
import { routesOf } from '../../lib/http/bind.ts';
import { pagingOf, toPage } from '../../lib/http/page.ts';
import { type AccessLogRow, listAccessLog } from './queries.ts';

export const accessLogRoutes = routesOf(accessLog, {
  'GET /auth/access-lines': async ({ user, query, db }) => {
    const paging = pagingOf(query);
    const rows = await listAccessLog(db, user.id, paging);
    return toPage(rows, paging.limit, (row) => [row.created_at, row.id], present);
  },
});

function present(row: AccessLogRow): AccessLine {
  return {
    _id: row.id,
    at: row.created_at,
    viewer: { name: row.viewer_name, role: row.viewer_role, department: row.viewer_department },
    look: row.look,
    entityName: row.entity_name,
    area: row.area,
  };
}
