/** How often a person, or an address where nobody is signed in, may make a call where the service is deployed. */
import type { RouteLimit } from '@ardhi/contract';
import type { FastifyRequest } from 'fastify';
import type { Services } from './services.ts';
import { count, type Limit } from './throttle.ts';

const QUARTER_HOUR = 15 * 60;
const limits: Record<RouteLimit, Limit> = {
  // An office that registers farmers does so from one address.
  registration: { name: 'registration', count: 60, windowSeconds: 60 * 60 },
  'forgotten-password': { name: 'forgotten-password', count: 30, windowSeconds: QUARTER_HOUR },
  search: { name: 'search', count: 300, windowSeconds: QUARTER_HOUR },
  boundary: { name: 'boundary', count: 60, windowSeconds: QUARTER_HOUR },
  export: { name: 'export', count: 60, windowSeconds: QUARTER_HOUR },
};

/** A list without a search text is no search. */
const applies = (limit: RouteLimit, query: unknown) =>
  limit !== 'search' || Boolean((query as { q?: string } | undefined)?.q);

export async function assertWithinLimit(
  { db, env }: Services,
  limit: RouteLimit,
  request: FastifyRequest,
): Promise<void> {
  if (!env.deployed || !applies(limit, request.query)) return;
  const tooMany = await count(db, limits[limit], [request.user?.id ?? request.ip]);
  if (tooMany) throw tooMany;
}
