/** Requests of one client that could delay others: nested batches, streams, bodies, paths. */
import { connect as connectSocket } from 'node:net';
import type { Parcel } from '@ardhi/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Built, type Person, startModes, TESTED_MODES } from './built.ts';

const running = startModes(TESTED_MODES, { METRICS_TOKEN: 'token-of-prometheus' });

/** Sends raw bytes, which an HTTP client would normalise or reject, and reads until the server closes the connection. */
async function exchange(app: Built, text: string) {
  const { port } = new URL(app.url);
  const received = await new Promise<string>((resolve, reject) => {
    const socket = connectSocket(Number(port), '127.0.0.1', () => socket.write(text, 'latin1'));
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('end', () => resolve(Buffer.concat(chunks).toString()));
    socket.on('error', reject);
  });
  const [head = '', body = ''] = received.split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), head: head.toLowerCase(), body };
}

describe.each(TESTED_MODES)('one client (%s)', (way) => {
  let app: Built;
  let person: Person;
  beforeAll(async () => {
    app = running[way];
    person = await app.as('farmer');
  });

  it('cannot request a batch or a stream in a batch', async () => {
    const disguised = ['land/../batch?get=land', 'land/..\\batch?get=land', 'land/%2e%2e/batch?get=land'];
    const streams = ['events', 'land/..\\events', 'land/../events'];
    const outside = ['//other.example/api/land', '/api/../land', 'land/not-an-id', 'no/such/call'];
    for (const get of ['batch?get=land', ...disguised, ...streams, ...outside])
      expect((await person.send('GET /batch', { query: { get } })).status, get).toBe(404);
    const many = Array.from({ length: 61 }, () => 'land').join(' ');
    expect((await person.send('GET /batch', { query: { get: many } })).status).toBe(400);
  });

  it('has at most twenty open streams; a new one closes the oldest', async () => {
    const open = async () => {
      const response = await fetch(`${app.url}/api/events`, {
        headers: { authorization: `Bearer ${person.token}` },
      });
      const reader = response.body!.getReader();
      await reader.read();
      return reader;
    };
    const streams = [];
    for (let stream = 0; stream < 21; stream += 1) streams.push(await open());
    expect((await streams[0]!.read()).done).toBe(true);
    const { body } = await person.send<Parcel>('POST /land', {
      body: { name: 'River field', size: 2, location: { address: 'Njoro' } },
    });
    expect(body._id).toBeTruthy();
    await Promise.all(streams.slice(1).map((stream) => stream.cancel()));
  });

  it('cannot send a body of more than a megabyte', async () => {
    const huge = `{"name":"${'x'.repeat(1_100_000)}"}`;
    expect((await person.send('POST /land', { body: huge })).status).toBe(413);
  });

  it('finds no files outside the assets folder', async () => {
    const get = async (path: string) =>
      (await exchange(app, `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)).status;
    const paths = ['../pages.json', '..%2fpages.json', '..\\pages.json', '%2e%2e/sw.js', '.env', '%00', ''];
    for (const path of paths) expect(await get(`/assets/${path}`), path).toBe(404);
  });

  it('gets a complete response to a request that is not valid HTTP, and the connection closes', async () => {
    const request = (line: string, headers = '') => `${line} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`;
    const malformed: [sent: string, status: number, code: string][] = [
      [request('GET /api/\u00ff'), 400, 'broken-request'],
      [request('NONSENSE /api/land'), 400, 'broken-request'],
      [request('GET /api/land', 'content-length: x\r\n'), 400, 'broken-request'],
      [`\u0016\u0003\u0001${'x'.repeat(300)}`, 400, 'broken-request'],
      [request('GET /api/land', `a: ${'x'.repeat(20_000)}\r\n`), 431, 'headers-too-large'],
    ];
    for (const [sent, status, code] of malformed) {
      const response = await exchange(app, sent);
      expect(response.status, sent).toBe(status);
      expect(JSON.parse(response.body), sent).toMatchObject({
        code,
        message: expect.stringContaining('request'),
      });
      expect(response.head, sent).toContain('connection: close');
    }
    const { status, body } = await exchange(app, request('HEAD /api/\u00ff'));
    expect([status, body]).toEqual([400, '']);
  });

  it('cannot read metrics without the token', async () => {
    const metrics = (token: string) =>
      fetch(`${app.url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
    expect((await metrics('guess')).status).toBe(401);
    await expect.poll(async () => (await metrics('token-of-prometheus')).status).toBe(200);
  });
});
