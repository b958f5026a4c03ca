/** `/api/openapi.json` and a page to browse it. Both are built at their first request. */
import { openApiDocument } from '@ardhi/contract/openapi';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

export function docsRoutes(api: FastifyInstance): void {
  let document: string | null = null;
  let pages: Promise<FastifyInstance> | null = null;

  api.get('/openapi.json', async (_request, reply) => {
    document ??= JSON.stringify(openApiDocument());
    return reply.type('application/json; charset=utf-8').send(document);
  });

  const browse = async (request: FastifyRequest, reply: FastifyReply) => {
    pages ??= docsPages();
    const inner = await pages;
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value);
    reply.hijack();
    inner.routing(request.raw, reply.raw);
  };
  api.get('/docs', browse);
  api.get('/docs/*', browse);
}

async function docsPages(): Promise<FastifyInstance> {
  const [{ default: Fastify }, { default: swagger }, { default: swaggerUi }] = await Promise.all([
    import('fastify'),
    import('@fastify/swagger'),
    import('@fastify/swagger-ui'),
  ]);
  const pages = Fastify();
  await pages.register(swagger, {
    mode: 'static',
    specification: { document: openApiDocument() as never },
  });
  await pages.register(swaggerUi, { routePrefix: '/api/docs' });
  await pages.ready();
  return pages;
}
