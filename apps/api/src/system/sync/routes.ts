/**
 * Sync request: the queued writes of a phone in one request. Each write is a regular call with its own session check,
 * transaction, idempotency key and limits; only the network round trip is shared.
 */
import { api, type Json as JsonValue, type SyncResult, type SyncWrite, sync } from '@ardhi/contract';
import { WAL_POSITION_HEADER } from '@ardhi/contract/headers';
import { MAX_SYNC_SECONDS } from '@ardhi/contract/limits';
import type { FastifyInstance } from 'fastify';
import { implement, UUID } from '../../lib/http/bind.ts';
import { problemBody } from '../../lib/http/errors.ts';
import type { Services } from '../../lib/http/services.ts';
import { problem } from '../../lib/text/problem.ts';
import { runInOrder } from './run-in-order.ts';

const queueable = new Set(
  Object.entries(api)
    .filter(([, route]) => 'queueable' in route)
    .map(([call]) => call),
);
const isId = (value: string) => new RegExp(`^${UUID}$`, 'i').test(value);

/** The address of the call when sent alone: the hash of its idempotency key covers it. */
const urlOf = ({ call, params }: SyncWrite) =>
  `/api${call.split(' ')[1]?.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '')}`;

type Fields = Record<string, JsonValue>;
type Row = Fields & { _id: JsonValue };

const isRow = (value: JsonValue): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && '_id' in value;
const isRecordList = (value: JsonValue): value is Row[] => Array.isArray(value) && value.some(isRow);

/** Fields of a parcel that change with each of its records. */
const OWN_FIELDS = ['_id', 'revision', 'sustainabilityScore'];

/** A parcel with all its records would be most of the response: a phone needs only the row that it wrote. */
function withoutRecords(answer: Fields, target: JsonValue): Fields {
  const fields = Object.entries(answer);
  const found = fields.flatMap(([name, value]) =>
    isRecordList(value) ? value.filter((row) => row._id === target).map((row) => [name, [row]] as const) : [],
  );
  const own = fields.filter(([name, value]) =>
    found.length > 0 ? OWN_FIELDS.includes(name) : !isRecordList(value),
  );
  return Object.fromEntries([...own, ...found]);
}

function shorten(payload: string, { params, body }: SyncWrite): Fields {
  const answer = JSON.parse(payload || '{}') as Fields;
  const target = (body as Fields | undefined)?._id ?? params.recordId ?? params.id;
  const { current } = answer;
  if (isRow(current)) return { ...answer, current: withoutRecords(current, target) };
  return withoutRecords(answer, target);
}

export function syncRoutes(app: FastifyInstance, services: Services): void {
  implement(app, services, sync, {
    'POST /sync': async ({ body, request, reply, language }) => {
      const { authorization = '', 'accept-language': acceptLanguage = '' } = request.headers;
      const end = performance.now() + MAX_SYNC_SECONDS * 1_000;
      const refuse = (code: 'unknown-call' | 'not-found') => {
        const found = problem(code);
        return { status: found.status, answer: problemBody(found, language) };
      };

      const send = async (write: SyncWrite): Promise<SyncResult> => {
        if (!queueable.has(write.call)) return refuse('unknown-call');
        if (!Object.values(write.params).every(isId)) return refuse('not-found');
        const { statusCode, headers, payload } = await app.inject({
          method: write.call.split(' ')[0] as 'POST',
          url: urlOf(write),
          remoteAddress: request.ip,
          headers: {
            authorization,
            'accept-language': acceptLanguage,
            'content-type': 'application/json',
            'idempotency-key': write.key,
          },
          payload: write.body === undefined ? undefined : JSON.stringify(write.body),
        });
        // Writes run one after the other, so the last position covers all of them.
        const position = headers[WAL_POSITION_HEADER];
        if (position) reply.header(WAL_POSITION_HEADER, position);
        const retryAfter = headers['retry-after'];
        return {
          status: statusCode,
          answer: shorten(payload, write),
          ...(retryAfter === undefined ? {} : { retryAfter: Number(retryAfter) }),
        };
      };

      // After a lost connection or before a stop, the phone sends the rest again.
      const isOver = () => performance.now() > end || reply.raw.destroyed || services.shutdown.draining;
      return await runInOrder(body.writes, send, isOver);
    },
  });
}
