import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

export type Shutdown = ReturnType<typeof shutDownGracefully>;

/**
 * Graceful shutdown that waits only for requests in flight. Browsers open connections in advance; Node treats one that
 * never sent a request as neither idle nor finished, and would wait for it.
 */
export function shutDownGracefully(app: FastifyInstance) {
  const idle = new Set<Socket>();
  let draining = false;
  let isClosing = false;

  app.server.on('connection', (socket) => {
    idle.add(socket);
    socket.on('close', () => idle.delete(socket));
  });
  app.server.on('request', ({ socket }, response) => {
    idle.delete(socket);
    response.on('close', () => {
      if (isClosing) socket.end();
      else if (!socket.destroyed) idle.add(socket);
    });
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (draining) reply.header('connection', 'close');
    done(null, payload);
  });
  app.addHook('preClose', async () => {
    isClosing = true;
    for (const socket of idle) socket.destroy();
  });
  return {
    /** True once a stop is requested; `/api/ready` reports it. */
    get draining(): boolean {
      return draining;
    },
    /**
     * Keeps responding for a while, so that every proxy notices before connections are refused, and closes each
     * connection after its next response. `hurry` ends the wait early.
     */
    async drain(seconds: number, hurry?: AbortSignal): Promise<void> {
      draining = true;
      await wait(seconds * 1000, undefined, { signal: hurry }).catch(() => undefined);
    },
  };
}
