import { cases } from '@ardhi/contract';
import type { FastifyInstance } from 'fastify';
import { implement } from '../../lib/http/bind.ts';
import type { Services } from '../../lib/http/services.ts';
import { farmerFile } from './evidence.ts';

export function caseRoutes(app: FastifyInstance, services: Services): void {
  implement(app, services, cases, {
    'GET /government/farmers/{id}': ({ user, scope, params, db }) =>
      farmerFile(db, { id: user.id, scope }, params.id),
  });
}
