/**
 * Several reads in one answer. Each part is the call itself, with its own checks of who may read what; only the way
 * over the network is shared.
 */
import { api, type BatchPart, batch } from '@ardhi/contract';
import { MAX_BATCH_PARTS } from '@ardhi/contract/limits';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { implement } from '../lib/bind.ts';
import { problem } from '../lib/problem.ts';
import { Json } from '../lib/serialize.ts';
import type { Services } from '../lib/services.ts';

/** Of one batch: the others' reads wait for connections as well. */
const AT_ONCE = 4;

/** Reads that answer JSON; a batch in a batch is none of them. */
const readable = Object.entries(api)
  .filter(([call, route]) => call.startsWith('GET ') && 'answer' in route && !(call in batch))
  .map(([call]) => new RegExp(`^${call.slice('GET /'.length).replace(/\{\w+\}/g, '[^/]+')}$`));

interface Wanted {
  get: string;
  known: string | undefined;
}

function wantedParts(text: string): Wanted[] {
  const parts = text.split(' ').filter(Boolean);
  if (parts.length > MAX_BATCH_PARTS) throw problem('validation');
  return parts.map((part) => {
    const [get = '', known] = part.split('*');
    if (!readable.some((path) => path.test(get.split('?')[0]!))) throw problem('unknown-call');
    return { get, known };
  });
}

const header = (value: unknown) => (typeof value === 'string' ? value : null);

/** The part as JSON; null where the caller has it already. */
async function read(
  app: FastifyInstance,
  request: FastifyRequest,
  { get, known }: Wanted,
): Promise<string | null> {
  const { authorization = '', 'accept-language': language = '' } = request.headers;
  const { statusCode, headers, payload } = await app.inject({
    url: `/api/${get}`,
    remoteAddress: request.ip,
    headers: { authorization, 'accept-language': language },
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
    'GET /batch': async ({ query, request }) => {
      const waiting = wantedParts(query.get);
      const parts: string[] = [];
      const line = async () => {
        for (let next = waiting.shift(); next; next = waiting.shift()) {
          const part = await read(app, request, next);
          if (part !== null) parts.push(part);
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, line));
      return new Json<BatchPart[]>(`[${parts.join(',')}]`);
    },
  });
}
