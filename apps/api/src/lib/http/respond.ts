/** Turns a handler's result into an HTTP response: a file, a read, or a write in one transaction that is stored. */
import { createHash } from 'node:crypto';
import type { Call, Language, Route } from '@ardhi/contract';
import { disclosureOf } from '@ardhi/contract/disclosures';
import { AS_OF_HEADER, WAL_POSITION_HEADER } from '@ardhi/contract/headers';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type AccessViewer, exportLogger, responseLogger } from '../audit/access-log.ts';
import { auditRead } from '../audit/audit.ts';
import type { Db } from '../database/db.ts';
import { parsePosition } from '../database/wal-positions.ts';
import type { Env } from '../settings/env.ts';
import type { Translate } from '../text/i18n.ts';
import { Problem, problem } from '../text/problem.ts';
import {
  claim,
  findStoredResponse,
  requestHash,
  type StoredResponse,
  storeResponse,
  type WriteIdentity,
} from './idempotency.ts';
import type { Page } from './page.ts';
import { countyOf, NO_COUNTY, type Scope } from './scope.ts';
import { jsonWriter } from './serialize.ts';
import type { Services } from './services.ts';
import type { SignedInUser } from './session.ts';
import { positionNow, transactionOf } from './write-context.ts';

/** Result of a handler that returns a file. */
export interface FileResponse {
  name?: string;
  type: string;
  body: Buffer | string | NodeJS.ReadableStream;
}

export interface AnyHandler {
  (context: object, prepared?: unknown): Promise<unknown>;
  prepare?: (context: object) => Promise<unknown>;
}

/** Constant for all requests to a call. */
interface BoundCall {
  services: Services;
  call: string;
  method: string;
  route: Route;
  handler: AnyHandler;
  db: Db;
}

export interface RequestContext {
  /** The write's transaction. For a read, or a call that opens its own: the pool, or a replica if allowed. */
  db: Db;
  env: Env;
  language: Language;
  t: Translate;
  requestId: string;
  request: FastifyRequest;
  reply: FastifyReply;
}

interface Context extends RequestContext {
  user: SignedInUser | undefined;
  scope?: Scope | null;
  params: Record<string, unknown>;
  query?: unknown;
  body?: unknown;
}

type Responder = (context: Context) => Promise<FastifyReply>;

export function createResponder(bound: BoundCall): Responder {
  if (bound.route.produces) return fileResponder(bound);
  if (bound.method === 'GET' || bound.route.transaction === 'own') return readResponder(bound);
  return writeResponder(bound);
}

function fileResponder({ services, call, route, handler, db }: BoundCall): Responder {
  const replicas = route.reads === 'replica' ? services.replica : undefined;
  const replica = route.limit === 'export' ? replicas?.exports : replicas?.calls;
  return async (context) => {
    const { request, reply } = context;
    const { noteExport, noted } = exportLogger(call, db, viewerOf(context));
    let asOf = new Date();
    const read = replica?.statements(parsePosition(request.headers[WAL_POSITION_HEADER]), (moment) => {
      if (moment < asOf) asOf = moment;
    });
    const result = await handler({ ...context, db: read ?? db, noteExport });
    if (reply.sent || reply.raw.headersSent) return reply;
    if (!noted()) throw new Error(`${call} exported a file without an access log entry`);
    await writeAuditEntry(services, route, context);
    if (route.reads) reply.header(AS_OF_HEADER, asOf.toISOString());
    return sendFile(reply, result as FileResponse);
  };
}

function readResponder({ services, call, route, handler, db }: BoundCall): Responder {
  const hasOwnTransaction = route.transaction === 'own';
  const toJson = jsonWriter(route.response!);
  const replica = route.reads === 'replica' ? services.replica?.calls : undefined;
  const noteAnswer = responseLogger(call);
  const cacheControl = cacheControlOf(call);
  return async (context) => {
    const { request, reply } = context;
    const handlerContext = hasOwnTransaction
      ? { ...context, transaction: transactionFor(services, context) }
      : context;
    const { result, asOf } = replica
      ? await replica.read(parsePosition(request.headers[WAL_POSITION_HEADER]), (read) =>
          handler({ ...handlerContext, db: read }),
        )
      : { asOf: null, result: await handler(handlerContext) };
    const answer = responseBody(reply, route, result);
    if (noteAnswer) await noteAnswer(db, viewerOf(context), answer);
    if (route.auditAction) await writeAuditEntry(services, route, context);
    if (route.reads) reply.header(AS_OF_HEADER, (asOf ?? new Date()).toISOString());
    return sendJson(reply, route, cacheControl, toJson(answer));
  };
}

function writeResponder({ services, call, route, handler, db }: BoundCall): Responder {
  const toJson = jsonWriter(route.response!);
  const noteAnswer = responseLogger(call);
  return async (context) => {
    const { reply } = context;
    const viewer = viewerOf(context);
    const identity = identify(route, context);
    const transaction = transactionFor(services, context);
    const replay = async (write: { db: Db }, known: StoredResponse): Promise<StoredResponse> => {
      if (route.once) throw problem('answered-once');
      await noteAnswer?.(write.db, viewer, JSON.parse(known.answer));
      return known;
    };
    const repeated =
      identity &&
      handler.prepare &&
      // Checked before `prepare`, which could reject a repeat: after a password change the sent password is wrong.
      (await transaction(async (write) => {
        const known = await findStoredResponse(write.db, identity);
        return known && replay(write, known);
      }));
    const prepared = repeated ? undefined : await handler.prepare?.(context);
    const response =
      repeated ||
      (await transaction(async (write): Promise<StoredResponse> => {
        const known = identity && (await claim(write.db, identity));
        if (known) return replay(write, known);
        const result = responseBody(reply, route, await handler({ ...context, ...write }, prepared));
        await noteAnswer?.(write.db, viewer, result);
        const fresh = { status: route.status ?? 200, answer: toJson(result) };
        if (identity) await storeResponse(write.db, identity, route.once ? { ...fresh, answer: '' } : fresh);
        return fresh;
      }).catch(async (error) => {
        // A conflict response may contain the stored row.
        const current = error instanceof Problem ? error.details.current : undefined;
        if (current !== undefined) await noteAnswer?.(db, viewer, current);
        throw error;
      }));
    return reply.code(response.status).type('application/json; charset=utf-8').send(response.answer);
  };
}

export type Viewing = Pick<Context, 'user' | 'env' | 'request'>;

export function viewerOf({ user, env, request }: Viewing): AccessViewer {
  const { id = '', sessionId = '', scope = null } = user ?? {};
  const county = scope === null || scope.kind === 'none' ? NO_COUNTY : countyOf(scope);
  const maxPeople = (scope && env.limits['people-read']) || null;
  return { id, sessionId, county, maxPeople, log: request.log };
}

function transactionFor(services: Services, context: Context) {
  const onCommit = (position: string) => context.reply.header(WAL_POSITION_HEADER, position);
  return transactionOf({ ...services, db: context.db, onCommit }, context);
}

async function writeAuditEntry(
  services: Services,
  { auditAction, reads }: Route,
  { user, requestId, params, query, reply }: Context,
): Promise<void> {
  if (!auditAction) return;
  await auditRead(services.db, { user, requestId }, auditAction, { params, query });
  // The reader's next view of the audit log must include this entry.
  const position = reads && services.replica && (await positionNow(services.replica));
  if (position) reply.header(WAL_POSITION_HEADER, position);
}

/** A write is identified by its Idempotency-Key, a create also by its client-generated id. */
function identify(route: Route, { user, request }: Context): WriteIdentity | null {
  const header = request.headers['idempotency-key'];
  const ownId = (request.body as { _id?: unknown } | null)?._id;
  const key =
    typeof header === 'string' && header.length > 0 && header.length <= 200
      ? header
      : request.method === 'POST' && typeof ownId === 'string' && ownId
        ? `id:${ownId}`
        : null;
  if (!key) return null;
  return {
    owner: user?.id ?? 'anonymous',
    key,
    // A stored response to an official is valid only in the same post. Calls that need no duty do not depend on the
    // post and may change it.
    requestHash: requestHash(
      request.method,
      request.url,
      request.body,
      route.access === 'government' && route.duty !== 'none' ? user?.scope?.postId : null,
    ),
  };
}

function responseBody(reply: FastifyReply, route: Route, result: unknown): unknown {
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

/** A browser may cache only responses without personal data. Clients that store others themselves can use the ETag. */
function cacheControlOf(call: string): string {
  const rule = disclosureOf(call as Call);
  return rule === 'public' || rule === 'aggregate' ? 'private, no-cache' : 'no-store';
}

function sendJson(reply: FastifyReply, route: Route, cacheControl: string, json: string): FastifyReply {
  const { request } = reply;
  if (reply.statusCode === 200 && route.status) reply.code(route.status);
  if (request.method === 'GET' && reply.statusCode === 200) {
    // Saves slow connections from downloading an unchanged response again.
    const etag = `W/"${createHash('sha1').update(json).digest('base64url').slice(0, 12)}"`;
    reply.header('cache-control', cacheControl).header('etag', etag);
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  }
  return reply.type('application/json; charset=utf-8').send(json);
}

function sendFile(reply: FastifyReply, file: FileResponse): FastifyReply {
  if (file.name)
    reply.header('content-disposition', `attachment; filename="${file.name.replace(/[^\w.-]+/g, '-')}"`);
  return reply.type(file.type).send(file.body);
}
