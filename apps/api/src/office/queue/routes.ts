import { type QueueCounts, queue } from '@ardhi/contract';
import { today } from '@ardhi/contract/dates';
import { paths } from '@ardhi/contract/paths';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../../lib/database/db.ts';
import { newId } from '../../lib/database/id.ts';
import { implement } from '../../lib/http/bind.ts';
import { decodeCursor, pageSize, toPage } from '../../lib/http/page.ts';
import type { Area } from '../../lib/http/scope.ts';
import type { Services } from '../../lib/http/services.ts';
import { orNotFound } from '../../lib/text/not-found.ts';
import { fieldProblem, problem } from '../../lib/text/problem.ts';
import { addNotice } from '../../records/notices/service.ts';
import { countOpenComplaints } from '../complaints/queries.ts';
import { countOpenMessages } from '../contact/queries.ts';
import { assertRoomFor } from '../staff/case-limits.ts';
import { countOpenAppeals } from '../subsidies/appeal-queries.ts';
import { presentCase } from '../subsidies/present.ts';
import type { SubsidyRow } from '../subsidies/queries.ts';
import { queueCsv } from './export.ts';
import {
  assign,
  COUNTED_VIEWS,
  countCases,
  countLandWork,
  cursorOf,
  deleteView,
  findAssignable,
  findCase,
  listCases,
  listColleagues,
  listViews,
  lockCase,
  saveView,
  type ViewRow,
} from './queries.ts';

export function queueRoutes(app: FastifyInstance, services: Services): void {
  // Read for each call: a manager can change it while the server runs.
  const { env } = services;

  implement(app, services, queue, {
    'GET /government/queue': async ({ user, scope, query, db }) => {
      const { limit: requestedLimit, cursor, ...filters } = query;
      const limit = pageSize(requestedLimit);
      const page = { limit, after: decodeCursor(cursor, 2) };
      const { rows, total } = await listCases(db, scope, user.id, filters, page);
      return toPage(rows, limit, cursorOf(filters.sort), present(scope), total);
    },

    'GET /government/queue.csv': queueCsv,

    'GET /government/queue/counts': ({ user, scope, db }) => readCounts(db, scope, user.id),

    'GET /government/queue/{id}/colleagues': async ({ scope, params, query, db }) => {
      const { county } = orNotFound(await findCase(db, scope, params.id));
      return listColleagues(db, scope, env.jurisdiction, { county, q: query.q });
    },

    'PUT /government/queue/{id}': async (context) => {
      const { user, scope, params, body, db, audit, emit } = context;
      const [to, from] = [body.to ?? null, body.from ?? null];
      const locked = orNotFound(await lockCase(db, scope, params.id));
      const row = (await findCase(db, scope, params.id))!;
      // Another official was first. To take over, the client must send the current assignee as `from`.
      if (locked.assigned_to !== from && locked.assigned_to !== to)
        throw problem('case-taken', {
          values: { name: row.assigned_name ?? '' },
          current: present(scope)(row),
        });
      const official = to === null ? null : await findAssignable(db, env.jurisdiction, row.county, to);
      if (official === undefined) throw fieldProblem('to', 'issue.not-a-colleague');
      if (locked.assigned_to !== to) {
        if (official) await assertRoomFor(db, official, row.county);
        await assign(db, params.id, to);
        await audit({
          action: to === null ? 'case.release' : to === user.id ? 'case.take' : 'case.hand-over',
          entity: 'subsidy',
          entityId: params.id,
          before: { assignedToId: locked.assigned_to },
          after: { assignedToId: to },
        });
        emit({ offices: [row.county] }, 'subsidy', [params.id]);
        if (to !== null && to !== user.id)
          await addNotice(context, {
            userId: to,
            aboutId: row.owner_id,
            kind: 'case-handed',
            values: { name: row.name, official: user.name },
            link: `${paths.queue}?view=mine`,
          });
      }
      return present(scope)((await findCase(db, scope, params.id))!);
    },

    'GET /government/queue-views': async ({ user, scope, db }) =>
      (await listViews(db, scope, user.id)).map(presentView),

    'POST /government/queue-views': async ({ user, scope, body, db }) =>
      presentView(await saveView(db, scope, { id: newId(), officialId: user.id, ...body })),

    'DELETE /government/queue-views/{id}': async ({ user, params, db, t }) => {
      if (!(await deleteView(db, user.id, params.id))) throw problem('not-found');
      return { message: t('done.deleted') };
    },
  });
}

const MAX_COUNT = 10_000;
/** Returns null above the limit. */
const capped = (count: number) => (count > MAX_COUNT ? null : count);

/** Counts of all work in an area. Each count equals the length of the list it opens. */
async function readCounts(db: Db, scope: Area, userId: string): Promise<QueueCounts> {
  const viewer = { id: userId, scope };
  const most = MAX_COUNT + 1;
  const [cases, appeals, complaints, land, messages] = await Promise.all([
    countCases(db, scope, userId, most),
    countOpenAppeals(db, scope, most),
    countOpenComplaints(db, viewer, most),
    countLandWork(db, scope),
    scope.kind === 'national' ? countOpenMessages(db, viewer, most) : undefined,
  ]);
  return {
    ...(Object.fromEntries(COUNTED_VIEWS.map((view) => [view, capped(cases[view])])) as Pick<
      QueueCounts,
      (typeof COUNTED_VIEWS)[number]
    >),
    appeals: capped(appeals),
    complaints: capped(complaints),
    ...land,
    ...(messages !== undefined && { messages: capped(messages) }),
  };
}

const presentView = ({ id, name, filters, own }: ViewRow) => ({ _id: id, name, filters, own });

const present = (scope: Area) => (row: SubsidyRow) => presentCase(row, today(), scope);
