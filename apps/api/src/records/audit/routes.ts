import { type AuditEntry, audit, auditSeal, type QueryOf } from '@ardhi/contract';
import { AUDIT_ACTIONS, type AuditEntity, HISTORY_ENTITIES } from '@ardhi/contract/audit-actions';
import { today } from '@ardhi/contract/dates';
import { readReference } from '@ardhi/contract/reference';
import type { Db } from '../../lib/database/db.ts';
import { CSV_TYPE } from '../../lib/documents/csv.ts';
import { routesOf, UUID } from '../../lib/http/bind.ts';
import { readPage } from '../../lib/http/page.ts';
import { assertArea, type Scope, seesMasked } from '../../lib/http/scope.ts';
import { orNotFound } from '../../lib/text/not-found.ts';
import { fieldProblem, problem } from '../../lib/text/problem.ts';
import { auditCsv } from './export.ts';
import { maskRow } from './mask.ts';
import {
  type AuditRow,
  type AuditSearch,
  findFarmer,
  findIdByReference,
  findUserId,
  isEntityInArea,
  listAudit,
  listUserIdsByName,
  MAX_NAMESAKES,
  presentEntry,
} from './queries.ts';
import { auditLogHead } from './seal-queries.ts';

type Filters = QueryOf<(typeof audit)['GET /government/audit.csv']>;

const UNKNOWN_ID = '00000000-0000-0000-0000-000000000000';
const uuid = new RegExp(`^${UUID}$`, 'i');

const ENTITIES = Object.keys(AUDIT_ACTIONS) as AuditEntity[];

interface SearchContext {
  db: Db;
  user: { id: string };
  scope: Scope;
}

async function searchOf(
  { db, user, scope }: SearchContext,
  { person, reference, entity, entityId: linkedId, action, ...days }: Filters,
): Promise<AuditSearch> {
  const entityId = reference === undefined ? linkedId : await idOfReference(db, reference);
  return {
    ...days,
    viewer: { id: user.id, scope: assertArea(scope) },
    personIds: person === undefined ? undefined : await idsOfPerson(db, person),
    entityId,
    entities: entity ? [entity] : entityId ? ENTITIES : undefined,
    actions: action ? [action] : entity && AUDIT_ACTIONS[entity],
  };
}

/** By id, email address or name. */
async function idsOfPerson(db: Db, person: string): Promise<string[]> {
  if (uuid.test(person)) return [person];
  if (person.includes('@')) {
    const found = await findUserId(db, person);
    return found ? [found] : [];
  }
  const ids = await listUserIdsByName(db, person);
  if (ids.length > MAX_NAMESAKES)
    throw fieldProblem('person', 'issue.too-many-people', { most: MAX_NAMESAKES });
  return ids;
}

async function idOfReference(db: Db, typed: string): Promise<string> {
  const reference = readReference(typed);
  if (!reference) throw fieldProblem('reference', 'issue.no-reference');
  return (await findIdByReference(db, reference)) ?? UNKNOWN_ID;
}

async function auditPage(db: Db, search: AuditSearch, query: { limit?: number; cursor?: string }) {
  const { scope } = search.viewer;
  const present = seesMasked(scope)
    ? presentMasked
    : scope.kind === 'county'
      ? presentInCounty
      : presentEntry;
  return readPage(query, ['at', 'id'], (page) => listAudit(db, search, page), present);
}

const presentMasked = (row: AuditRow): AuditEntry => ({ ...presentEntry(maskRow(row)), masked: true });

/** An application may name parcels in other counties. */
function presentInCounty({ before, after, ...row }: AuditRow) {
  const withoutParcels = (fields: AuditRow['after']) => {
    const { parcelIds: _, ...others } = fields ?? {};
    return fields && others;
  };
  return presentEntry({ ...row, before: withoutParcels(before), after: withoutParcels(after) });
}

const calls = { ...audit, ...auditSeal };

export const auditRoutes = routesOf(calls, {
  'GET /government/trail/{entity}/{id}': async ({ user, scope, params, query, db }) => {
    if (!(await isEntityInArea(db, scope, params.entity, params.id))) throw problem('not-found');
    const viewer = { id: user.id, scope };
    return auditPage(db, { viewer, entities: HISTORY_ENTITIES[params.entity], entityId: params.id }, query);
  },

  'GET /government/audit': async ({ query: { limit, cursor, ...filters }, ...context }) =>
    auditPage(context.db, await searchOf(context, filters), { limit, cursor }),

  'GET /government/audit.csv': async (context) => ({
    type: CSV_TYPE,
    name: `audit-${today()}.csv`,
    body: await auditCsv(context, await searchOf(context, context.query)),
  }),

  'POST /government/audit/people/{id}': async ({ scope, params, db }) => {
    const { id, name, email, phone_number } = orNotFound(await findFarmer(db, scope, params.id));
    return { _id: id, name, email, phoneNumber: phone_number ?? '' };
  },

  'GET /government/audit/head': async ({ db }) => {
    const head = await auditLogHead(db);
    return {
      type: 'application/json; charset=utf-8',
      name: `ardhi-trail-${head.sealedAt.slice(0, 10)}.json`,
      body: JSON.stringify(head, null, 2),
    };
  },
});
