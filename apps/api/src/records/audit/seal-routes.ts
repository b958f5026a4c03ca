import { trail } from '@ardhi/contract';
import type { FastifyInstance } from 'fastify';
import { implement } from '../../lib/http/bind.ts';
import type { Services } from '../../lib/http/services.ts';
import { trailHead } from './seal-queries.ts';

export function trailRoutes(app: FastifyInstance, services: Services): void {
  implement(app, services, trail, {
    'GET /government/audit/head': async ({ db }) => {
      const head = await trailHead(db);
      return {
        type: 'application/json; charset=utf-8',
        name: `ardhi-trail-${head.sealedAt.slice(0, 10)}.json`,
        body: JSON.stringify(head, null, 2),
      };
    },
  });
}
