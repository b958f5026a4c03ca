import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { amina } from '../../test/server.ts';
import { sessionStore } from '../lib/session-store.ts';
import { currentOutbox, outboxState, startOutbox } from './current.ts';
import { openStore } from './store.ts';

const load = vi.fn(async () => {});
startOutbox(load);

beforeEach(() => {
  load.mockReset();
});
afterEach(() => sessionStore.forget());

const signIn = (_id: string) => sessionStore.signIn({ token: 't', role: 'farmer', user: { ...amina, _id } });

async function queue(account: string): Promise<void> {
  const store = await openStore(account);
  const entry = { call: 'POST /land', params: {}, key: 'k', madeAt: 1, attempts: 1 } as const;
  await store.change(() => ({ add: { ...entry, state: 'rejected' } }));
  store.close();
}

it('shows nothing before the tables of its entries are there', async () => {
  await queue('waits');
  let arrive = () => {};
  load.mockImplementation(
    () =>
      new Promise<void>((resolve) => {
        arrive = resolve;
      }),
  );
  signIn('waits');
  await vi.waitFor(() => expect(load).toHaveBeenCalledOnce());
  expect(outboxState().entries).toEqual([]);
  arrive();
  await currentOutbox();
  expect(outboxState().entries).toHaveLength(1);
});

it('opens without them where nothing is queued', async () => {
  load.mockImplementation(() => new Promise(() => {}));
  signIn('nothing queued');
  expect(await currentOutbox()).not.toBeNull();
});

it('tries again where they could not be fetched', async () => {
  await queue('tries');
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
  signIn('tries');
  expect(await currentOutbox()).toBeNull();
  load.mockResolvedValue(undefined);
  expect(await currentOutbox()).not.toBeNull();
  expect(outboxState().entries).toHaveLength(1);
});
