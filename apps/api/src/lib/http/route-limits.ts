/** Rate limits per user, or per address for anonymous calls. */
import type { RouteLimit } from '@ardhi/contract';
import type { FastifyRequest } from 'fastify';
import { LIMITS } from '../settings/env.ts';
import { problem } from '../text/problem.ts';
import type { Services } from './services.ts';
import { countCall } from './throttle.ts';

/** Listing without search terms does not count as a search. */
const applies = (limit: RouteLimit, query: unknown) =>
  limit !== 'search' || Boolean((query as { q?: string } | undefined)?.q);

export async function assertWithinLimit(
  { db, env }: Services,
  limit: RouteLimit,
  request: FastifyRequest,
): Promise<void> {
  const allowed = env.limits[limit];
  if (allowed === 0 || !applies(limit, request.query)) return;
  const { setting, windowSeconds } = LIMITS[limit];
  const tooMany = await countCall(db, { name: limit, count: allowed, windowSeconds }, [
    request.user?.id ?? request.ip,
  ]);
  if (tooMany) throw problem(tooMany.code, { ...tooMany.details, setting });
}
