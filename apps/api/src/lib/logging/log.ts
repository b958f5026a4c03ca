import { randomUUID } from 'node:crypto';
import { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify';
import { addressHash } from '../settings/keyed-hash.ts';
import { terminalLine } from './log-terminal.ts';

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
      ...(process.stdout.isTTY && { stream: { write: writeToTerminal } }),
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
  if (line) process.stdout.write(`${line}\n`);
}

/** One line per response, with the user id and a keyed hash of the address to tell clients apart. */
export function logRequests(server: FastifyInstance): void {
  server.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions, url } = request;
    const call = routeOptions.config.call ?? `${method} ${url.split('?')[0]}`;
    request.log.info(
      {
        call,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        user: request.user?.id,
        address: addressHash(request.ip),
      },
      'answered',
    );
  });
}
