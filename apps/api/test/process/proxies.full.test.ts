/** The examples of deploy/ with the installed nginx and HAProxy, and a rolling restart behind each. */
import { once } from 'node:events';
import { request } from 'node:https';
import { MARKER_HEADER } from '@ardhi/contract/headers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { translator } from '../../src/lib/text/i18n.ts';
import { type Client, clientOf, type Person } from '../client.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { freePort, missingFor, type ProxyKind, type RunningProxy, startProxy } from './proxies.ts';
import { type RunningServer, startServer } from './server.ts';

const DRAIN_SECONDS = '1';

let database: TestDatabase;
let ports: number[];
const servers: RunningServer[] = [];
let client: Client;
let farmer: Person;

const start = (port: number) =>
  startServer({
    PORT: String(port),
    DATABASE_URL: database.connectionString,
    TRUST_PROXY: '127.0.0.1',
    DRAIN_SECONDS,
    LIMIT_CONTACT: '1',
    METRICS_TOKEN: 'token',
  });

beforeAll(async () => {
  database = await createTestDatabase();
  ports = [await freePort(), await freePort()];
  for (const port of ports) servers.push(await start(port));
  client = clientOf(servers[0]!.url);
  farmer = await client.as('farmer');
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.end('SIGTERM')));
  await database.drop();
});

const metricsOf = async ({ url }: RunningServer) =>
  (await fetch(`${url}/metrics`, { headers: { authorization: 'Bearer token' } })).text();

describe.each(['haproxy', 'nginx'] as ProxyKind[])('%s', (kind) => {
  const missing = missingFor(kind);
  const test = missing ? it.skip : it;
  if (missing) it.skip(`is skipped, since ${missing} is not installed here`, () => {});

  let proxy: RunningProxy;
  beforeAll(async () => {
    // Health checks are five times as frequent as in the example, since DRAIN_SECONDS is a third of its default.
    if (!missing)
      proxy = await startProxy(kind, ports, (text) =>
        text
          .replace('inter 1s fastinter 500ms downinter 1s', 'inter 200ms fastinter 100ms downinter 200ms')
          .replace('keepalive_timeout 2s', 'keepalive_timeout 500ms'),
      );
  });
  afterAll(() => proxy?.stop());

  test('redirects to HTTPS, responds there, and blocks the metrics', async () => {
    const { status, headers } = await fetch(`${proxy.http}/api/config?a=b`, { redirect: 'manual' });
    expect(status).toBe(308);
    expect(headers.get('location')).toMatch(/^https:\/\/localhost(:\d+)?\/api\/config\?a=b$/);
    expect((await proxy.get('/api/health')).body).toBe('{"status":"ok"}');
    expect((await proxy.get('/')).body).toContain('<html');
    expect((await proxy.get('/metrics', { authorization: 'Bearer token' })).status).toBe(404);
  });

  test('forwards an event stream without buffering', async () => {
    const sentRequest = request(`${proxy.https}/api/events`, {
      headers: { authorization: `Bearer ${farmer.token}` },
      rejectUnauthorized: false,
    }).end();
    const [response] = await once(sentRequest, 'response');
    expect(response.statusCode).toBe(200);
    expect(String((await once(response, 'data'))[0])).toContain(':');
    const nextEvent = once(response, 'data');
    await farmer.send('PUT /auth/profile', { body: { name: 'Amina' } });
    await farmer.send('POST /land', {
      body: { name: 'Shamba', size: 1, location: { address: 'Njoro, Nakuru County' }, soilType: 'loamy' },
    });
    expect(String((await nextEvent)[0])).toContain('data:');
    sentRequest.destroy();
  });

  test('forwards the client address and ignores a forged one', async () => {
    const write = async (forwarded: string) => {
      const sentRequest = request(`${proxy.https}/api/contact`, {
        method: 'POST',
        rejectUnauthorized: false,
        localAddress: kind === 'nginx' ? '127.0.0.3' : '127.0.0.4',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': forwarded },
      }).end(JSON.stringify({ name: 'A', email: 'a@b', message: 'x' }));
      const [response] = await once(sentRequest, 'response');
      response.resume();
      return response.statusCode;
    };
    expect(await write('203.0.113.1')).toBe(201);
    expect(await write('203.0.113.2')).toBe(429);
  });

  test('loses no request during a rolling restart', async () => {
    let isRunning = true;
    const failures: string[] = [];
    let responseCount = 0;
    const sendRequests = async () => {
      while (isRunning) {
        const path = responseCount % 2 ? '/api/auth/profile' : '/api/land';
        const failure = await proxy.get(path, { authorization: `Bearer ${farmer.token}` }).then(
          ({ status }) => (status === 200 ? null : String(status)),
          (error) => String(error.code ?? error),
        );
        responseCount += 1;
        if (failure) failures.push(failure);
      }
    };
    const load = Array.from({ length: 8 }, sendRequests);
    for (const index of [0, 1, 0]) {
      expect(await servers[index]!.end('SIGTERM')).toBe(0);
      const again = await start(ports[index]!);
      servers[index] = again;
      // The proxy must use it before the other one stops.
      await expect.poll(() => metricsOf(again)).toContain('call="GET /land"');
    }
    isRunning = false;
    await Promise.all(load);
    expect(failures).toEqual([]);
  });

  test('says in both languages that no process runs, and forwards again when one does', async () => {
    await Promise.all(servers.map((server) => server.end('SIGTERM')));
    const call = (language: string) => proxy.get('/api/land', { 'accept-language': language });
    await expect.poll(async () => (await call('en')).body).toContain('maintenance');
    for (const language of ['en', 'sw'] as const) {
      const { status, headers, body } = await call(language);
      expect(status).toBe(503);
      expect(headers).toMatchObject({
        [MARKER_HEADER]: '1',
        'retry-after': '60',
        'cache-control': 'no-store',
      });
      expect(headers['content-type']).toContain('application/json');
      expect(JSON.parse(body)).toEqual({
        message: translator(language)('problem.maintenance'),
        code: 'maintenance',
      });
    }
    const page = await proxy.get('/dashboard');
    expect(page.status).toBe(503);
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.headers['retry-after']).toBe('60');
    expect(page.body).toContain('Ardhi is being maintained');
    expect(page.body).toContain('Ardhi inafanyiwa matengenezo');

    for (const [index, port] of ports.entries()) servers[index] = await start(port);
    await expect.poll(async () => (await proxy.get('/api/health')).status).toBe(200);
  });
});
