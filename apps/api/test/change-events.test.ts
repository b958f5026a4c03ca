/** Event streams, also between two servers on one database. */
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
import { type Person, startTestApp, type TestApp } from './app.ts';

let app: TestApp;
let second: { url: string; changeEvents: ChangeEventBus; close: () => Promise<void> };
let database: Database;
const LISTENER = 'the second server listens';
beforeAll(async () => {
  app = await startTestApp();
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
afterAll(async () => {
  await second.close();
  await app.close();
});

/** Opens a stream and waits for events one at a time; null when the server ends it. */
async function listen(url: string, person: Person, since?: Date) {
  const query = since ? `?since=${since.toISOString()}` : '';
  const response = await fetch(`${url}/api/events${query}`, {
    headers: { authorization: `Bearer ${person.token}` },
  });
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let buffered = '';
  return {
    async next(): Promise<unknown> {
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

/** What happens while the second server cannot listen; then it can again. */
async function unheard(work: () => Promise<unknown>): Promise<void> {
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

const leave = (to: AddressedChangeEvent['to'], ids: string[] = []) =>
  app.services.transaction(async ({ emit }) => emit(to, 'message', ids));

describe('change events', () => {
  it('reach the person they are for, on every server', async () => {
    const [one, two] = [await app.as('farmer'), await app.as('farmer')];
    const here = await listen(app.url, one);
    const there = await listen(second.url, one);
    const other = await listen(second.url, two);
    await leave({ user: one.user._id }, ['a']);
    expect(await here.next()).toEqual({ kind: 'message', ids: ['a'] });
    expect(await there.next()).toEqual({ kind: 'message', ids: ['a'] });
    // The next thing the other person hears is their own: the first was not theirs.
    await leave({ user: two.user._id }, ['b']);
    expect(await other.next()).toEqual({ kind: 'message', ids: ['b'] });
    await Promise.all([here.close(), there.close(), other.close()]);
  });

  it('go to at most twenty streams of one account: the oldest is closed', async () => {
    const person = await app.as('farmer');
    const oldest = await listen(app.url, person);
    const others = await Promise.all(Array.from({ length: 20 }, () => listen(app.url, person)));
    expect(await oldest.next()).toBeNull();
    await leave({ user: person.user._id }, ['a']);
    for (const stream of others) expect(await stream.next()).toMatchObject({ ids: ['a'] });
    await Promise.all(others.map((stream) => stream.close()));
  });

  it('reach a role, and everybody', async () => {
    const [farmer, official] = [await app.as('farmer'), await app.as('government')];
    const [field, office] = [await listen(second.url, farmer), await listen(second.url, official)];
    // One after the other is heard: nobody is promised the order of events that leave at once.
    await leave({ role: 'farmer' }, ['f']);
    expect(await field.next()).toMatchObject({ ids: ['f'] });
    await leave({ everybody: true }, ['e']);
    expect(await field.next()).toMatchObject({ ids: ['e'] });
    expect(await office.next()).toMatchObject({ ids: ['e'] });
    await Promise.all([field.close(), office.close()]);
  });

  it('that came after the page was answered, and before its stream was open, are told first', async () => {
    const [person, other] = [await app.as('farmer'), await app.as('farmer')];
    // Servers that began just now know of no second before.
    const answered = new Date(Date.now() + SLACK_MS);
    await leave({ user: other.user._id }, ['of another']);
    for (const id of ['one', 'two', 'one']) await leave({ user: person.user._id }, [id]);
    const stream = await listen(app.url, person, answered);
    expect(await stream.next()).toEqual({ kind: 'message', ids: ['one', 'two'] });
    await leave({ user: person.user._id }, ['after']);
    expect(await stream.next()).toEqual({ kind: 'message', ids: ['after'] });
    // Who does not say when it was answered hears what comes.
    const late = await listen(app.url, person);
    await leave({ user: person.user._id }, ['later']);
    expect(await late.next()).toEqual({ kind: 'message', ids: ['later'] });
    await Promise.all([stream.close(), late.close()]);
  });

  it('that the server cannot know of: everything may have changed', async () => {
    const person = await app.as('farmer');
    const stream = await listen(app.url, person, new Date('2026-01-01'));
    expect(await stream.next()).toEqual({ kind: 'everything', ids: [] });
    await stream.close();
  });

  it('are not sent for a transaction that rolls back', async () => {
    const person = await app.as('farmer');
    const stream = await listen(app.url, person);
    const failing = app.services.transaction(async ({ emit }) => {
      emit({ user: person.user._id }, 'message', ['lost']);
      throw new Error('undone');
    });
    await expect(failing).rejects.toThrow('undone');
    await leave({ user: person.user._id }, ['kept']);
    expect(await stream.next()).toMatchObject({ ids: ['kept'] });
    await stream.close();
  });
});

describe('a session that ends', () => {
  it('closes its stream and is refused by the other server too', async () => {
    const person = await app.as('farmer');
    const headers = { authorization: `Bearer ${person.token}` };
    expect((await fetch(`${second.url}/api/auth/profile`, { headers })).status).toBe(200);
    const stream = await listen(second.url, person);
    await person.send('POST /auth/logout');
    expect(await stream.next()).toBeNull();
    // The stream ended because the second server heard of it: from then on its cache knows nothing of the session.
    expect((await fetch(`${second.url}/api/auth/profile`, { headers })).status).toBe(401);
  });

  it('is not remembered by whoever was looking it up meanwhile', async () => {
    const person = await app.as('farmer');
    const heard = new Set<(event: AddressedChangeEvent) => void>();
    const bus: ChangeEventBus = {
      ...second.changeEvents,
      listening: () => true,
      subscribe(listener) {
        heard.add(listener);
        return () => heard.delete(listener);
      },
    };
    const sessions = createSessions(database.db, bus, app.env);
    const lookedUp = sessions.find(person.token);
    for (const hear of heard) hear({ to: { user: person.user._id }, kind: 'session', ids: [] });
    expect(await lookedUp).toMatchObject({ id: person.user._id });
    await database.db.deleteFrom('sessions').where('user_id', '=', person.user._id).execute();
    expect(await sessions.find(person.token)).toBeNull();
  });
});

describe('a stream whose session ends while it is opened', () => {
  it('is closed: nothing that comes later would close it', async () => {
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
    // It has read the session, and waits to note that it was used.
    const opening = listen(second.url, person);
    const waiting = `select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like 'update "sessions"%'`;
    await expect.poll(async () => (await database.pool.query(waiting)).rowCount).toBe(1);
    const heard = new Promise<void>((resolve) => {
      second.changeEvents.subscribe(({ ids }) => ids.includes(id) && resolve());
    });
    await ending.query('delete from sessions where id = $1', [id]);
    await app.services.transaction(async ({ emit }) => emit({ user: person.user._id }, 'session', [id]));
    await heard;
    await ending.query('commit');
    ending.release();
    expect(await (await opening).next()).toBeNull();
  });
});

describe('a server that could not listen for a while', () => {
  it('ends its streams: the browsers open them anew and ask for everything again', async () => {
    const person = await app.as('farmer');
    const stream = await listen(second.url, person);
    await unheard(() => leave({ user: person.user._id }, ['unheard']));
    expect(await stream.next()).toBeNull();
    const next = await listen(second.url, person, new Date());
    expect(await next.next()).toEqual({ kind: 'everything', ids: [] });
    await next.close();
  });

  it('has forgotten the sessions that it knew: one of them may have ended', async () => {
    const person = await app.as('farmer');
    const headers = { authorization: `Bearer ${person.token}` };
    expect((await fetch(`${second.url}/api/auth/profile`, { headers })).status).toBe(200);
    await unheard(() => person.send('POST /auth/logout'));
    expect((await fetch(`${second.url}/api/auth/profile`, { headers })).status).toBe(401);
  });
});

describe('payloads', () => {
  it('stay under what PostgreSQL takes, and lose nothing', () => {
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
