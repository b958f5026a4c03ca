import { type StoredRules, subsidies } from '@ardhi/contract';
import { dateInNairobi } from '@ardhi/contract/dates';
import { parcelFacts } from '../../farm/land/facts.ts';
import type { PageRequest } from '../../lib/database/rows.ts';
import { routesOf } from '../../lib/http/bind.ts';
import { BY_CREATION, readPage } from '../../lib/http/page.ts';
import { problem } from '../../lib/text/problem.ts';
import { appeal } from './appeals.ts';
import { apply, editApplication, ownApplication, withdraw } from './applications.ts';
import { factsOf } from './dossier.ts';
import { reportEarlierDecision } from './earlier-decisions.ts';
import { explain, NO_RULES } from './eligibility.ts';
import {
  countOwnApplications,
  listOpenProgrammes,
  listOwnApplications,
  sumOwnApplications,
} from './own-queries.ts';
import { isOpen } from './policy.ts';
import { presentApplication, presentProgramme, presentTotals } from './present.ts';
import { findSubsidy } from './queries.ts';

export const subsidyRoutes = routesOf(subsidies, {
  'POST /subsidies': async (context) => presentApplication(await apply(context, context.body)),

  'GET /subsidies': async ({ user, query, db }) => {
    const total = await countOwnApplications(db, user.id);
    const list = (page: PageRequest) => listOwnApplications(db, user.id, page);
    return readPage(query, BY_CREATION, list, presentApplication, total);
  },

  'GET /subsidies/totals': async ({ user, db }) => presentTotals(await sumOwnApplications(db, user.id)),

  'GET /subsidies/programmes': async ({ user, query, db }) => {
    const now = new Date();
    const today = dateInNairobi(now);
    const list = (page: PageRequest) => listOpenProgrammes(db, today, page);
    const { rows, next } = await readPage(query, BY_CREATION, list, (row) => row);
    const parcels = rows.some(({ rules }) => rules) ? await parcelFacts(db, user.id) : [];
    const meets = (rules: StoredRules | null) => explain(rules ?? NO_RULES, parcels, now.toISOString()).meets;
    return { rows: rows.map((row) => presentProgramme(row, meets(row.rules))), next };
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

  'PUT /subsidies/{id}/earlier-decision': async (context) => {
    await reportEarlierDecision(context, context.params.id, context.body);
    return {};
  },

  'DELETE /subsidies/{id}': async (context) => {
    await withdraw(context, context.params.id, context.body.revision);
    return { message: context.t('done.subsidy-withdrawn') };
  },
});
