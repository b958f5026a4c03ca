/** Live messages across two server processes on one database. */
import type { Message, SignedIn } from '@ardhi/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { type RunningServer, startServer } from './server.ts';

let database: TestDatabase;
let first: RunningServer;
let second: RunningServer;
let farmer: SignedIn;
let official: SignedIn;

beforeAll(async () => {
  database = await createTestDatabase();
  const start = () => startServer({ DATABASE_URL: database.connectionString, LOG_LEVEL: 'silent' });
  [first, second] = await Promise.all([start(), start()]);
  const register = (name: string, fields: object) =>
    send<SignedIn>(first, 'POST /auth/register', {
      body: { name, email: `${name}@test.example`, password: 'secret', ...fields },
    });
  farmer = (await register('kamau', { role: 'farmer', location: 'Molo', farmSize: 1 })).body;
  official = (await register('wairimu', { role: 'government', department: 'Lands' })).body;
});
afterAll(async () => {
  await Promise.all([first.end('SIGTERM'), second.end('SIGTERM')]);
  await database.drop();
});

interface SendOptions {
  token?: string;
  body?: object;
}

async function send<Body>(server: RunningServer, call: string, { token, body }: SendOptions = {}) {
  const [method, path] = call.split(' ');
  const response = await fetch(`${server.url}/api${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: body && JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Body };
}

/** Opens a stream and returns its events one at a time; null when the server ends it. */
async function listen(server: RunningServer, token: string) {
  const response = await fetch(`${server.url}/api/events`, { headers: { authorization: `Bearer ${token}` } });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  // The stream is open once its first comment line has arrived.
  let buffered = (await reader.read()).value ?? '';
  return {
    async next(): Promise<{ kind: string; ids: string[] } | null> {
      for (;;) {
        const match = /data: (.*)\n\n/.exec(buffered);
        if (match) {
          buffered = buffered.slice(match.index + match[0].length);
          return JSON.parse(match[1]!);
        }
        const { done, value } = await reader.read();
        if (done) return null;
        buffered += value;
      }
    },
    close: () => reader.cancel(),
  };
}

describe('two server processes', () => {
  it('deliver a message to a stream of the other process, and the read flag back', async () => {
    const [atOfficial, atFarmer] = await Promise.all([
      listen(second, official.token),
      listen(first, farmer.token),
    ]);
    const sent = await send<Message>(first, 'POST /messages', {
      token: farmer.token,
      body: {
        recipientId: official.user._id,
        channelType: 'government-farmer',
        subject: 'Seed',
        content: 'When?',
      },
    });
    const { threadId } = sent.body;
    expect(await atOfficial.next()).toEqual({ kind: 'message', ids: [threadId] });
    expect(await atFarmer.next()).toEqual({ kind: 'message', ids: [threadId] });
    const count = await send<{ count: number }>(second, 'GET /messages/unread-count', official);
    expect(count.body).toEqual({ count: 1 });
    // The official opens the thread at the other process, and the farmer receives the read event.
    await send(second, `GET /messages/thread/${threadId}`, official);
    expect(await atFarmer.next()).toEqual({ kind: 'message', ids: [threadId] });
    const [message] = (await send<Message[]>(first, `GET /messages/thread/${threadId}`, farmer)).body;
    expect(message?.read).toBe(true);
    await Promise.all([atOfficial.close(), atFarmer.close()]);
  });

  it('deliver a notice to every farmer, and to no official', async () => {
    const policy = await send<{ _id: string }>(first, 'POST /policies', {
      token: official.token,
      body: { title: 'Terraces', description: 'Build.' },
    });
    const atFarmer = await listen(second, farmer.token);
    await send(first, `POST /policies/${policy.body._id}/notify`, official);
    const kinds = [await atFarmer.next(), await atFarmer.next()].map((event) => event?.kind);
    expect(kinds.sort()).toEqual(['notice', 'policy']);
    await atFarmer.close();
  });

  it('end the streams of a session when it logs out at the other process', async () => {
    const { body } = await send<SignedIn>(first, 'POST /auth/login', {
      body: { email: 'kamau@test.example', password: 'secret' },
    });
    const stream = await listen(second, body.token);
    await send(first, 'POST /auth/logout', body);
    expect(await stream.next()).toBeNull();
    expect((await send(second, 'GET /messages', body)).status).toBe(401);
  });
});
