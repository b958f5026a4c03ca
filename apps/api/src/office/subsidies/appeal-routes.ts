import { appeals } from '@ardhi/contract';
import { routesOf } from '../../lib/http/bind.ts';
import { BY_CREATION, readPage } from '../../lib/http/page.ts';
import { listAppeals } from './appeal-queries.ts';
import { decideAppeal, presentAppeal } from './appeals.ts';

export const appealRoutes = routesOf(appeals, {
  'GET /government/appeals': async (context) => {
    const { scope, query, db } = context;
    const { rows, next } = await readPage(
      query,
      BY_CREATION,
      (page) => listAppeals(db, scope, query.state ?? 'open', page),
      (row) => presentAppeal(context, row),
    );
    return { rows: await Promise.all(rows), next };
  },

  'PUT /government/appeals/{id}': async (context) => {
    const { params, body } = context;
    return presentAppeal(context, await decideAppeal(context, params.id, body));
  },
});
