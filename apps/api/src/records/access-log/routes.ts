import { type AccessLine, accessLog } from '@ardhi/contract';
import { routesOf } from '../../lib/http/bind.ts';
import { BY_CREATION, readPage } from '../../lib/http/page.ts';
import { type AccessLogRow, listAccessLog } from './queries.ts';

export const accessLogRoutes = routesOf(accessLog, {
  'GET /auth/access-lines': async ({ user, query, db }) => {
    return readPage(query, BY_CREATION, (page) => listAccessLog(db, user.id, page), present);
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
