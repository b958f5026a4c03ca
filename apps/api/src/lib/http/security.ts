import { MARKER_HEADER } from '@ardhi/contract/headers';
import fastifyHelmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Env } from '../settings/env.ts';

/**
 * No inline script and no eval. Style attributes are allowed because React writes them for sizes that depend on
 * data; style elements are not.
 */
export async function securityHeaders(server: FastifyInstance, env: Env): Promise<void> {
  const mapHosts = [env.basemapUrl, env.imagery?.url].flatMap((url) =>
    url?.startsWith('http') ? [new URL(url.replace(/[{}]/g, '')).origin] : [],
  );
  const tiles = [...new Set(mapHosts)];
  const isHttps = env.publicUrl?.startsWith('https:') ?? false;
  const headers = await headersOf({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        styleSrcAttr: ["'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...tiles],
        connectSrc: ["'self'", ...tiles],
        workerSrc: ["'self'", 'blob:'],
        fontSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(isHttps ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: isHttps ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'same-origin' },
  });
  const apiHeaders = {
    'content-security-policy': "default-src 'none';frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    // Responses without personal data override it; see `respond.ts`.
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...(isHttps ? { 'strict-transport-security': headers['strict-transport-security'] } : {}),
  };
  server.addHook('onRequest', (request, reply, done) => {
    if (!isApiResponse(request.url)) reply.headers(headers);
    else reply.headers(apiHeaders).header(MARKER_HEADER, env.epoch ? `1 ${env.epoch}` : '1');
    done();
  });
}

/**
 * No browser renders an API response, so the page headers have no effect there, and they would outweigh the small
 * responses that phones receive. The API documentation is a page.
 */
const isApiResponse = (url: string) => url.startsWith('/api/') && !url.startsWith('/api/docs');

/** Helmet computes its headers for every request. Ours never change, so they are copied from one response. */
async function headersOf(options: FastifyHelmetOptions): Promise<Record<string, string>> {
  const sample = Fastify();
  await sample.register(fastifyHelmet, options);
  sample.get('/', async () => '');
  const { headers } = await sample.inject('/');
  await sample.close();
  const perResponseHeaders = new Set(['content-type', 'content-length', 'date', 'connection']);
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || perResponseHeaders.has(name) ? [] : [[name, String(value)]],
    ),
  );
}
