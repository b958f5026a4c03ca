/** Binds the calls of a contract to their handlers: who may call, valid input, one transaction, one answer. */
import { createHash } from 'node:crypto';
import type { AnswerOf, BodyOf, Contract, Language, ParamsOf, QueryOf, Route } from '@ardhi/contract';
import { AS_OF, POSITION } from '@ardhi/contract/mark';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type NoteExport, noteAnswerOf, noteExportOf } from './access-lines.ts';
import { auditRead } from './audit.ts';
import type { Db } from './db.ts';
import { languageOf, type Translate, translator } from './i18n.ts';
import { claim, type RememberedAnswer, remember, requestHash, type WriteIdentity } from './idempotency.ts';
import type { Page } from './page.ts';
import { parsePosition } from './primary-log.ts';
import { Problem, problem } from './problem.ts';
import { assertWithinLimit } from './route-limits.ts';
import { has, type Scope } from './scope.ts';
import { type Json, jsonWriter } from './serialize.ts';
import type { Services } from './services.ts';
import { isConfirmed, type SignedInUser } from './session.ts';
import { validate } from './validate.ts';
import { positionNow, type Transaction, transactionOf, type WriteContext } from './write-context.ts';

/** What a handler that answers a file returns. */
export interface FileAnswer {
  type: string;
  /** The name that a browser saves it under. */
  name?: string;
  body: Buffer | string | NodeJS.ReadableStream;
}

type UserOf<R extends Route> = R['access'] extends 'public' ? undefined : SignedInUser;
/** Of a call for officials; where both roles may call, null for a farmer. */
type ScopeOf<R extends Route> = R['access'] extends 'government'
  ? Scope
  : R['access'] extends 'signed-in'
    ? Scope | null
    : undefined;
type ResultOf<R extends Route> = R extends { produces: string }
  ? FileAnswer | undefined
  : R extends { paged: true }
    ? AnswerOf<R> extends (infer Row)[]
      ? Page<Row, Row[] | Json<Row[]>>
      : never
    : AnswerOf<R> | Json<AnswerOf<R>>;

interface Given<Call extends string, R extends Route> {
  user: UserOf<R>;
  scope: ScopeOf<R>;
  params: ParamsOf<Call, R>;
  query: QueryOf<R>;
  body: BodyOf<R>;
  /** The transaction of this write; for a read, or a call that opens its own, the pool, or a replica where it may be one. */
  db: Db;
  language: Language;
  t: Translate;
  requestId: string;
  request: FastifyRequest;
  reply: FastifyReply;
}

export type CallContext<Call extends string, R extends Route> = Given<Call, R> &
  (R extends { transaction: 'own' }
    ? { transaction: Transaction<UserOf<R>> }
    : Call extends `GET ${string}`
      ? unknown
      : WriteContext<UserOf<R>>) &
  (R extends { produces: string } ? { noteExport: NoteExport } : unknown);

export type Handler<Call extends string, R extends Route> = (
  context: CallContext<Call, R>,
) => Promise<ResultOf<R>>;
export type Handlers<C extends Contract> = { [Call in keyof C & string]: Handler<Call, C[Call]> };

/** A write whose dear part needs no transaction: `prepare` is done before it is opened, and `write` gets its answer. */
export function preparing<Call extends string, R extends Route, Prepared>(
  prepare: (given: Given<Call, R>) => Promise<Prepared>,
  write: (context: CallContext<Call, R>, prepared: Prepared) => Promise<ResultOf<R>>,
): Handler<Call, R> {
  return Object.assign(write as Handler<Call, R>, { prepare });
}

interface AnyHandler {
  (context: object, prepared?: unknown): Promise<unknown>;
  prepare?: (given: object) => Promise<unknown>;
}

/** An id in a path. */
export const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const uuid = new RegExp(`^${UUID}$`, 'i');

export function implement<C extends Contract>(
  app: FastifyInstance,
  services: Services,
  calls: C,
  handlers: Handlers<C>,
): void {
  for (const [call, route] of Object.entries(calls)) {
    // One of a contract is only known by the call's own types, which are checked where it is written.
    bind(app, services, call, route, handlers[call] as unknown as AnyHandler);
  }
}

function bind(
  app: FastifyInstance,
  services: Services,
  call: string,
  route: Route,
  handler: AnyHandler,
): void {
  const [method = 'GET', path = '/'] = call.split(' ');
  const opensOwn = route.transaction === 'own';
  const toJson = route.answer ? jsonWriter(route.answer) : null;
  const db = route.limit === 'export' ? services.longDb : services.db;
  const replicas = route.reads === 'replica' ? services.replica : undefined;
  const replica = route.limit === 'export' ? replicas?.exports : replicas?.calls;
  const noteAnswer = noteAnswerOf(call);

  app.route({
    method,
    url: path.replace(/\{(\w+)\}/g, ':$1'),
    config: { call },
    // Before the body is read: a stranger cannot make the server parse anything.
    onRequest: async (request) => {
      request.user = await authenticate(services, route, request);
    },
    handler: async (request, reply) => {
      if (route.limit) await assertWithinLimit(services, route.limit, request);
      const language = languageOf(request.headers['accept-language']);
      const context = {
        user: request.user,
        scope: request.user?.scope,
        params: paramsOf(route, request.params as Record<string, string>),
        query: route.query && validate(route.query, request.query),
        body: route.body && validate(route.body, request.body ?? {}),
        db,
        language,
        t: translator(language),
        requestId: request.id,
        request,
        reply,
      };
      const onCommit = (position: string) => reply.header(POSITION, position);
      const transaction = transactionOf({ ...services, db, onCommit }, context);
      const known = parsePosition(request.headers[POSITION]);
      const viewerId = request.user?.id ?? '';

      if (route.produces) {
        const { noteExport, noted } = noteExportOf(call, db, viewerId);
        let asOf = new Date();
        const read = replica?.statements(known, (moment) => {
          if (moment < asOf) asOf = moment;
        });
        const result = await handler({ ...context, db: read ?? db, noteExport });
        if (reply.sent || reply.raw.headersSent) return reply;
        if (!noted()) throw new Error(`${call} did not say who is in its file`);
        await leaveTrail(services, route, context, reply);
        if (route.reads) reply.header(AS_OF, asOf.toISOString());
        return sendFile(reply, result as FileAnswer);
      }
      if (method === 'GET' || opensOwn) {
        const given = opensOwn ? { ...context, transaction } : context;
        const { result, asOf } = replica
          ? await replica.read(known, (read) => handler({ ...given, db: read }))
          : { asOf: new Date(), result: await handler(given) };
        const answer = answerOf(reply, route, result);
        await noteAnswer?.(db, viewerId, answer);
        await leaveTrail(services, route, context, reply);
        if (route.reads) reply.header(AS_OF, asOf.toISOString());
        return sendJson(request, reply, route, toJson!(answer));
      }

      const prepared = await handler.prepare?.(context);
      const identity = identify(route, method, request, context);
      const { status, answer } = await transaction(async (write): Promise<RememberedAnswer> => {
        const known = identity && (await claim(write.db, identity));
        if (known && route.once) throw problem('answered-once');
        if (known) {
          await noteAnswer?.(write.db, viewerId, JSON.parse(known.answer));
          return known;
        }
        const result = answerOf(reply, route, await handler({ ...context, ...write }, prepared));
        await noteAnswer?.(write.db, viewerId, result);
        const done = { status: route.status ?? 200, answer: toJson!(result) };
        if (identity) await remember(write.db, identity, route.once ? { ...done, answer: '' } : done);
        return done;
      }).catch(async (error) => {
        // A refusal may show the row as it is stored.
        const current = error instanceof Problem ? error.details.current : undefined;
        if (current !== undefined) await noteAnswer?.(db, viewerId, current);
        throw error;
      });
      return reply.code(status).type('application/json; charset=utf-8').send(answer);
    },
  });
}

async function leaveTrail(
  services: Services,
  { trail, reads }: Route,
  context: { user?: SignedInUser; requestId: string; params: Record<string, unknown>; query?: unknown },
  reply: FastifyReply,
): Promise<void> {
  if (!trail) return;
  await auditRead(services.db, { user: context.user, requestId: context.requestId }, trail, {
    params: context.params,
    query: context.query,
  });
  // The entry is the reader's own: a list of the trail that they ask for next has it.
  const position = reads && services.replica && (await positionNow(services.replica));
  if (position) reply.header(POSITION, position);
}

/** What cannot be found by its form is not looked for. */
function paramsOf(route: Route, given: Record<string, string>): Record<string, unknown> {
  const ruled = route.params?.safeParse(given);
  if (ruled && !ruled.success) throw problem('not-found');
  const params: Record<string, unknown> = { ...given, ...ruled?.data };
  for (const [name, value] of Object.entries(params))
    if (!(ruled && name in ruled.data) && !uuid.test(String(value))) throw problem('not-found');
  return params;
}

async function authenticate(
  services: Services,
  route: Route,
  request: FastifyRequest,
): Promise<SignedInUser | undefined> {
  if (route.access === 'public') return undefined;
  const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  const user = token ? await services.sessions.find(token) : null;
  if (!user) {
    const isDeleted = token !== undefined && (await services.sessions.isOfDeleted(token));
    throw problem(isDeleted ? 'account-deleted' : 'not-signed-in');
  }
  if (route.access !== 'signed-in' && route.access !== user.role) throw problem('wrong-role');
  if (!route.enrolling) {
    if (user.mustConfirmEmail) throw problem('email-not-confirmed');
    if (user.mustEnrol) throw problem('second-factor-required', { setting: 'OFFICIALS_SECOND_FACTOR' });
  }
  // Before an answer is remembered: it is given only to whoever may still make the call.
  if (user.scope && route.access === 'government') assertDuty(route, user.scope);
  if (route.confirmed && !(await isConfirmed(services.db, user.sessionId))) throw problem('confirm-needed');
  return user;
}

function assertDuty({ duty = 'view', area }: Route, scope: Scope): void {
  if (duty === 'none') return;
  if (scope.duties.length === 0) throw problem('post-needed', { setting: 'JURISDICTION' });
  if (!has(scope, duty)) throw problem(duty === 'manage' ? 'manage-needed' : 'duty-needed');
  if (area === 'country' && scope.county !== null) throw problem('country-needed');
}

/** A write is known by its Idempotency-Key; a create also by the id that the client made for it. */
function identify(
  route: Route,
  method: string,
  request: FastifyRequest,
  context: { user?: SignedInUser },
): WriteIdentity | null {
  const header = request.headers['idempotency-key'];
  const ownId = (request.body as { _id?: unknown } | null)?._id;
  const key =
    typeof header === 'string' && header.length > 0 && header.length <= 200
      ? header
      : method === 'POST' && typeof ownId === 'string' && ownId
        ? `id:${ownId}`
        : null;
  if (!key) return null;
  return {
    owner: context.user?.id ?? 'anonymous',
    key,
    // What officials are answered is remembered for the post that it was given in, and for no other.
    requestHash: requestHash(
      request.method,
      request.url,
      request.body,
      route.access === 'government' ? context.user?.scope?.postId : null,
    ),
  };
}

function answerOf(reply: FastifyReply, route: Route, result: unknown): unknown {
  if (!route.paged) return result;
  const page = result as Page<unknown>;
  if (page.total !== undefined) reply.header('x-total-count', page.total);
  if (page.next) {
    const next = new URL(reply.request.url, 'http://localhost');
    next.searchParams.set('cursor', page.next);
    reply.header('link', `<${next.pathname}${next.search}>; rel="next"`);
  }
  return page.rows;
}

function sendJson(request: FastifyRequest, reply: FastifyReply, route: Route, json: string): FastifyReply {
  if (reply.statusCode === 200 && route.status) reply.code(route.status);
  if (request.method === 'GET' && reply.statusCode === 200) {
    // Asked for again over a slow line, what has not changed is not sent again.
    const etag = `W/"${createHash('sha1').update(json).digest('base64url').slice(0, 12)}"`;
    reply.header('cache-control', 'private, no-cache').header('etag', etag);
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  }
  return reply.type('application/json; charset=utf-8').send(json);
}

function sendFile(reply: FastifyReply, file: FileAnswer): FastifyReply {
  if (file.name)
    reply.header('content-disposition', `attachment; filename="${file.name.replace(/[^\w.-]+/g, '-')}"`);
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  return reply.type(file.type).send(file.body);
}

declare module 'fastify' {
  interface FastifyRequest {
    user?: SignedInUser;
  }
  interface FastifyContextConfig {
    call?: string;
  }
}
