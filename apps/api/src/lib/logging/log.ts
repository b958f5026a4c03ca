import { randomUUID } from 'node:crypto';
import {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from 'fastify';
import { addressHash } from '../settings/keyed-hash.ts';
import { terminalLine } from './log-terminal.ts';
import { stdout } from './output.ts';

/**
 * JSON logs with request ids, or short lines at a terminal. Addresses, queries, headers and bodies contain personal data
 * and are never logged.
 */
export function loggerOptions(
  level: string,
): Pick<FastifyServerOptions, 'logger' | 'genReqId' | 'logController'> {
  return {
    genReqId: () => randomUUID(),
    logController: new LogController({ disableRequestLogging: true }),
    logger: {
      level,
      stream: { write: process.stdout.isTTY ? writeToTerminal : (json) => stdout.write(json) },
      serializers: {
        err: (error) => ({
          type: error.name,
          code: (error as { code?: string }).code ?? '',
          // PostgreSQL messages can quote a row.
          message: 'severity' in error ? 'database error' : error.message,
          stack: 'severity' in error ? '' : (error.stack ?? ''),
        }),
      },
    },
  };
}

function writeToTerminal(json: string): void {
  const line = terminalLine(json);
  if (line) stdout.write(`${line}\n`);
}

/** One line per response, with the user id and a keyed hash of the address to tell clients apart. */
export function logRequests(server: FastifyInstance): void {
  server.addHook('onResponse', async (request, reply) => {
    if (!streams.has(request)) request.log.info(fieldsOf(request, reply), 'answered');
  });
}

const streams = new WeakSet<FastifyRequest>();

/** One line when the stream starts and one when it ends, on either side, because it may last for days. */
export function logStream(request: FastifyRequest, reply: FastifyReply): void {
  streams.add(request);
  request.log.info(fieldsOf(request, reply), 'stream started');
  reply.raw.once('close', () => request.log.info(fieldsOf(request, reply), 'stream ended'));
}

function fieldsOf(request: FastifyRequest, reply: FastifyReply) {
  const { method, routeOptions, url } = request;
  return {
    call: routeOptions.config.call ?? `${method} ${url.split('?')[0]}`,
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime),
    user: request.user?.id,
    address: addressHash(request.ip),
  };
}
