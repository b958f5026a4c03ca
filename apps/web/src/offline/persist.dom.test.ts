import { DAY_MS } from '@ardhi/contract/dates';
import 'fake-indexeddb/auto';
import { QueryClient } from '@tanstack/react-query';
import { deleteDB, openDB } from 'idb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { OUR_HEADERS } from '../../test/server.ts';
import { logicalClock } from '../lib/device/logical-clock.ts';
import { deletePersisted, persistedDatabase } from '../lib/device/persisted.ts';
import { callPage } from '../lib/http/api.ts';
import { ApiError } from '../lib/http/api-error.ts';
import { queryClient, registerCacheRules } from '../lib/http/query.ts';
import { openResponses, persist, restore } from './persist.ts';
import { openPersistedResponses } from './persisted-responses.ts';

const AMINA = 'amina';
const JUMA = 'juma';
const river = { rows: [{ _id: '1', name: 'River field' }], total: 1 };

let stops: (() => void)[] = [];
const start = (client: QueryClient, userId: string) => {
  const stop = persist(client, userId);
  stops.push(stop);
  return stop;
};

/** Fetches the list of parcels as a screen does; returns the ETag that was sent. The server's copy is unchanged. */
async function fetchList(): Promise<string | null> {
  let sent: string | null = null;
  vi.stubGlobal('fetch', async (_: string, { headers }: RequestInit) => {
    sent = new Headers(headers).get('If-None-Match');
    const init = { headers: { ...OUR_HEADERS, ETag: 'W/"a"', 'X-Total-Count': '1' } };
    return sent
      ? new Response(null, { status: 304, ...init })
      : new Response(JSON.stringify(river.rows), init);
  });
  await queryClient.fetchQuery({ queryKey: ['land', 'list'], queryFn: () => callPage('GET /land') });
  vi.unstubAllGlobals();
  return sent;
}

/** A client whose list of parcels is persisted. */
async function persistRiver(): Promise<{ client: QueryClient; stop: () => void }> {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const stop = start(client, AMINA);
  client.setQueryData(['land', 'list'], river);
  await expect.poll(() => storedKeys(AMINA)).toEqual(['land/list']);
  return { client, stop };
}

const databaseNames = async () => (await indexedDB.databases()).map(({ name }) => name);

async function storedKeys(userId: string) {
  const stored = await openPersistedResponses(userId);
  const answers = await stored.read();
  stored.close();
  return answers.map(({ key }) => key.join('/')).sort();
}

beforeEach(() => {
  localStorage.clear();
  registerCacheRules([
    { kind: 'land', persisted: true },
    { kind: 'equipment', persisted: true },
    { kind: 'report' },
  ]);
});

afterEach(async () => {
  for (const stop of stops) stop();
  stops = [];
  for (const { name } of await indexedDB.databases()) if (name) await deleteDB(name);
});

describe('persisted responses', () => {
  it('are restored at the next start with their original timestamps', async () => {
    const before = new QueryClient();
    await restore(before, AMINA);
    const stop = start(before, AMINA);
    const hourAgo = Date.now() - 3_600_000;
    before.setQueryData(['land', 'list'], river, { updatedAt: hourAgo });
    await expect.poll(() => storedKeys(AMINA)).toEqual(['land/list']);
    stop();

    const after = new QueryClient();
    await restore(after, AMINA);
    expect(after.getQueryData(['land', 'list'])).toEqual(river);
    expect(after.getQueryState(['land', 'list'])?.dataUpdatedAt).toBe(hourAgo);
    // Refetched when a screen shows it.
    expect(after.getQueryState(['land', 'list'])?.isInvalidated).toBe(true);
  });

  it('keep their ETag, so that unchanged data is not downloaded again', async () => {
    const stop = start(queryClient, AMINA);
    expect(await fetchList()).toBeNull();
    await expect.poll(() => storedKeys(AMINA)).toEqual(['land/list']);
    stop();
    queryClient.clear();

    await restore(queryClient, AMINA);
    expect(await fetchList()).toBe('W/"a"');
    expect(queryClient.getQueryData(['land', 'list'])).toEqual(river);
    expect(queryClient.getQueryState(['land', 'list'])?.isInvalidated).toBe(false);

    queryClient.clear();
    await restore(queryClient, JUMA);
    expect(await fetchList()).toBeNull();
    queryClient.clear();
  });

  it('include data loaded before persisting started, but not restored data', async () => {
    const client = new QueryClient();
    client.setQueryData(['land', 'list'], river);
    client.setQueryData(['equipment', 'list'], { rows: [], total: 0 });
    await client.invalidateQueries({ queryKey: ['equipment'] });
    start(client, AMINA);
    await expect.poll(() => storedKeys(AMINA)).toEqual(['land/list']);
  });

  it('survive a clock that jumps years ahead, and keep their logical timestamp', async () => {
    const stored = await openPersistedResponses(AMINA);
    await stored.write(
      [{ hash: '["land","list"]', key: ['land', 'list'], data: river, at: Date.now(), began: 7 }],
      [],
    );
    stored.close();
    vi.spyOn(Date, 'now').mockReturnValue(Date.UTC(2031, 0, 1));
    const client = new QueryClient();
    await restore(client, AMINA);
    expect(logicalClock.of(client.getQueryData(['land', 'list']))).toBe(7);
  });

  it('include the user’s own data only', async () => {
    const client = new QueryClient();
    start(client, AMINA);
    client.setQueryData(['people', 'general', 'wa'], [{ name: 'Wanjiru' }]);
    client.setQueryData(['report', 'analytics'], {});
    client.setQueryData(['equipment', 'list'], { rows: [], total: 0 });
    await expect.poll(() => storedKeys(AMINA)).toEqual(['equipment/list']);
  });

  it('do not replace newer server data', async () => {
    (await persistRiver()).stop();
    const after = new QueryClient();
    after.setQueryData(['land', 'list'], { rows: [], total: 0 });
    await restore(after, AMINA);
    expect(after.getQueryData(['land', 'list'])).toEqual({ rows: [], total: 0 });
  });

  it('are not garbage-collected from memory', async () => {
    const client = new QueryClient();
    await restore(client, AMINA);
    client.setQueryData(['land', 'one', '1'], {});
    expect(client.getQueryCache().find({ queryKey: ['land', 'one', '1'] })?.gcTime).toBe(
      Number.POSITIVE_INFINITY,
    );
  });

  it('are deleted on a 410 from our server, but not on a gateway’s 404', async () => {
    const { client } = await persistRiver();
    const queryKey = ['land', 'list'];
    const failWith = (status: number, headers = {}) =>
      client
        .fetchQuery({
          queryKey,
          queryFn: () => Promise.reject(new ApiError(new Response(null, { status, headers }), undefined)),
          staleTime: 0,
        })
        .catch(() => {});
    // First a 404 from a gateway, later a 410 from our server.
    await failWith(404);
    client.setQueryData(['land', 'one', '2'], river);
    await expect.poll(() => storedKeys(AMINA)).toEqual(['land/list', 'land/one/2']);
    await failWith(410, OUR_HEADERS);
    await expect.poll(() => storedKeys(AMINA)).toEqual(['land/one/2']);
  });

  it('are deleted after two months or beyond the maximum number', async () => {
    const stored = await openPersistedResponses(AMINA);
    const now = Date.now();
    const row = (hash: string, at: number) => ({ hash, key: ['land', hash], data: 1, at });
    await stored.write([row('old', now - 61 * DAY_MS)], []);
    await stored.write(
      Array.from({ length: 1520 }, (_, index) => row(`n${index}`, now - index)),
      [],
    );
    const read = await stored.read();
    expect(read).toHaveLength(1500);
    expect(read[0]?.hash).toBe('n0');
    expect(await stored.read()).toHaveLength(1500);
    stored.close();
  });
});

describe('on a shared phone', () => {
  it('signing out deletes the responses, even while the database is open', async () => {
    await persistRiver();
    deletePersisted();
    await expect.poll(databaseNames).not.toContain(persistedDatabase(AMINA));
  });

  it('another user finds nothing, and the previous user’s data is deleted', async () => {
    (await persistRiver()).stop();
    const other = new QueryClient();
    await restore(other, JUMA);
    expect(other.getQueryData(['land', 'list'])).toBeUndefined();
    await expect.poll(databaseNames).toEqual([persistedDatabase(JUMA)]);
  });

  it('without IndexedDB server data is shown and nothing is persisted', async () => {
    vi.stubGlobal('indexedDB', undefined);
    const client = new QueryClient();
    await restore(client, AMINA);
    start(client, AMINA);
    client.setQueryData(['land', 'list'], river);
    expect(await openResponses(AMINA)).toBeUndefined();
    expect(client.getQueryData(['land', 'list'])).toEqual(river);
    vi.unstubAllGlobals();
  });
});

it('starts without the device’s data if its database is blocked, and adds the data when it opens', async () => {
  const { stop } = await persistRiver();
  stop();
  const held = await openDB(persistedDatabase(AMINA), 1);
  const abort = openDB(persistedDatabase(AMINA), 2, {
    upgrade(_db, _old, _new, transaction) {
      transaction.done.catch(() => {});
      transaction.abort();
    },
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const client = new QueryClient();
  const restored = restore(client, AMINA);
  await vi.advanceTimersByTimeAsync(3_000);
  await restored;
  vi.useRealTimers();
  expect(client.getQueryData(['land', 'list'])).toBeUndefined();
  held.close();
  await expect(abort).rejects.toThrow();
  await expect.poll(() => client.getQueryData(['land', 'list'])).toEqual(river);
});
