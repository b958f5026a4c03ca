/**
 * OpenTelemetry traces of calls and their statements, sent to OTEL_EXPORTER_OTLP_ENDPOINT; without it nothing is loaded.
 * Spans contain the call, its status and the text of statements, but not their parameter values.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Context, Span } from '@opentelemetry/api';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import type { Env } from '../settings/env.ts';

const MAX_STATEMENT_LENGTH = 500;

export async function traceCalls(server: FastifyInstance, env: Env, version: string): Promise<void> {
  if (!env.otlpEndpoint) return;
  const [
    { ROOT_CONTEXT, SpanKind, SpanStatusCode, defaultTextMapGetter, trace },
    sdk,
    core,
    resources,
    otlp,
  ] = await Promise.all([
    import('@opentelemetry/api').then(exportsOf),
    import('@opentelemetry/sdk-trace').then(exportsOf),
    import('@opentelemetry/core').then(exportsOf),
    import('@opentelemetry/resources').then(exportsOf),
    import('@opentelemetry/exporter-trace-otlp-http').then(exportsOf),
  ]);
  // OpenTelemetry's own variables can set headers, timeouts and the service name.
  const resource = resources
    .resourceFromAttributes({ 'service.name': 'ardhi', 'service.version': version })
    .merge(resources.detectResources({ detectors: [resources.envDetector] }));
  const provider = new sdk.TracerProvider({
    resource,
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter: new otlp.OTLPTraceExporter() })],
  });
  const tracer = provider.getTracer('ardhi', version);
  const propagator = new core.W3CTraceContextPropagator();
  const current = new AsyncLocalStorage<Context>();
  const spans = new WeakMap<object, Span>();

  server.addHook('onRequest', (request, _reply, done) => {
    const { call } = request.routeOptions.config;
    if (!call) return done();
    const parent = propagator.extract(ROOT_CONTEXT, request.headers, defaultTextMapGetter);
    const span = tracer.startSpan(
      call,
      {
        kind: SpanKind.SERVER,
        attributes: { 'http.request.method': request.method, 'http.route': call.split(' ')[1] },
      },
      parent,
    );
    spans.set(request, span);
    current.run(trace.setSpan(parent, span), done);
  });
  server.addHook('onResponse', async (request, reply) => {
    const span = spans.get(request);
    span?.setAttribute('http.response.status_code', reply.statusCode);
    if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
    span?.end();
  });
  server.addHook('onClose', () => provider.shutdown());

  traceStatements((text) => {
    const context = current.getStore();
    if (!context) return undefined;
    const attributes = {
      'db.system.name': 'postgresql',
      'db.query.text': text.slice(0, MAX_STATEMENT_LENGTH),
    };
    return tracer.startSpan('statement', { kind: SpanKind.CLIENT, attributes }, context);
  });
}

/** In the bundle the exports of a CommonJS package are only in its default export. */
const exportsOf = <T extends { default?: object }>(found: T): T => ({ ...found.default, ...found });

/** Patches pg for all connections. Queries with a callback are internal to pg, inside one that returns a promise. */
function traceStatements(start: (text: string) => Span | undefined): void {
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  Object.assign(pg.Client.prototype, {
    query(this: pg.Client, ...args: unknown[]) {
      const [first] = args;
      const text = typeof first === 'string' ? first : ((first as { text?: string } | undefined)?.text ?? '');
      const span = text ? start(text) : undefined;
      const result = query.apply(this, args);
      const end = () => span?.end();
      if (result instanceof Promise) result.then(end, end);
      return result;
    },
  });
}
