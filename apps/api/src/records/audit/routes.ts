import { type AuditEntry, audit, auditSeal, type QueryOf } from '@ardhi/contract';
import { AUDIT_ACTIONS, type AuditEntity, HISTORY_ENTITIES } from '@ardhi/contract/audit-actions';
import { today } from '@ardhi/contract/dates';
import { readReference } from '@ardhi/contract/reference';
import type { FastifyInstance } from 'fastify';
import { logOpening } from '../../lib/audit/access-log.ts';
import type { Db } from '../../lib/database/db.ts';
import { CSV_TYPE } from '../../lib/documents/csv.ts';
import { implement, UUID } from '../../lib/http/bind.ts';
import { readPage } from '../../lib/http/page.ts';
import { type Viewing, viewerOf } from '../../lib/http/respond.ts';
import { assertArea, type Scope, seesMasked } from '../../lib/http/scope.ts';
import type { Services } from '../../lib/http/services.ts';
import type { SignedInUser } from '../../lib/http/session.ts';
import { orNotFound } from '../../lib/text/not-found.ts';
import { fieldProblem, problem } from '../../lib/text/problem.ts';
import { auditCsv } from './export.ts';
import { maskRow } from './mask.ts';
import {
  type AuditRow,
  type AuditSearch,
  findFarmer,
  findIdByReference,
  isEntityInArea,
  listAudit,
  listUsersByEmail,
  listUsersByName,
  MAX_NAMESAKES,
  presentEntry,
} from './queries.ts';
import { auditLogHead } from './seal-queries.ts';

type Filters = QueryOf<(typeof audit)['GET /government/audit.csv']>;

const UNKNOWN_ID = '00000000-0000-0000-0000-000000000000';
const uuid = new RegExp(`^${UUID}$`, 'i');

const ENTITIES = Object.keys(AUDIT_ACTIONS) as AuditEntity[];

interface SearchContext extends Viewing {
  db: Db;
  user: SignedInUser;
  scope: Scope;
}

async function searchOf(
  context: SearchContext,
  primary: Db,
  { person, reference, entity, entityId: linkedId, action, ...days }: Filters,
): Promise<AuditSearch> {
  const { db, user, scope } = context;
  const entityId = reference === undefined ? linkedId : await idOfReference(db, reference);
  return {
    ...days,
    viewer: { id: user.id, scope: assertArea(scope) },
    personIds: person === undefined ? undefined : await idsOfPerson(context, primary, person),
    entityId,
    entities: entity ? [entity] : entityId ? ENTITIES : undefined,
    actions: action ? [action] : entity && AUDIT_ACTIONS[entity],
  };
}

/**
 * By id, email address or name. Auditors see farmers by initials: each farmer whom they name is in the access log, and
 * with prefixes they could find out a name letter by letter.
 */
async function idsOfPerson(context: SearchContext, primary: Db, person: string): Promise<string[]> {
  if (uuid.test(person)) return [person];
  const { db, scope } = context;
  const isMasked = seesMasked(scope);
  const users = person.includes('@')
    ? await listUsersByEmail(db, person)
    : await listUsersByName(db, person, { wholeWords: isMasked });
  if (users.length > MAX_NAMESAKES)
    throw fieldProblem('person', 'issue.too-many-people', { most: MAX_NAMESAKES });
  const farmers = isMasked ? users.filter(({ role }) => role === 'farmer') : [];
  for (const { id } of farmers) await logOpening(primary, viewerOf(context), 'audit-person', id);
  return users.map(({ id }) => id);
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

export function auditRoutes(app: FastifyInstance, services: Services): void {
  // The context of a read may have a replica, where no access log entry can be written.
  const { db: primary } = services;

  implement(app, services, calls, {
    'GET /government/trail/{entity}/{id}': async ({ user, scope, params, query, db }) => {
      if (!(await isEntityInArea(db, scope, params.entity, params.id))) throw problem('not-found');
      const viewer = { id: user.id, scope };
      return auditPage(db, { viewer, entities: HISTORY_ENTITIES[params.entity], entityId: params.id }, query);
    },

    'GET /government/audit': async ({ query: { limit, cursor, ...filters }, ...context }) =>
      auditPage(context.db, await searchOf(context, primary, filters), { limit, cursor }),

    'GET /government/audit.csv': async (context) => ({
      type: CSV_TYPE,
      name: `audit-${today()}.csv`,
      body: await auditCsv(context, await searchOf(context, primary, context.query)),
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
}
