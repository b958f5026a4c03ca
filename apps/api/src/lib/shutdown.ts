import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Graceful shutdown: it waits for requests in flight and for nothing else. Node counts a connection that never sent a request,
 * as browsers open in advance, neither as idle nor as done, and would wait for it.
 */
export function shutDownGracefully(app: FastifyInstance): void {
  const idle = new Set<Socket>();
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
  app.addHook('preClose', async () => {
    closing = true;
    for (const socket of idle) socket.destroy();
  });
}
