import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { hashSecret } from '../database/id.ts';
import type { Env } from '../settings/env.ts';
import { problem } from '../text/problem.ts';

export interface Sample {
  value: number;
  labels?: Record<string, string>;
}

/** Metric that is read at each scrape. */
export interface Metric {
  help: string;
  labels?: string[];
  isCounter?: true;
  read(): Sample[] | Promise<Sample[]>;
}

/** Keyed by Prometheus metric name. */
export type Metrics = Record<string, Metric>;

/** Prometheus metrics, protected by METRICS_TOKEN. Without it nothing is collected. */
export async function metricsRoutes(server: FastifyInstance, env: Env, figures: Metrics): Promise<void> {
  if (!env.metricsToken) return;
  const expected = hashSecret(env.metricsToken);
  // In the bundle a CommonJS package has only a default export.
  const { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } = (await import('prom-client'))
    .default;
  const register = new Registry();
  collectDefaultMetrics({ register });
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Response time, by call and status',
    labelNames: ['call', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [register],
  });
  for (const [name, { help, labels, isCounter, read }] of Object.entries(figures)) {
    const metric = new (isCounter ? Counter : Gauge)({
      name,
      help,
      labelNames: labels ?? [],
      registers: [register],
      async collect() {
        const samples = await read();
        metric.reset();
        // After a reset a metric without labels is 0, which would state a value that is unknown.
        if (!labels?.length && samples.length === 0) metric.remove();
        for (const sample of samples) metric.inc(sample.labels ?? {}, sample.value);
      },
    });
  }

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
