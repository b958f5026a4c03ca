/** Live messages across two server processes on one database. */
import type { Message } from '@ardhi/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, type Person, personAt, signInAgain } from '../client.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { openEventStream } from '../event-stream.ts';
import { type RunningServer, startServer } from './server.ts';

let database: TestDatabase;
let first: RunningServer;
let second: RunningServer;
let farmer: Person;
let official: Person;

beforeAll(async () => {
  database = await createTestDatabase();
  const start = () => startServer({ DATABASE_URL: database.connectionString, LOG_LEVEL: 'silent' });
  [first, second] = await Promise.all([start(), start()]);
  farmer = await clientOf(first.url).as('farmer');
  official = await clientOf(first.url).as('government');
});
afterAll(async () => {
  await Promise.all([first.end('SIGTERM'), second.end('SIGTERM')]);
  await database.drop();
});

describe('two server processes', () => {
  it('deliver a message to a stream of the other process, and the read flag back', async () => {
    const [atOfficial, atFarmer] = await Promise.all([
      openEventStream(second.url, official),
      openEventStream(first.url, farmer),
    ]);
    const sent = await farmer.send<Message>('POST /messages', {
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
    const atSecond = personAt(clientOf(second.url), official);
    const count = await atSecond.send<{ count: number }>('GET /messages/unread-count');
    expect(count.body).toEqual({ count: 1 });
    // The official opens the thread at the other process, and the farmer receives the read event.
    await atSecond.send(`GET /messages/thread/${threadId}`);
    expect(await atFarmer.next()).toEqual({ kind: 'message', ids: [threadId] });
    const [message] = (await farmer.send<Message[]>(`GET /messages/thread/${threadId}`)).body;
    expect(message?.read).toBe(true);
    await Promise.all([atOfficial.close(), atFarmer.close()]);
  });

  it('deliver a notice to every farmer, and to no official', async () => {
    const policy = await official.send<{ _id: string }>('POST /policies', {
      body: { title: 'Terraces', description: 'Build.' },
    });
    const atFarmer = await openEventStream(second.url, farmer);
    await official.send(`POST /policies/${policy.body._id}/notify`);
    const kinds = [await atFarmer.next(), await atFarmer.next()].map((event) => event?.kind);
    expect(kinds.sort()).toEqual(['notice', 'policy']);
    await atFarmer.close();
  });

  it('end the streams of a session when it logs out at the other process', async () => {
    const session = await signInAgain(clientOf(first.url), farmer);
    const stream = await openEventStream(second.url, session);
    await session.send('POST /auth/logout');
    expect(await stream.next()).toBeNull();
    expect((await personAt(clientOf(second.url), session).send('GET /messages')).status).toBe(401);
  });
});
