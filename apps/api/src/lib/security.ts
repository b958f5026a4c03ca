import fastifyHelmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Env } from '../env.ts';

/**
 * No inline script and no eval. Style attributes are allowed because React writes them for sizes that depend on
 * data; style elements are not.
 */
export function securityHeaders(server: FastifyInstance, env: Env): void {
  const basemap = env.basemapUrl?.startsWith('http')
    ? [new URL(env.basemapUrl.replace(/[{}]/g, '')).origin]
    : [];
  const https = env.publicUrl?.startsWith('https:') ?? false;
  server.register(fastifyHelmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        styleSrcAttr: ["'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...basemap],
        connectSrc: ["'self'", ...basemap],
        workerSrc: ["'self'", 'blob:'],
        fontSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(https ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: https ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'same-origin' },
  });
}
