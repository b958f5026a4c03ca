import { auditSeal } from '@ardhi/contract';
import type { FastifyInstance } from 'fastify';
import { implement } from '../../lib/http/bind.ts';
import type { Services } from '../../lib/http/services.ts';
import { auditLogHead } from './seal-queries.ts';

export function auditSealRoutes(app: FastifyInstance, services: Services): void {
  implement(app, services, auditSeal, {
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
