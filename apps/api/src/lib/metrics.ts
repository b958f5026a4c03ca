import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Env } from './env.ts';
import { hashSecret } from './id.ts';
import { problem } from './problem.ts';

/** Prometheus metrics, for whoever has the token. Without METRICS_TOKEN nothing is collected. */
export async function metricsRoutes(server: FastifyInstance, env: Env): Promise<void> {
  if (!env.metricsToken) return;
  const expected = hashSecret(env.metricsToken);
  // In the bundle a package written for CommonJS has a default export only.
  const { collectDefaultMetrics, Histogram, Registry } = (await import('prom-client')).default;
  const register = new Registry();
  collectDefaultMetrics({ register });
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by call and status',
    labelNames: ['call', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [register],
  });

  server.addHook('onResponse', async (request, reply) => {
    const call = request.routeOptions.config.call ?? 'web';
    duration.observe({ call, status: reply.statusCode }, reply.elapsedTime / 1000);
  });
  server.get('/metrics', async (request, reply) => {
    const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
    if (!timingSafeEqual(hashSecret(token), expected)) throw problem('not-signed-in');
    return reply.type(register.contentType).send(await register.metrics());
  });
}
