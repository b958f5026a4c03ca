/** Event streams, also between two servers on one database. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../src/app.ts';
import { type AddressedChangeEvent, payloads, startChangeEventBus } from '../src/lib/change-events.ts';
import { connect } from '../src/lib/database.ts';
import { type Person, startTestApp, type TestApp } from './app.ts';

let app: TestApp;
let second: { url: string; close: () => Promise<void> };
beforeAll(async () => {
  app = await startTestApp();
  const database = connect(app.connectionString);
  const changeEvents = await startChangeEventBus({
    connectionString: app.connectionString,
    db: database.db,
    onError: () => {},
  });
  const { server } = await buildApp({ env: app.env, db: database.db, changeEvents });
  second = {
    url: await server.listen({ port: 0, host: '127.0.0.1' }),
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
async function listen(url: string, person: Person) {
  const response = await fetch(`${url}/api/events`, { headers: { authorization: `Bearer ${person.token}` } });
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
