/** Builds the server without listening. */
import { AS_OF, POSITION, SERVER_MARK } from '@ardhi/contract/mark';
import fastifyCompress from '@fastify/compress';
import fastifyCors from '@fastify/cors';
import Fastify, { type FastifyInstance } from 'fastify';
import own from '../package.json' with { type: 'json' };
import { accessLineRoutes } from './access-lines/routes.ts';
import { accountRoutes } from './account/routes.ts';
import { registerRoutes } from './analytics/register-routes.ts';
import { analyticsRoutes } from './analytics/routes.ts';
import { auditRoutes } from './audit/routes.ts';
import { authRoutes } from './auth/routes.ts';
import { batchRoutes } from './batch/routes.ts';
import { boundaryRoutes } from './boundaries/routes.ts';
import { caseRoutes } from './cases/routes.ts';
import { complaintRoutes } from './complaints/routes.ts';
import { contactRoutes } from './contact/routes.ts';
import { equipmentRecordRoutes } from './equipment/record-routes.ts';
import { equipmentRoutes } from './equipment/routes.ts';
import { recordRoutes } from './land/record-routes.ts';
import { landRoutes } from './land/routes.ts';
import type { ChangeEventBus } from './lib/change-events.ts';
import type { Database } from './lib/database.ts';
import type { Db } from './lib/db.ts';
import { docsRoutes } from './lib/docs.ts';
import type { Env } from './lib/env.ts';
import { answerError } from './lib/errors.ts';
import { hashWithKeyOf } from './lib/keyed-hash.ts';
import { loggerOptions, logRequests } from './lib/log.ts';
import { metricsRoutes } from './lib/metrics.ts';
import { PrimaryLog, parsePosition } from './lib/primary-log.ts';
import { problem } from './lib/problem.ts';
import { Replica } from './lib/replica.ts';
import { securityHeaders } from './lib/security.ts';
import type { Replicas, Services } from './lib/services.ts';
import { createSessions } from './lib/session.ts';
import { shutDownGracefully } from './lib/shutdown.ts';
import { traceCalls } from './lib/tracing.ts';
import { webRoutes } from './lib/web.ts';
import { messageRoutes } from './messages/routes.ts';
import { noticeRoutes } from './notices/routes.ts';
import { officialRoutes } from './officials/routes.ts';
import { policyRoutes } from './policies/routes.ts';
import { postRoutes } from './posts/routes.ts';
import { queueRoutes } from './queue/routes.ts';
import { reminderRoutes } from './reminders/routes.ts';
import { landReportRoutes } from './reports/routes.ts';
import { secondFactorRoutes } from './second-factors/routes.ts';
import { appealRoutes } from './subsidies/appeal-routes.ts';
import { subsidyManagementRoutes } from './subsidies/management-routes.ts';
import { subsidyRoutes } from './subsidies/routes.ts';
import { databaseFigures, type Pools, processFigures, replicaFigures } from './system/figures.ts';
import { publicConfig, systemRoutes } from './system/routes.ts';
import { createStreams } from './system/streams.ts';
import { tileRoutes } from './tiles/routes.ts';
import { trailRoutes } from './trail/routes.ts';

const MAX_BODY_BYTES = 1024 * 1024;
/** A request that takes longer to arrive holds a connection for nothing. */
const MAX_REQUEST_MS = 30_000;

export interface AppOptions {
  env: Env;
  db: Db;
  /** The same where nothing takes long. */
  longDb?: Db;
  /** A replica's connections, for calls and for exports. */
  replica?: { calls: Database; exports: Database };
  changeEvents: ChangeEventBus;
  /** Whose use is measured, by name. */
  pools?: Pools;
  /** The built web; without it only the API is served. */
  webRoot?: string;
}

export interface App {
  server: FastifyInstance;
  services: Services;
}

export async function buildApp({
  env,
  db,
  longDb = db,
  replica,
  changeEvents,
  pools = {},
  webRoot,
}: AppOptions): Promise<App> {
  const server = Fastify({
    ...loggerOptions(env.logLevel),
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: MAX_REQUEST_MS,
    // Node takes the longer of the two for the whole request.
    http: { headersTimeout: MAX_REQUEST_MS, connectionsCheckingInterval: 2_000 },
    trustProxy: trustedProxies(env.trustProxy),
    routerOptions: { maxParamLength: 500 },
  });
  const services: Services = {
    env,
    db,
    longDb,
    replica: replica && replicasOf(replica, { db, longDb, changeEvents }),
    changeEvents,
    sessions: createSessions(db, changeEvents, env),
    shutdown: shutDownGracefully(server),
    log: server.log,
  };

  hashWithKeyOf(env);
  await traceCalls(server, env, own.version);
  logRequests(server);
  acceptEmptyJson(server);
  server.setErrorHandler(answerError);
  server.setNotFoundHandler((request, reply) => answerError(problem('unknown-call'), request, reply));
  await securityHeaders(server, env);
  if (env.corsOrigins.length) {
    await server.register(fastifyCors, {
      origin: env.corsOrigins,
      allowedHeaders: ['authorization', 'content-type', 'accept-language', 'idempotency-key', POSITION],
      exposedHeaders: [
        'x-total-count',
        'link',
        'retry-after',
        'content-disposition',
        'date',
        SERVER_MARK,
        POSITION,
        AS_OF,
      ],
    });
  }
  await server.register(fastifyCompress, {
    encodings: ['br', 'gzip'],
    threshold: 1024,
    brotliOptions: { params: { 1: 4 } },
  });
  const streams = createStreams(changeEvents);
  await metricsRoutes(server, env, {
    ...processFigures(own.version, streams, pools),
    // By a connection of jobs: when calls have none left, that is what has to be told.
    ...databaseFigures(longDb),
    ...replicaFigures(services.replica),
  });

  await server.register(
    async (api) => {
      systemRoutes(api, services, streams);
      authRoutes(api, services);
      accountRoutes(api, services);
      accessLineRoutes(api, services);
      officialRoutes(api, services);
      postRoutes(api, services);
      queueRoutes(api, services);
      auditRoutes(api, services);
      secondFactorRoutes(api, services);
      contactRoutes(api, services);
      complaintRoutes(api, services);
      noticeRoutes(api, services);
      reminderRoutes(api, services);
      policyRoutes(api, services);
      messageRoutes(api, services);
      subsidyRoutes(api, services);
      subsidyManagementRoutes(api, services);
      appealRoutes(api, services);
      caseRoutes(api, services);
      equipmentRoutes(api, services);
      equipmentRecordRoutes(api, services);
      landRoutes(api, services);
      recordRoutes(api, services);
      landReportRoutes(api, services);
      boundaryRoutes(api, services);
      analyticsRoutes(api, services);
      registerRoutes(api, services);
      tileRoutes(api, services);
      trailRoutes(api, services);
      batchRoutes(api, services);
      docsRoutes(api);
    },
    { prefix: '/api' },
  );
  if (webRoot) await webRoutes(server, webRoot, publicConfig(env));
  return { server, services };
}

function replicasOf(
  { calls, exports }: NonNullable<AppOptions['replica']>,
  { db, longDb, changeEvents }: Pick<Services, 'db' | 'longDb' | 'changeEvents'>,
): Replicas {
  const log = new PrimaryLog(db);
  changeEvents.subscribe(({ position }) => {
    const heard = parsePosition(position);
    if (heard !== null) log.hear(heard);
  });
  return { log, calls: new Replica(log, calls, db), exports: new Replica(log, exports, longDb) };
}

/** Fastify takes a bare number for nobody; as many hops as the operator counted are trusted, from the socket on. */
function trustedProxies(trusted: Env['trustProxy']) {
  return typeof trusted === 'number' ? (_address: string, hop: number) => hop < trusted : trusted;
}

/** The specification's client sends a JSON content type with every call, also with an empty body. */
function acceptEmptyJson(server: FastifyInstance): void {
  server.removeContentTypeParser('application/json');
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    if (body === '') return done(null, undefined);
    try {
      done(null, JSON.parse(body as string));
    } catch {
      done(problem('broken-json'));
    }
  });
}
