/** Event streams of one server and between two servers on one database. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { buildApp } from '../src/app.ts';
import {
  type AddressedChangeEvent,
  type ChangeEventBus,
  payloads,
  startChangeEventBus,
} from '../src/lib/database/change-events.ts';
import { connect, type Database } from '../src/lib/database/database.ts';
import { createSessions } from '../src/lib/http/session.ts';
import { SLACK_MS } from '../src/system/recent-events.ts';
import { testApp } from './app.ts';
import { openEventStream } from './event-stream.ts';

const app = testApp();
let second: { url: string; changeEvents: ChangeEventBus; close: () => Promise<void> };
let database: Database;
const LISTENER = 'the second server listens';
beforeAll(async () => {
  database = connect(app.connectionString);
  const listening = new URL(app.connectionString);
  listening.searchParams.set('application_name', LISTENER);
  const changeEvents = await startChangeEventBus({
    connectionString: String(listening),
    db: database.db,
    onError: () => {},
  });
  const { server } = await buildApp({ env: app.env, db: database.db, changeEvents });
  second = {
    url: await server.listen({ port: 0, host: '127.0.0.1' }),
    changeEvents,
    close: async () => {
      await server.close();
      await changeEvents.close();
      await database.close();
    },
  };
});
afterAll(() => second.close());

/** Runs `work` while the listening connection of the second server is down, and then waits for it. */
async function whileDisconnected(work: () => Promise<unknown>): Promise<void> {
  const name = new URL(app.connectionString).pathname.slice(1);
  const { pool, close } = connect(inject('administratorUrl'));
  const allow = (allowed: boolean) => pool.query(`alter database ${name} with allow_connections ${allowed}`);
  await allow(false);
  await database.pool.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1 and datname = $2',
    [LISTENER, name],
  );
  await expect.poll(() => second.changeEvents.listening()).toBe(false);
  await work();
  await allow(true);
  await close();
  await expect.poll(() => second.changeEvents.listening()).toBe(true);
}

const emitTo = (to: AddressedChangeEvent['to'], ids: string[] = []) =>
  app.services.transaction(async ({ emit }) => emit(to, 'message', ids));

describe('change events', () => {
  it('reach their recipient on every server', async () => {
    const [one, two] = [await app.as('farmer'), await app.as('farmer')];
    const here = await openEventStream(app.url, one);
    const there = await openEventStream(second.url, one);
    const other = await openEventStream(second.url, two);
    await emitTo({ user: one.user._id }, ['a']);
    expect(await here.next()).toEqual({ kind: 'message', ids: ['a'] });
    expect(await there.next()).toEqual({ kind: 'message', ids: ['a'] });
    // The other user's next event is their own: they did not receive the first.
    await emitTo({ user: two.user._id }, ['b']);
    expect(await other.next()).toEqual({ kind: 'message', ids: ['b'] });
    await Promise.all([here.close(), there.close(), other.close()]);
  });

  it('go to at most twenty streams of one account; the oldest is closed', async () => {
    const person = await app.as('farmer');
    const oldest = await openEventStream(app.url, person);
    const others = await Promise.all(Array.from({ length: 20 }, () => openEventStream(app.url, person)));
    expect(await oldest.next()).toBeNull();
    await emitTo({ user: person.user._id }, ['a']);
    for (const stream of others) expect(await stream.next()).toMatchObject({ ids: ['a'] });
    await Promise.all(others.map((stream) => stream.close()));
  });

  it('reach a role, and all users', async () => {
    const [farmer, official] = [await app.as('farmer'), await app.as('government')];
    const [field, office] = [
      await openEventStream(second.url, farmer),
      await openEventStream(second.url, official),
    ];
    // Awaited one after another, because the order of concurrent events is not guaranteed.
    await emitTo({ role: 'farmer' }, ['f']);
    expect(await field.next()).toMatchObject({ ids: ['f'] });
    await emitTo({ everybody: true }, ['e']);
    expect(await field.next()).toMatchObject({ ids: ['e'] });
    expect(await office.next()).toMatchObject({ ids: ['e'] });
    await Promise.all([field.close(), office.close()]);
  });

  it('between the response to a page and the opening of its stream are replayed first', async () => {
    const [person, other] = [await app.as('farmer'), await app.as('farmer')];
    // A server that has just started has no events of the second before.
    const respondedAt = new Date(Date.now() + SLACK_MS);
    await emitTo({ user: other.user._id }, ['of another']);
    for (const id of ['one', 'two', 'one']) await emitTo({ user: person.user._id }, [id]);
    const stream = await openEventStream(app.url, person, respondedAt);
    expect(await stream.next()).toEqual({ kind: 'message', ids: ['one', 'two'] });
    await emitTo({ user: person.user._id }, ['after']);
    expect(await stream.next()).toEqual({ kind: 'message', ids: ['after'] });
    // Without `since` only new events arrive.
    const withoutSince = await openEventStream(app.url, person);
    await emitTo({ user: person.user._id }, ['later']);
    expect(await withoutSince.next()).toEqual({ kind: 'message', ids: ['later'] });
    await Promise.all([stream.close(), withoutSince.close()]);
  });

  it('that the server may have missed are reported as a change of everything', async () => {
    const person = await app.as('farmer');
    const stream = await openEventStream(app.url, person, new Date('2026-01-01'));
    expect(await stream.next()).toEqual({ kind: 'everything', ids: [] });
    await stream.close();
  });

  it('are not sent for a transaction that rolls back', async () => {
    const person = await app.as('farmer');
    const stream = await openEventStream(app.url, person);
    const failing = app.services.transaction(async ({ emit }) => {
      emit({ user: person.user._id }, 'message', ['lost']);
      throw new Error('undone');
    });
    await expect(failing).rejects.toThrow('undone');
    await emitTo({ user: person.user._id }, ['kept']);
    expect(await stream.next()).toMatchObject({ ids: ['kept'] });
    await stream.close();
  });
});

describe('a session that ends', () => {
  it('closes its stream and is rejected by the other server too', async () => {
    const person = await app.as('farmer');
    const headers = { authorization: `Bearer ${person.token}` };
    expect((await fetch(`${second.url}/api/auth/profile`, { headers })).status).toBe(200);
    const stream = await openEventStream(second.url, person);
    await person.send('POST /auth/logout');
    expect(await stream.next()).toBeNull();
    // The stream ended because the second server received the event, which also evicted the session from its cache.
    expect((await fetch(`${second.url}/api/auth/profile`, { headers })).status).toBe(401);
  });

  it('is not cached by a concurrent lookup', async () => {
    const person = await app.as('farmer');
    const listeners = new Set<(event: AddressedChangeEvent) => void>();
    const bus: ChangeEventBus = {
      ...second.changeEvents,
      listening: () => true,
      subscribe(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    };
    const sessions = createSessions(database.db, bus, app.env);
    const lookup = sessions.find(person.token);
    for (const listener of listeners) listener({ to: { user: person.user._id }, kind: 'session', ids: [] });
    expect(await lookup).toMatchObject({ id: person.user._id });
    await database.db.deleteFrom('sessions').where('user_id', '=', person.user._id).execute();
    expect(await sessions.find(person.token)).toBeNull();
  });
});

describe('a stream whose session ends while it is opened', () => {
  it('is closed, because no later event would close it', async () => {
    const person = await app.as('farmer');
    const { id } = await database.db
      .updateTable('sessions')
      .set({ last_seen_at: sql<string>`now() - interval '2 hours'` })
      .where('user_id', '=', person.user._id)
      .returning('id')
      .executeTakeFirstOrThrow();
    const ending = await database.pool.connect();
    await ending.query('begin');
    await ending.query('select from sessions where id = $1 for update', [id]);
    // The server has read the session and waits to update its last use.
    const opening = openEventStream(second.url, person);
    const blockedUpdates = `select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like 'update "sessions"%'`;
    await expect.poll(async () => (await database.pool.query(blockedUpdates)).rowCount).toBe(1);
    const received = new Promise<void>((resolve) => {
      second.changeEvents.subscribe(({ ids }) => ids.includes(id) && resolve());
    });
    await ending.query('delete from sessions where id = $1', [id]);
    await app.services.transaction(async ({ emit }) => emit({ user: person.user._id }, 'session', [id]));
    await received;
    await ending.query('commit');
    ending.release();
    expect(await (await opening).next()).toBeNull();
  });
});

describe('a server whose listening connection was down', () => {
  it('ends its streams, so that browsers reconnect and refetch everything', async () => {
    const person = await app.as('farmer');
    const stream = await openEventStream(second.url, person);
    await whileDisconnected(() => emitTo({ user: person.user._id }, ['unheard']));
    expect(await stream.next()).toBeNull();
    const next = await openEventStream(second.url, person, new Date());
    expect(await next.next()).toEqual({ kind: 'everything', ids: [] });
    await next.close();
  });

  it('evicts its cached sessions, because one of them may have ended', async () => {
    const person = await app.as('farmer');
    const headers = { authorization: `Bearer ${person.token}` };
    expect((await fetch(`${second.url}/api/auth/profile`, { headers })).status).toBe(200);
    await whileDisconnected(() => person.send('POST /auth/logout'));
    expect((await fetch(`${second.url}/api/auth/profile`, { headers })).status).toBe(401);
  });
});

describe('payloads', () => {
  it('stay below the limit of PostgreSQL and lose no events', () => {
    const changeEvents = Array.from({ length: 500 }, (_, index) => ({
      to: { user: `user-${index}` },
      kind: 'land' as const,
      ids: [`é${index}`],
    }));
    const packed = payloads('me', changeEvents);
    expect(packed.length).toBeGreaterThan(1);
    for (const payload of packed) expect(Buffer.byteLength(payload)).toBeLessThan(8000);
    expect(packed.flatMap((payload) => JSON.parse(payload).slice(1))).toEqual(changeEvents);
  });
});
