import { audit } from '@ardhi/contract';
import {
  AUDIT_ACTIONS,
  type AuditAction,
  type AuditEntity,
  HISTORY_ENTITIES,
} from '@ardhi/contract/audit-actions';
import { today } from '@ardhi/contract/dates';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../../lib/database/db.ts';
import { CSV_TYPE } from '../../lib/documents/csv.ts';
import { implement } from '../../lib/http/bind.ts';
import { decodeCursor, pageSize, toPage } from '../../lib/http/page.ts';
import { assertArea, type Viewer } from '../../lib/http/scope.ts';
import type { Services } from '../../lib/http/services.ts';
import { problem } from '../../lib/text/problem.ts';
import { auditCsv } from './export.ts';
import { presentEntry } from './present.ts';
import { type AuditSearch, findUserId, isEntityInArea, listAudit } from './queries.ts';

interface Filters {
  /** An id or an e-mail address. */
  person?: string;
  entity?: AuditEntity;
  entityId?: string;
  action?: AuditAction;
  from?: string;
  to?: string;
}

const UNKNOWN_USER_ID = '00000000-0000-0000-0000-000000000000';

const ENTITIES = Object.keys(AUDIT_ACTIONS) as AuditEntity[];

async function searchOf(
  db: Db,
  viewer: Viewer,
  { person, entity, entityId, action, ...days }: Filters,
): Promise<AuditSearch> {
  const personId = person?.includes('@') ? ((await findUserId(db, person)) ?? UNKNOWN_USER_ID) : person;
  return {
    ...days,
    viewer,
    personId,
    entityId,
    entities: entity ? [entity] : entityId ? ENTITIES : undefined,
    actions: action ? [action] : entity && AUDIT_ACTIONS[entity],
  };
}

async function auditPage(db: Db, search: AuditSearch, query: { limit?: number; cursor?: string }) {
  const limit = pageSize(query.limit);
  const rows = await listAudit(db, search, { limit, after: decodeCursor(query.cursor, 2) });
  return toPage(rows, limit, (row) => [row.at, row.id], presentEntry);
}

export function auditRoutes(app: FastifyInstance, services: Services): void {
  implement(app, services, audit, {
    'GET /government/trail/{entity}/{id}': async ({ user, scope, params, query, db }) => {
      if (!(await isEntityInArea(db, scope, params.entity, params.id))) throw problem('not-found');
      const viewer = { id: user.id, scope };
      return auditPage(db, { viewer, entities: HISTORY_ENTITIES[params.entity], entityId: params.id }, query);
    },

    'GET /government/audit': async ({ user, scope, query: { limit, cursor, ...filters }, db }) =>
      auditPage(db, await searchOf(db, { id: user.id, scope: assertArea(scope) }, filters), {
        limit,
        cursor,
      }),

    'GET /government/audit.csv': async ({ user, scope, query, db, t, noteExport }) => ({
      type: CSV_TYPE,
      name: `audit-${today()}.csv`,
      body: await auditCsv(
        db,
        await searchOf(db, { id: user.id, scope: assertArea(scope) }, query),
        t,
        noteExport,
      ),
    }),
  });
}
