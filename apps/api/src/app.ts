/** Builds the server without listening. */
import { AS_OF_HEADER, MARKER_HEADER, WAL_POSITION_HEADER } from '@ardhi/contract/headers';
import fastifyCompress from '@fastify/compress';
import fastifyCors from '@fastify/cors';
import Fastify, { type FastifyInstance } from 'fastify';
import own from '../package.json' with { type: 'json' };
import { accountRoutes } from './accounts/account/routes.ts';
import { authRoutes } from './accounts/auth/routes.ts';
import { officialRoutes } from './accounts/officials/routes.ts';
import { postRoutes } from './accounts/posts/routes.ts';
import { secondFactorRoutes } from './accounts/second-factors/routes.ts';
import { settingRoutes } from './accounts/settings/routes.ts';
import { boundaryRoutes } from './farm/boundaries/routes.ts';
import { equipmentRecordRoutes } from './farm/equipment/record-routes.ts';
import { equipmentRoutes } from './farm/equipment/routes.ts';
import { recordRoutes } from './farm/land/record-routes.ts';
import { landRoutes } from './farm/land/routes.ts';
import { reminderRoutes } from './farm/reminders/routes.ts';
import { landReportRoutes } from './farm/reports/routes.ts';
import { registerRoutes } from './insight/analytics/register-routes.ts';
import { analyticsRoutes } from './insight/analytics/routes.ts';
import { announcementRoutes } from './insight/announcements/routes.ts';
import { boardRoutes } from './insight/board/routes.ts';
import { gisRoutes } from './insight/gis/routes.ts';
import { gisTokenRoutes } from './insight/gis/tokens.ts';
import { searchRoutes } from './insight/search/routes.ts';
import { tileRoutes } from './insight/tiles/routes.ts';
import type { ChangeEventBus } from './lib/database/change-events.ts';
import type { Database } from './lib/database/database.ts';
import type { Db } from './lib/database/db.ts';
import { watchDiskSpace } from './lib/database/disk-space.ts';
import { Replica, type Replicas } from './lib/database/replica.ts';
import { applyStoredSettings } from './lib/database/stored-settings.ts';
import { parsePosition, WalPositions } from './lib/database/wal-positions.ts';
import { respondToClientError } from './lib/http/client-error.ts';
import { docsRoutes } from './lib/http/docs.ts';
import { sendError } from './lib/http/errors.ts';
import { maintenanceMode } from './lib/http/maintenance.ts';
import { metricsRoutes } from './lib/http/metrics-route.ts';
import { securityHeaders } from './lib/http/security.ts';
import type { Services } from './lib/http/services.ts';
import { createSessions } from './lib/http/session.ts';
import { shutDownGracefully } from './lib/http/shutdown.ts';
import { webRoutes } from './lib/http/web.ts';
import { loggerOptions, logRequests } from './lib/logging/log.ts';
import { traceCalls } from './lib/logging/tracing.ts';
import type { Env } from './lib/settings/env.ts';
import { initKeyedHash } from './lib/settings/keyed-hash.ts';
import { problem } from './lib/text/problem.ts';
import { binderRoutes } from './office/binders/routes.ts';
import { caseRoutes } from './office/cases/routes.ts';
import { complaintRoutes } from './office/complaints/routes.ts';
import { contactRoutes } from './office/contact/routes.ts';
import { policyRoutes } from './office/policies/routes.ts';
import { queueRoutes } from './office/queue/routes.ts';
import { staffRoutes } from './office/staff/routes.ts';
import { appealRoutes } from './office/subsidies/appeal-routes.ts';
import { bulkDecisionRoutes } from './office/subsidies/bulk-routes.ts';
import { subsidyManagementRoutes } from './office/subsidies/management-routes.ts';
import { subsidyRoutes } from './office/subsidies/routes.ts';
import { accessLogRoutes } from './records/access-log/routes.ts';
import { auditRoutes } from './records/audit/routes.ts';
import { messageRoutes } from './records/messages/routes.ts';
import { noticeRoutes } from './records/notices/routes.ts';
import { pushRoutes } from './records/push/routes.ts';
import { templateRoutes } from './records/templates/routes.ts';
import { openBasemap } from './system/basemap/archive.ts';
import { batchRoutes } from './system/batch/routes.ts';
import { doctorRoutes } from './system/doctor/routes.ts';
import {
  databaseMetrics,
  diskMetrics,
  type Pools,
  processMetrics,
  replicaMetrics,
} from './system/metrics.ts';
import { personalDataRoutes } from './system/personal-data/routes.ts';
import { publicConfig, systemRoutes } from './system/routes.ts';
import { createStreams } from './system/streams.ts';
import { syncRoutes } from './system/sync/routes.ts';

const MAX_BODY_BYTES = 1024 * 1024;
/** A request that takes longer to arrive would only block a connection. */
const MAX_REQUEST_MS = 30_000;

export interface AppOptions {
  env: Env;
  db: Db;
  /** Default: `db`. */
  longDb?: Db;
  /** A replica's connections, for calls and for exports. */
  replica?: { calls: Database; exports: Database };
  changeEvents: ChangeEventBus;
  /** Folder of an embedded database: writes are refused before its disk is full. */
  databaseFolder?: string;
  /** Pools with usage metrics, by name. */
  pools?: Pools;
  /** The built web; without it only the API is served. */
  webRoot?: string;
}

export async function buildApp({
  env,
  db,
  longDb = db,
  replica,
  changeEvents,
  databaseFolder,
  pools = {},
  webRoot,
}: AppOptions): Promise<{ server: FastifyInstance; services: Services }> {
  const server = Fastify({
    ...loggerOptions(env.logLevel),
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: MAX_REQUEST_MS,
    // Node applies the longer of the two timeouts to the whole request.
    http: { headersTimeout: MAX_REQUEST_MS, connectionsCheckingInterval: 2_000 },
    clientErrorHandler: respondToClientError,
    trustProxy: trustedProxies(env.trustProxy),
    routerOptions: { maxParamLength: 500 },
  });
  const services: Services = {
    env,
    db,
    longDb,
    replica: replica && replicasOf(replica, { db, longDb, changeEvents }),
    diskSpace: await watchDiskSpace(databaseFolder, server.log),
    changeEvents,
    sessions: createSessions(db, changeEvents, env),
    shutdown: shutDownGracefully(server),
    log: server.log,
  };

  const basemap = env.basemapFile ? await openBasemap(env.basemapFile) : null;
  initKeyedHash(env);
  await traceCalls(server, env, own.version);
  logRequests(server);
  acceptEmptyJson(server);
  server.setErrorHandler(sendError);
  server.setNotFoundHandler((request, reply) => sendError(problem('unknown-call'), request, reply));
  await securityHeaders(server, env);
  if (env.corsOrigins.length) {
    await server.register(fastifyCors, {
      origin: env.corsOrigins,
      allowedHeaders: [
        'authorization',
        'content-type',
        'accept-language',
        'idempotency-key',
        'if-none-match',
        WAL_POSITION_HEADER,
      ],
      exposedHeaders: [
        'x-total-count',
        'link',
        'retry-after',
        'content-disposition',
        'date',
        'etag',
        MARKER_HEADER,
        WAL_POSITION_HEADER,
        AS_OF_HEADER,
      ],
    });
  }
  maintenanceMode(server, env, webRoot);
  await server.register(fastifyCompress, {
    encodings: ['br', 'gzip'],
    threshold: 1024,
    brotliOptions: { params: { 1: 4 } },
  });
  const streams = createStreams(changeEvents);
  const stopSettings = await applyStoredSettings({
    env,
    db,
    changeEvents,
    onChange: () => {
      services.sessions.clear();
      streams.closeOfficials();
    },
  });
  server.addHook('onClose', async () => {
    stopSettings();
    services.diskSpace.close();
    await basemap?.close();
  });
  await metricsRoutes(server, env, {
    ...processMetrics(own.version, streams, pools),
    ...diskMetrics(services.diskSpace),
    // Uses the pool for jobs, so that metrics are available when the pool for calls is exhausted.
    ...databaseMetrics(longDb),
    ...replicaMetrics(services.replica),
  });

  await server.register(
    async (api) => {
      systemRoutes(api, services, { streams, basemap });
      authRoutes(api, services);
      accountRoutes(api, services);
      personalDataRoutes(api, services);
      accessLogRoutes(api, services);
      officialRoutes(api, services);
      postRoutes(api, services);
      queueRoutes(api, services);
      staffRoutes(api, services);
      auditRoutes(api, services);
      secondFactorRoutes(api, services);
      settingRoutes(api, services);
      contactRoutes(api, services);
      complaintRoutes(api, services);
      noticeRoutes(api, services);
      pushRoutes(api, services);
      reminderRoutes(api, services);
      policyRoutes(api, services);
      messageRoutes(api, services);
      templateRoutes(api, services);
      subsidyRoutes(api, services);
      subsidyManagementRoutes(api, services);
      appealRoutes(api, services);
      bulkDecisionRoutes(api, services);
      binderRoutes(api, services);
      announcementRoutes(api, services);
      caseRoutes(api, services);
      equipmentRoutes(api, services);
      equipmentRecordRoutes(api, services);
      landRoutes(api, services);
      recordRoutes(api, services);
      landReportRoutes(api, services);
      boundaryRoutes(api, services);
      analyticsRoutes(api, services);
      boardRoutes(api, services);
      registerRoutes(api, services);
      searchRoutes(api, services);
      tileRoutes(api, services);
      gisTokenRoutes(api, services);
      gisRoutes(api, services);
      batchRoutes(api, services);
      syncRoutes(api, services);
      doctorRoutes(api, services);
      docsRoutes(api);
    },
    { prefix: '/api' },
  );
  if (webRoot) await webRoutes(server, webRoot, publicConfig(env, basemap));
  return { server, services };
}

function replicasOf(
  { calls, exports }: NonNullable<AppOptions['replica']>,
  { db, longDb, changeEvents }: Pick<Services, 'db' | 'longDb' | 'changeEvents'>,
): Replicas {
  const log = new WalPositions(db);
  changeEvents.subscribe(({ position }) => {
    const received = parsePosition(position);
    if (received !== null) log.hear(received);
  });
  return { log, calls: new Replica(log, calls, db), exports: new Replica(log, exports, longDb) };
}

/** Fastify trusts no proxy if given a bare number, so hops are counted here, starting at the socket. */
function trustedProxies(trusted: Env['trustProxy']) {
  return typeof trusted === 'number' ? (_address: string, hop: number) => hop < trusted : trusted;
}

/** The specification's client sends a JSON content type with every call, even with an empty body. */
function acceptEmptyJson(server: FastifyInstance): void {
  const parseJson = server.getDefaultJsonParser('ignore', 'ignore');
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    if (body === '') return done(null, undefined);
    void parseJson(request, body, (error, value) =>
      isNestedDeeperThan(MAX_NESTING, value) ? done(problem('broken-json')) : done(error, value),
    );
  });
}

/** The deepest body of the contract, a boundary in a batch, has fewer than twenty levels. */
const MAX_NESTING = 100;

/** Recursive functions such as `JSON.stringify` overflow the stack on bodies that `JSON.parse` accepts. */
function isNestedDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((child) => isNestedDeeperThan(levels - 1, child));
}
