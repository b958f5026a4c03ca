import { isDeepStrictEqual } from 'node:util';
import { type PublicConfig, system } from '@ardhi/contract';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { assertEnrolled, tokenOf } from '../lib/http/authenticate.ts';
import { implement } from '../lib/http/bind.ts';
import { passwordHasherFault } from '../lib/http/password.ts';
import type { Services } from '../lib/http/services.ts';
import { mailEnabled } from '../lib/jobs/mail.ts';
import { counters } from '../lib/logging/counters.ts';
import { logStream } from '../lib/logging/log.ts';
import { diskFull } from '../lib/logging/outage.ts';
import type { Env } from '../lib/settings/env.ts';
import { problem } from '../lib/text/problem.ts';
import type { Basemap } from './basemap/archive.ts';
import { basemapTile } from './basemap/send-tile.ts';
import type { Streams } from './streams.ts';

const SOCIAL_NETWORKS = ['Facebook', 'X', 'LinkedIn', 'Instagram'];

export function publicConfig(env: Env, basemap: Basemap | null): PublicConfig {
  return {
    contact: {
      email: env.contactEmail ?? 'info@ardhi.example',
      phone: env.contactPhone ?? '+254 700 000 000',
      address: env.contactAddress ?? '123 Farm Road',
    },
    operator: [env.organisation, env.country].filter(Boolean).join(', '),
    social: env.socialLinks.length ? env.socialLinks : SOCIAL_NETWORKS.map((name) => ({ name, url: '' })),
    governmentSignup: env.governmentSignup.mode,
    mail: mailEnabled(env),
    pushKey: env.push?.publicKey ?? null,
    basemapUrl: env.basemapUrl,
    basemapTiles: basemap && {
      url: `/api/basemap/{z}/{x}/{y}?v=${basemap.version}`,
      maxZoom: basemap.maxZoom,
    },
    imagery: env.imagery,
  };
}

export function systemRoutes(
  app: FastifyInstance,
  services: Services,
  { streams, basemap }: { streams: Streams; basemap: Basemap | null },
): void {
  // Runs before the server waits for requests in flight, because an open stream would never finish.
  app.addHook('preClose', async () => streams.closeAll());

  implement(app, services, system, {
    'GET /config': async () => publicConfig(services.env, basemap),
    'GET /health': async () => ({ status: 'ok' as const }),
    'GET /ready': async ({ db }) => {
      if (services.shutdown.draining) throw problem('busy', { retryAfterSeconds: 1 });
      await sql`select 1 from migrations limit 1`.execute(db);
      if (await passwordHasherFault()) throw problem('password-hasher', { retryAfterSeconds: 5 });
      return { status: 'ready' as const, writes: !diskFull.isOpen };
    },
    'GET /basemap/{z}/{x}/{y}': async ({ params, query, reply }) => {
      if (!basemap) throw problem('not-found');
      return basemapTile(basemap, params, query.v, reply);
    },
    'POST /sync-errors': async ({ body }) => {
      for (const kind of ['refused', 'conflict', 'failed'] as const)
        counters.syncErrors[kind] += body[kind] ?? 0;
      return {};
    },
    'GET /events': async ({ user, query, reply }) => {
      // The route is open before enrolment only for an unconfirmed address, whose confirmation the stream reports.
      assertEnrolled(user);
      reply.hijack();
      logStream(reply.request, reply);
      streams.open(user, reply.raw, query.since ? Date.parse(query.since) : undefined);
      // An event that ended or changed the session during its lookup preceded the stream and cannot close it.
      const found = await services.sessions.find(tokenOf(reply.request) ?? '').catch(() => null);
      if (!isDeepStrictEqual(found?.scope, user.scope) || found?.mustEnrol) reply.raw.end();
      return undefined;
    },
  });
}
