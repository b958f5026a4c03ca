/** Binds contract calls to handlers: authorisation, validation, transaction and response. */
import type { BodyOf, Contract, ParamsOf, QueryOf, ResponseOf, Route, RouteLimit } from '@ardhi/contract';
import { MARKER_HEADER } from '@ardhi/contract/headers';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { LogExport } from '../audit/access-log.ts';
import { LIMITS } from '../settings/env.ts';
import { languageOf, translator } from '../text/i18n.ts';
import { problem } from '../text/problem.ts';
import { authenticate } from './authenticate.ts';
import type { Page } from './page.ts';
import { type AnyHandler, createResponder, type FileResponse, type RequestContext } from './respond.ts';
import { assertKnowsEpoch } from './revision.ts';
import type { Area, Scope } from './scope.ts';
import type { Json } from './serialize.ts';
import type { Services } from './services.ts';
import type { SignedInUser } from './session.ts';
import { limitCalls, limitCallsFrom } from './throttle.ts';
import { validate } from './validate.ts';
import type { Transaction, WriteContext } from './write-context.ts';

type UserOf<R extends Route> = R['access'] extends 'public' ? undefined : SignedInUser;
/** Set for officials; null for a farmer in a call that both roles may make. */
type ScopeOf<R extends Route> = R['access'] extends 'government'
  ? R extends { duty: infer D }
    ? Extract<D extends readonly (infer One)[] ? One : D, 'none' | 'manage'> extends never
      ? Area
      : Scope
    : Area
  : R['access'] extends 'gis'
    ? Area
    : R['access'] extends 'signed-in'
      ? Scope | null
      : undefined;
type ResultOf<R extends Route> = R extends { produces: string }
  ? FileResponse | undefined
  : R extends { paged: true }
    ? ResponseOf<R> extends (infer Row)[]
      ? Page<Row, Row[] | Json<Row[]>>
      : never
    : ResponseOf<R> | Json<ResponseOf<R>>;

interface HandlerInput<Call extends string, R extends Route> extends RequestContext {
  user: UserOf<R>;
  scope: ScopeOf<R>;
  params: ParamsOf<Call, R>;
  query: QueryOf<R>;
  body: BodyOf<R>;
}

export type CallContext<Call extends string, R extends Route> = HandlerInput<Call, R> &
  (R extends { transaction: 'own' }
    ? { transaction: Transaction<UserOf<R>> }
    : Call extends `GET ${string}`
      ? unknown
      : WriteContext<UserOf<R>>) &
  (R extends { produces: string } ? { noteExport: LogExport } : unknown);

export type Handler<Call extends string, R extends Route> = (
  context: CallContext<Call, R>,
) => Promise<ResultOf<R>>;
export type Handlers<C extends Contract> = { [Call in keyof C & string]: Handler<Call, C[Call]> };

/** Write with an expensive part that needs no transaction: `prepare` runs first and passes its result to `write`. */
export function preparing<Call extends string, R extends Route, Prepared>(
  prepare: (context: HandlerInput<Call, R>) => Promise<Prepared>,
  write: (context: CallContext<Call, R>, prepared: Prepared) => Promise<ResultOf<R>>,
): Handler<Call, R> {
  return Object.assign(write as Handler<Call, R>, { prepare });
}

/** Pattern of an id in a path. */
export const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const uuid = new RegExp(`^${UUID}$`, 'i');

export function implement<C extends Contract>(
  app: FastifyInstance,
  services: Services,
  calls: C,
  handlers: Handlers<C>,
): void {
  for (const [call, route] of Object.entries(calls)) {
    // The cast drops the types of the single call; they are checked where the handlers are defined.
    bind(app, services, call, route, handlers[call] as unknown as AnyHandler);
  }
}

/** Routes whose handlers need only their context. */
export function routesOf<C extends Contract>(calls: C, handlers: Handlers<C>) {
  return (app: FastifyInstance, services: Services): void => implement(app, services, calls, handlers);
}

function bind(
  app: FastifyInstance,
  services: Services,
  call: string,
  route: Route,
  handler: AnyHandler,
): void {
  const [method = 'GET', path = '/'] = call.split(' ');
  const db = route.limit === 'export' ? services.longDb : services.db;
  const needsSpace = !['GET', 'DELETE'].includes(method) && !route.whileFull;
  const answer = createResponder({ services, call, method, route, handler, db });

  app.route({
    method,
    url: path.replace(/\{(\w+)\}/g, ':$1'),
    // A stream never ends, and HEAD has no body: its request would stay open without a response.
    exposeHeadRoute: route.produces !== 'text/event-stream',
    bodyLimit: route.maxBodyBytes,
    config: { call },
    // Runs before the body is read: an unauthenticated client cannot make the server parse it.
    onRequest: async (request) => {
      request.user = await authenticate(services, route, request);
      if (needsSpace) services.diskSpace.assertNotFull();
      if (method !== 'GET') assertKnowsEpoch(request.headers[MARKER_HEADER], services.env.epoch);
    },
    handler: async (request, reply) => {
      if (route.limit) await assertWithinLimit(services, route.limit, request);
      const language = languageOf(request.headers['accept-language']);
      return answer({
        user: request.user,
        scope: request.user?.scope,
        params: paramsOf(route, request.params as Record<string, string>),
        query: route.query && validate(route.query, request.query),
        body: route.body && validate(route.body, request.body ?? {}),
        db,
        env: services.env,
        language,
        t: translator(language),
        requestId: request.id,
        request,
        reply,
      });
    },
  });
}

/** Rate limit per user, or per network for anonymous calls. */
async function assertWithinLimit(
  { db, env }: Services,
  limit: RouteLimit,
  { user, ip, query }: FastifyRequest,
): Promise<void> {
  const count = env.limits[limit];
  // Listing without search terms does not count as a search.
  if (count === 0 || (limit === 'search' && !(query as { q?: string }).q)) return;
  const { setting, windowSeconds } = LIMITS[limit];
  const counted = { name: limit, count, windowSeconds, setting };
  await (user ? limitCalls(db, counted, [user.id]) : limitCallsFrom(db, counted, ip));
}

/** Rejects malformed ids without a query. */
function paramsOf(route: Route, raw: Record<string, string>): Record<string, unknown> {
  const parsed = route.params?.safeParse(raw);
  if (parsed && !parsed.success) throw problem('not-found');
  const params: Record<string, unknown> = { ...raw, ...parsed?.data };
  for (const [name, value] of Object.entries(params))
    if (!(parsed && name in parsed.data) && !uuid.test(String(value))) throw problem('not-found');
  return params;
}

declare module 'fastify' {
  interface FastifyRequest {
    user?: SignedInUser;
  }
  interface FastifyContextConfig {
    call?: string;
  }
}
