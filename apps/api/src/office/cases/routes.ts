import { cases } from '@ardhi/contract';
import { routesOf } from '../../lib/http/bind.ts';
import { farmerFile } from './evidence.ts';

export const caseRoutes = routesOf(cases, {
  'GET /government/farmers/{id}': ({ user, scope, params, db }) =>
    farmerFile(db, { id: user.id, scope }, params.id),
});
