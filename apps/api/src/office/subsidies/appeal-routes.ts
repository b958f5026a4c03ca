import { appeals } from '@ardhi/contract';
import { routesOf } from '../../lib/http/bind.ts';
import { BY_CREATION, readPage } from '../../lib/http/page.ts';
import { listAppeals } from './appeal-queries.ts';
import { decideAppeal, presentAppeal } from './appeals.ts';

export const appealRoutes = routesOf(appeals, {
  'GET /government/appeals': async ({ user, scope, query, db }) => {
    const { rows, next } = await readPage(
      query,
      BY_CREATION,
      (page) => listAppeals(db, scope, query.state ?? 'open', page),
      (row) => presentAppeal(db, user.id, row),
    );
    return { rows: await Promise.all(rows), next };
  },

  'PUT /government/appeals/{id}': async (context) => {
    const { db, user, params, body } = context;
    return presentAppeal(db, user.id, await decideAppeal(context, params.id, body));
  },
});
