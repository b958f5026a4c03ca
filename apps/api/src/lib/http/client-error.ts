/**
 * Responses to requests that the HTTP parser rejects. They announce that the connection closes, and close it only after the
 * client has read them. Otherwise a client that reuses connections would send its next request into a closed one.
 */
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError } from 'fastify';
import { type ProblemCode, problem } from '../text/problem.ts';
import { problemBody } from './errors.ts';

/** The client closes first; one that does not must not occupy a connection. */
const MAX_CLOSE_MS = 2_000;

const codes: Record<string, ProblemCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
  HPE_HEADER_OVERFLOW: 'headers-too-large',
};

export function respondToClientError(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  // Each further packet of the same client is an error as well: one response is enough.
  if (!socket.writable) return;
  const found = problem(codes[error.code] ?? 'broken-request');
  const body = JSON.stringify(problemBody(found, 'en'));
  // A body after the response to HEAD would be read as the next response.
  const isHead = methodOf(error) === 'HEAD';
  socket.setTimeout(MAX_CLOSE_MS, () => socket.destroy());
  socket.end(
    [
      `HTTP/1.1 ${found.status} ${STATUS_CODES[found.status]}`,
      'Connection: close',
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Cache-Control: no-store',
      '',
      isHead ? '' : body,
    ].join('\r\n'),
  );
}

/** Node passes the received data as a buffer, other than Fastify's type says; a timeout has none. */
function methodOf({ rawPacket }: { rawPacket: unknown }): string | undefined {
  return Buffer.isBuffer(rawPacket) ? rawPacket.subarray(0, 20).toString('latin1').split(' ')[0] : undefined;
}
