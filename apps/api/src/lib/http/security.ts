import { SERVER_MARK } from '@ardhi/contract/mark';
import fastifyHelmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Env } from '../settings/env.ts';

/**
 * No inline script and no eval. Style attributes are allowed because React writes them for sizes that depend on
 * data; style elements are not.
 */
export async function securityHeaders(server: FastifyInstance, env: Env): Promise<void> {
  const basemap = env.basemapUrl?.startsWith('http')
    ? [new URL(env.basemapUrl.replace(/[{}]/g, '')).origin]
    : [];
  const https = env.publicUrl?.startsWith('https:') ?? false;
  const headers = await headersOf({
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
  const ofAnswers = {
    'content-security-policy': "default-src 'none';frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    [SERVER_MARK]: '1',
    ...(https ? { 'strict-transport-security': headers['strict-transport-security'] } : {}),
  };
  server.addHook('onRequest', (request, reply, done) => {
    reply.headers(isAnswer(request.url) ? ofAnswers : headers);
    done();
  });
}

/**
 * An answer of the API is data that no browser draws, so the rules for pages say nothing to it; on a phone's small
 * answers they would be most of what is sent. The page about the API is a page.
 */
const isAnswer = (url: string) => url.startsWith('/api/') && !url.startsWith('/api/docs');

/** Helmet works its headers out anew for every request. Ours are always the same, so they are taken from one. */
async function headersOf(options: FastifyHelmetOptions): Promise<Record<string, string>> {
  const sample = Fastify();
  await sample.register(fastifyHelmet, options);
  sample.get('/', async () => '');
  const { headers } = await sample.inject('/');
  await sample.close();
  const ofEveryAnswer = new Set(['content-type', 'content-length', 'date', 'connection']);
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || ofEveryAnswer.has(name) ? [] : [[name, String(value)]],
    ),
  );
}
