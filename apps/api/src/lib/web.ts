import type { FastifyInstance } from 'fastify';
import type { Services } from './services.ts';

export async function webRoutes(
  _server: FastifyInstance,
  _services: Services,
  _webRoot: string,
): Promise<void> {}
