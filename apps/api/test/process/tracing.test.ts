/** OTEL_EXPORTER_OTLP_ENDPOINT on the built server: spans of a call and its statements reach the collector. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { clientOf } from '../client.ts';
import { createTestDatabase } from '../database.ts';
import { startServer } from './server.ts';

interface Span {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
}

interface Traces {
  resourceSpans: { resource: { attributes: Span['attributes'] }; scopeSpans: { spans: Span[] }[] }[];
}

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT_SPAN = 'b7ad6b7169203331';

it('sends spans of calls and statements as part of the trace of the caller', async () => {
  const spans: Span[] = [];
  const services = new Set<string | undefined>();
  const collector = createServer(async (request, response) => {
    const { resourceSpans } = (await json(request)) as Traces;
    for (const { resource, scopeSpans } of resourceSpans) {
      services.add(resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue);
      for (const scope of scopeSpans) spans.push(...scope.spans);
    }
    response.setHeader('content-type', 'application/json').end('{}');
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => collector.once('listening', resolve));
  const database = await createTestDatabase();
  const server = await startServer({
    DATABASE_URL: database.connectionString,
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
  });
  const farmer = await clientOf(server.url).as('farmer', 'Amina Wanjiru');
  await farmer.send('GET /land', { headers: { traceparent: `00-${TRACE}-${PARENT_SPAN}-01` } });
  // Buffered spans are sent before the process exits.
  expect(await server.end('SIGTERM')).toBe(0);
  collector.close();
  await database.drop();

  expect([...services]).toEqual(['ardhi']);
  const call = spans.find(({ name }) => name === 'GET /land');
  expect(call).toMatchObject({ traceId: TRACE, parentSpanId: PARENT_SPAN });
  expect(call?.attributes).toContainEqual({ key: 'http.response.status_code', value: { intValue: 200 } });
  const statements = spans.filter(({ parentSpanId }) => parentSpanId === call?.spanId);
  expect(statements.map(({ name }) => name)).toContain('statement');
  expect(statements.some(({ traceId }) => traceId === TRACE)).toBe(true);
  expect(spans.some(({ name }) => name === 'POST /auth/register')).toBe(true);
  // The text of statements, but no parameter values.
  expect(JSON.stringify(spans)).toContain('from parcels');
  expect(JSON.stringify(spans)).not.toContain('Wanjiru');
});
