/**
 * Several reads in one answer. Each part is the call itself, with its own checks of who may read what; only the way
 * over the network is shared.
 */
import { api, type BatchPart, batch } from '@ardhi/contract';
import { MAX_BATCH_PARTS } from '@ardhi/contract/limits';
import { POSITION } from '@ardhi/contract/mark';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { implement, UUID } from '../../lib/http/bind.ts';
import { Json } from '../../lib/http/serialize.ts';
import type { Services } from '../../lib/http/services.ts';
import { problem } from '../../lib/text/problem.ts';

/** Of one batch: the others' reads wait for connections as well. */
const AT_ONCE = 4;

/** Reads that answer JSON; a batch in a batch is none of them. What stands in a path beside the names is an id. */
const readable = Object.entries(api)
  .filter(([call, route]) => call.startsWith('GET ') && 'answer' in route && !(call in batch))
  .map(([call]) => new RegExp(`^/api${call.slice('GET '.length).replace(/\{\w+\}/g, UUID)}$`, 'i'));

interface Wanted {
  get: string;
  url: string;
  known: string | undefined;
}

/** As the server itself will read it: `land/..\\events` is not a parcel. */
function resolve(get: string): string {
  const base = 'http://localhost/api/';
  const { origin, pathname, search } = new URL(URL.canParse(get, base) ? get : '/', base);
  if (!base.startsWith(origin) || !readable.some((path) => path.test(pathname)))
    throw problem('unknown-call');
  return pathname + search;
}

function wantedParts(text: string): Wanted[] {
  const parts = text.split(' ').filter(Boolean);
  if (parts.length > MAX_BATCH_PARTS) throw problem('validation');
  return parts.map((part) => {
    const [get = '', known] = part.split('*');
    return { get, url: resolve(get), known };
  });
}

const header = (value: unknown) => (typeof value === 'string' ? value : null);

/** The part as JSON; null where the caller has it already. */
async function read(
  app: FastifyInstance,
  request: FastifyRequest,
  { get, url, known }: Wanted,
): Promise<string | null> {
  const { authorization = '', 'accept-language': language = '', [POSITION]: position = '' } = request.headers;
  const { statusCode, headers, payload } = await app.inject({
    url,
    remoteAddress: request.ip,
    headers: { authorization, 'accept-language': language, [POSITION]: position },
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
      const waiting = wantedParts(query.get);
      const parts: string[] = [];
      const line = async () => {
        // Nobody waits for an answer that cannot be sent any more.
        for (let next = waiting.shift(); next && !reply.raw.destroyed; next = waiting.shift()) {
          const part = await read(app, request, next);
          if (part !== null) parts.push(part);
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, line));
      return new Json<BatchPart[]>(`[${parts.join(',')}]`);
    },
  });
}
