/**
 * Maintenance mode: pages are replaced by one in both languages, calls return 503 with the marker header. Health checks,
 * metrics and files still work, so that proxies do not take the process out and an installed app starts.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Env } from '../settings/env.ts';
import { languageOf } from '../text/i18n.ts';
import { problem } from '../text/problem.ts';
import { problemBody } from './errors.ts';

/** Also served by the proxies in deploy/ while no process runs. */
export const MAINTENANCE_PAGE = 'maintenance.html';
const RETRY_AFTER_SECONDS = 60;

/** Registered after the hooks that set the headers of every response. */
export function maintenanceMode(server: FastifyInstance, env: Env, webRoot: string | undefined): void {
  const page = webRoot && readFileSync(join(webRoot, MAINTENANCE_PAGE), 'utf8');
  const policy = page && contentSecurityPolicy(page);
  server.addHook('onRequest', async (request, reply) => {
    const path = request.url.split('?')[0]!;
    if (!env.maintenance || request.method === 'OPTIONS' || isStillServed(path)) return;
    reply.code(503).headers({ 'retry-after': RETRY_AFTER_SECONDS, 'cache-control': 'no-store' });
    if (!page || path.startsWith('/api/')) {
      // Not thrown: the log would have one error per call.
      const body = problemBody(problem('maintenance'), languageOf(request.headers['accept-language']));
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(body));
    }
    return reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(page);
  });
}

/** Names with a dot are files, such as icons and the service worker. */
const isStillServed = (path: string) =>
  /^\/(assets|shell)\//.test(path) ||
  ['/api/health', '/api/ready', '/metrics'].includes(path) ||
  (!path.startsWith('/api/') && path.includes('.'));

/** The page has its styles inside, which the policy of the other pages forbids. */
function contentSecurityPolicy(page: string): string {
  const style = /<style>(.*?)<\/style>/s.exec(page)?.[1] ?? '';
  const hash = createHash('sha256').update(style).digest('base64');
  return `default-src 'none';style-src 'sha256-${hash}';base-uri 'none';form-action 'none';frame-ancestors 'none'`;
}
