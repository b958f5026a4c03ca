/**
 * Several reads in one response. Each part is a regular call with its own access checks; only the network round trip is
 * shared.
 */
import { api, type BatchPart, batch } from '@ardhi/contract';
import { WAL_POSITION_HEADER } from '@ardhi/contract/headers';
import { MAX_BATCH_PARTS } from '@ardhi/contract/limits';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { implement, UUID } from '../../lib/http/bind.ts';
import { Json } from '../../lib/http/serialize.ts';
import type { Services } from '../../lib/http/services.ts';
import { problem } from '../../lib/text/problem.ts';

/** Per batch: other requests need connections as well. */
const MAX_CONCURRENT_READS = 4;

/** Reads that return JSON, except a batch. Path parameters are ids. */
const readable = Object.entries(api)
  .filter(([call, route]) => call.startsWith('GET ') && 'response' in route && !(call in batch))
  .map(([call]) => new RegExp(`^/api${call.slice('GET '.length).replace(/\{\w+\}/g, UUID)}$`, 'i'));

interface RequestedPart {
  get: string;
  url: string;
  known: string | undefined;
}

/** Normalises the path as the server will: `land/..\\events` is not a parcel. */
function resolve(get: string): string {
  const base = 'http://localhost/api/';
  const { origin, pathname, search } = new URL(URL.canParse(get, base) ? get : '/', base);
  if (!base.startsWith(origin) || !readable.some((path) => path.test(pathname)))
    throw problem('unknown-call');
  return pathname + search;
}

function parseParts(text: string): RequestedPart[] {
  const parts = text.split(' ').filter(Boolean);
  if (parts.length > MAX_BATCH_PARTS) throw problem('validation');
  return parts.map((part) => {
    const [get = '', known] = part.split('*');
    return { get, url: resolve(get), known };
  });
}

const header = (value: unknown) => (typeof value === 'string' ? value : null);

/** The part as JSON; null if the caller already has it. */
async function read(
  app: FastifyInstance,
  request: FastifyRequest,
  { get, url, known }: RequestedPart,
): Promise<string | null> {
  const {
    authorization = '',
    'accept-language': language = '',
    [WAL_POSITION_HEADER]: position = '',
  } = request.headers;
  const { statusCode, headers, payload } = await app.inject({
    url,
    remoteAddress: request.ip,
    headers: { authorization, 'accept-language': language, [WAL_POSITION_HEADER]: position },
  });
  const etag = header(headers.etag)?.replace(/^W\/"|"$/g, '') ?? null;
  if (statusCode === 200 && etag !== null && etag === known) return null;
  const next = /^<([^>]*)>/.exec(header(headers.link) ?? '')?.[1];
  const total = headers['x-total-count'];
  const facts: Omit<BatchPart, 'answer'> = {
    get,
    status: statusCode,
    etag,
    total: total === undefined ? null : Number(total),
    next: next ? new URL(next, 'http://localhost').searchParams.get('cursor') : null,
  };
  return `${JSON.stringify(facts).slice(0, -1)},"answer":${payload || 'null'}}`;
}

export function batchRoutes(app: FastifyInstance, services: Services): void {
  implement(app, services, batch, {
    'GET /batch': async ({ query, request, reply }) => {
      const queue = parseParts(query.get);
      const parts: string[] = [];
      const drainQueue = async () => {
        // Stops if the client has disconnected.
        for (let next = queue.shift(); next && !reply.raw.destroyed; next = queue.shift()) {
          const part = await read(app, request, next);
          if (part !== null) parts.push(part);
        }
      };
      await Promise.all(Array.from({ length: MAX_CONCURRENT_READS }, drainQueue));
      return new Json<BatchPart[]>(`[${parts.join(',')}]`);
    },
  });
}
