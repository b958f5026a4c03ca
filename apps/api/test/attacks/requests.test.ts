/** Requests of one client that could delay others: nested batches, streams, bodies, paths. */
import { connect as connectSocket } from 'node:net';
import type { Parcel } from '@ardhi/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Built, type Person, startModes, TESTED_MODES } from './built.ts';

const running = startModes(TESTED_MODES, { METRICS_TOKEN: 'token-of-prometheus' });

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
    const { port } = new URL(app.url);
    /** Sends the raw path: an HTTP client would normalise it. */
    const get = (path: string) =>
      new Promise<string>((resolve, reject) => {
        const socket = connectSocket(Number(port), '127.0.0.1', () =>
          socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`),
        );
        let text = '';
        socket.on('data', (chunk) => {
          text += chunk;
        });
        socket.on('end', () => resolve(text.split('\r\n')[0]!));
        socket.on('error', reject);
      });
    const paths = ['../pages.json', '..%2fpages.json', '..\\pages.json', '%2e%2e/sw.js', '.env', '%00', ''];
    for (const path of paths) expect(await get(`/assets/${path}`), path).toBe('HTTP/1.1 404 Not Found');
  });

  it('cannot read metrics without the token', async () => {
    const metrics = (token: string) =>
      fetch(`${app.url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
    expect((await metrics('guess')).status).toBe(401);
    await expect.poll(async () => (await metrics('token-of-prometheus')).status).toBe(200);
  });
});
