import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

export interface Shutdown {
  /** True from the moment a stop was asked for: `/api/ready` says so. */
  readonly draining: boolean;
  /**
   * Goes on answering for a while, so that every proxy has noticed before a connection is refused, and lets go of each
   * connection with its next answer. `hurry` cuts it short.
   */
  drain(seconds: number, hurry?: AbortSignal): Promise<void>;
}

/**
 * Graceful shutdown: it waits for requests in flight and for nothing else. Node counts a connection that never sent a request,
 * as browsers open in advance, neither as idle nor as done, and would wait for it.
 */
export function shutDownGracefully(app: FastifyInstance): Shutdown {
  const idle = new Set<Socket>();
  let draining = false;
  let closing = false;

  app.server.on('connection', (socket) => {
    idle.add(socket);
    socket.on('close', () => idle.delete(socket));
  });
  app.server.on('request', ({ socket }, response) => {
    idle.delete(socket);
    response.on('close', () => {
      if (closing) socket.end();
      else if (!socket.destroyed) idle.add(socket);
    });
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (draining) reply.header('connection', 'close');
    done(null, payload);
  });
  app.addHook('preClose', async () => {
    closing = true;
    for (const socket of idle) socket.destroy();
  });
  return {
    get draining() {
      return draining;
    },
    async drain(seconds, hurry) {
      draining = true;
      await wait(seconds * 1000, undefined, { signal: hurry }).catch(() => undefined);
    },
  };
}
