import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { amina, OUR_HEADERS } from '../../test/server.ts';
import { sessionStore } from '../lib/session/session-store.ts';
import { currentOutbox, outboxState, startOutbox } from './current.ts';
import type { Entry } from './entry.ts';
import { openStore } from './store.ts';

const load = vi.fn(async () => {});
startOutbox(load);

beforeEach(() => {
  load.mockReset();
});
afterEach(() => sessionStore.forget());

const signIn = (_id: string) => sessionStore.signIn({ token: 't', role: 'farmer', user: { ...amina, _id } });

async function queue(account: string, entries: Pick<Entry, 'key' | 'state'>[]): Promise<void> {
  const store = await openStore(account);
  for (const { key, state } of entries)
    await store.change(() => ({
      add: { call: 'POST /land', params: {}, key, madeAt: 1, attempts: 1, state },
    }));
  store.close();
}

const STUCK = [{ key: 'k', state: 'rejected' as const }];

it('shows no entries before their call tables have loaded', async () => {
  await queue('waits', STUCK);
  let finishLoading = () => {};
  load.mockImplementation(
    () =>
      new Promise<void>((resolve) => {
        finishLoading = resolve;
      }),
  );
  signIn('waits');
  await expect.poll(() => load).toHaveBeenCalledOnce();
  expect(outboxState().entries).toEqual([]);
  finishLoading();
  await currentOutbox();
  expect(outboxState().entries).toHaveLength(1);
});

it('opens without the call tables if nothing is queued', async () => {
  load.mockImplementation(() => new Promise(() => {}));
  signIn('nothing queued');
  expect(await currentOutbox()).not.toBeNull();
});

it('retries if the call tables could not be loaded', async () => {
  await queue('tries', STUCK);
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
  signIn('tries');
  expect(await currentOutbox()).toBeNull();
  load.mockResolvedValue(undefined);
  expect(await currentOutbox()).not.toBeNull();
  expect(outboxState().entries).toHaveLength(1);
});

it('sends ten changes within seconds on a connection that loses every second response', async () => {
  const keys = Array.from({ length: 10 }, (_, index) => `change ${index}`);
  await queue(
    'lossy',
    keys.map((key) => ({ key, state: 'waiting' })),
  );
  const tries = new Map<string, number>();
  vi.stubGlobal('fetch', async (address: string, { headers }: RequestInit = {}) => {
    const key = new Headers(headers).get('Idempotency-Key');
    if (!key)
      return new Response('{}', { status: address.endsWith('/health') ? 200 : 404, headers: OUR_HEADERS });
    tries.set(key, (tries.get(key) ?? 0) + 1);
    if (tries.get(key) === 1) throw new TypeError('Failed to fetch');
    return new Response('{}', { headers: OUR_HEADERS });
  });
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  signIn('lossy');
  await currentOutbox();
  const isSent = () => outboxState().entries.every(({ state }) => state === 'sent');
  while (!isSent()) {
    if (vi.getTimerCount() > 0) await vi.advanceTimersToNextTimerAsync();
    else await new Promise((resolve) => setImmediate(resolve));
  }
  const elapsed = performance.now();
  vi.useRealTimers();
  expect([...tries]).toEqual(keys.map((key) => [key, 2]));
  expect(elapsed).toBeLessThan(10_000);
});
