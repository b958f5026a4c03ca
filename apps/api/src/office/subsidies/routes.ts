import { subsidies } from '@ardhi/contract';
import { dateInNairobi } from '@ardhi/contract/dates';
import type { FastifyInstance } from 'fastify';
import { implement } from '../../lib/http/bind.ts';
import { decodeCursor, pageSize, toPage } from '../../lib/http/page.ts';
import type { Services } from '../../lib/http/services.ts';
import { problem } from '../../lib/text/problem.ts';
import { appeal } from './appeals.ts';
import { apply, editApplication, ownApplication, withdraw } from './applications.ts';
import { factsOf } from './dossier.ts';
import { explain, NO_RULES } from './eligibility.ts';
import { parcelFacts } from './facts.ts';
import {
  countOwnApplications,
  listOpenProgrammes,
  listOwnApplications,
  sumOwnApplications,
} from './own-queries.ts';
import { isOpen } from './policy.ts';
import { presentApplication, presentProgramme, presentTotals } from './present.ts';
import { findSubsidy, type SubsidyRow } from './queries.ts';

const cursorOf = (row: SubsidyRow) => [row.created_at, row.id];

export function subsidyRoutes(app: FastifyInstance, services: Services): void {
  implement(app, services, subsidies, {
    'POST /subsidies': async (context) => presentApplication(await apply(context, context.body)),

    'GET /subsidies': async ({ user, query, db }) => {
      const limit = pageSize(query.limit);
      const rows = await listOwnApplications(db, user.id, { limit, after: decodeCursor(query.cursor, 2) });
      return toPage(rows, limit, cursorOf, presentApplication, await countOwnApplications(db, user.id));
    },

    'GET /subsidies/totals': async ({ user, db }) => presentTotals(await sumOwnApplications(db, user.id)),

    'GET /subsidies/programmes': async ({ user, query, db }) => {
      const limit = pageSize(query.limit);
      const now = new Date();
      const today = dateInNairobi(now);
      const rows = await listOpenProgrammes(db, today, { limit, after: decodeCursor(query.cursor, 2) });
      const parcels = rows.some(({ rules }) => rules) ? await parcelFacts(db, user.id) : [];
      return toPage(rows, limit, cursorOf, (row) =>
        presentProgramme(row, explain(row.rules ?? NO_RULES, parcels, now.toISOString()).meets),
      );
    },

    'GET /subsidies/programmes/{id}/eligibility': async ({ user, params, db }) => {
      const now = new Date();
      const today = dateInNairobi(now);
      const programme = await findSubsidy(db, params.id);
      if (programme?.kind !== 'programme' || !isOpen(programme, today)) throw problem('not-found');
      const parcels = await parcelFacts(db, user.id);
      return explain(programme.rules ?? NO_RULES, parcels, now.toISOString());
    },

    'GET /subsidies/{id}': async ({ user, params, db }) =>
      presentApplication(await ownApplication(db, user.id, params.id)),

    'GET /subsidies/{id}/eligibility': async ({ user, params, db }) =>
      factsOf(db, await ownApplication(db, user.id, params.id)),

    'POST /subsidies/{id}/appeal': async (context) =>
      presentApplication(await appeal(context, context.params.id, context.body.reason)),

    'PUT /subsidies/{id}': async (context) =>
      presentApplication(await editApplication(context, context.params.id, context.body)),

    'DELETE /subsidies/{id}': async (context) => {
      await withdraw(context, context.params.id, context.body.revision);
      return { message: context.t('done.subsidy-withdrawn') };
    },
  });
}
