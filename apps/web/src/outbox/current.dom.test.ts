import 'fake-indexeddb/auto';
import { QueryClient } from '@tanstack/react-query';
import { openDB } from 'idb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { amina, OUR_HEADERS } from '../../test/server.ts';
import { lostNote, noteUnsent, unsentNotes } from '../lib/device/unsent-cookie.ts';
import { sessionStore } from '../lib/session/session-store.ts';
import { currentOutbox, outboxState, outboxStatus, startOutbox } from './current.ts';
import type { Entry } from './entry.ts';
import { registerOfflineCalls } from './offline-calls.ts';
import { openStore } from './store.ts';
import { write } from './write.ts';

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

describe('a database that does not open', () => {
  /** Like a tab that hangs while another one deletes the database: every later open waits for it. */
  async function block(account: string): Promise<() => void> {
    const held = await openDB(`ardhi-outbox-${account}`, 1);
    indexedDB.deleteDatabase(`ardhi-outbox-${account}`);
    return () => held.close();
  }
  const afterTimeout = async () => {
    await vi.advanceTimersByTimeAsync(3_000);
    await expect.poll(() => outboxStatus().kind).toBe('blocked');
  };
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  it('is reported after three seconds, and attached when it opens', async () => {
    const unblock = await block('blocked');
    signIn('blocked');
    const waiting = currentOutbox();
    expect(outboxStatus().kind).toBe('opening');
    await afterTimeout();
    expect(await waiting).toBeNull();
    expect(await currentOutbox()).toBeNull();
    unblock();
    vi.useRealTimers();
    await expect.poll(() => outboxStatus().kind).toBe('open');
    expect(await currentOutbox()).not.toBeNull();
  });

  it('lets a write through to the server, and says so if there is no response', async () => {
    registerOfflineCalls({ 'POST /land': { kind: 'land', effect: 'create', label: 'land.queued.add' } });
    const unblock = await block('through');
    signIn('through');
    await afterTimeout();
    const save = () => write(new QueryClient(), 'POST /land', { body: { name: 'Juu' } }, 'key');
    vi.stubGlobal('fetch', async () => new Response('{"_id":"1"}', { headers: OUR_HEADERS }));
    expect(await save()).toMatchObject({ outcome: 'done' });
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    await expect(save()).rejects.toMatchObject({ name: 'StorageBlockedError' });
    unblock();
  });
});

it('finds that the browser has deleted noted changes, and notes the current number', async () => {
  noteUnsent('evicted-account', 3, 'Amina');
  signIn('evicted-account');
  await currentOutbox();
  expect(lostNote('evicted-account')).toMatchObject({ count: 3 });
  sessionStore.forget();
  const before = unsentNotes();
  await queue('another-account', STUCK);
  signIn('another-account');
  await currentOutbox();
  expect(lostNote('another-account')).toBeUndefined();
  expect(unsentNotes()).toMatchObject([...before, { count: 1, initials: 'A. O.' }]);
});

it('shows entries of a newer version as present and unreadable', async () => {
  await queue('newer', [
    { key: 'a', state: 'waiting' },
    { key: 'b', state: 'sent' },
  ]);
  (
    await openDB('ardhi-outbox-newer', 2, { upgrade: (fresh) => void fresh.createObjectStore('more') })
  ).close();
  signIn('newer');
  expect(await currentOutbox()).toBeNull();
  expect(outboxStatus()).toEqual({ kind: 'newer', unsent: 1 });
});

it('sends ten changes within seconds on a connection that loses every second response', async () => {
  const keys = Array.from({ length: 10 }, (_, index) => `change ${index}`);
  await queue(
    'lossy',
    keys.map((key) => ({ key, state: 'waiting' })),
  );
  let requests = 0;
  const answered: string[] = [];
  vi.stubGlobal('fetch', async (address: string, { headers, body }: RequestInit = {}) => {
    const key = new Headers(headers).get('Idempotency-Key');
    if (!key)
      return new Response('{}', { status: address.endsWith('/health') ? 200 : 404, headers: OUR_HEADERS });
    requests += 1;
    if (requests % 2 === 1) throw new TypeError('Failed to fetch');
    const { writes = [{ key }] } = JSON.parse(String(body ?? '{}')) as { writes?: { key: string }[] };
    answered.push(...writes.map((one) => one.key));
    const results = address.endsWith('/sync') ? writes.map(() => ({ status: 200, answer: {} })) : {};
    return new Response(JSON.stringify(results), { headers: OUR_HEADERS });
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
  expect(answered).toEqual(keys);
  expect(elapsed).toBeLessThan(10_000);
});

it('closes the next form at once after an unanswered save, sends at once, and waits again after a response', async () => {
  registerOfflineCalls({ 'POST /land': { kind: 'land', effect: 'create', label: 'land.queued.add' } });
  const waiting: ((response: Response) => void)[] = [];
  const answerAll = () => {
    for (const answer of waiting.splice(0)) answer(new Response('{"_id":"1"}', { headers: OUR_HEADERS }));
  };
  vi.stubGlobal('fetch', (_address: string, { headers }: RequestInit = {}) =>
    new Headers(headers).has('Idempotency-Key')
      ? new Promise((resolve) => waiting.push(resolve))
      : Promise.resolve(new Response('{}', { headers: OUR_HEADERS })),
  );
  signIn('hangs');
  await currentOutbox();
  const save = (key: string) => write(new QueryClient(), 'POST /land', { body: { name: key } }, key);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const first = save('first');
  await expect.poll(() => waiting.length).toBe(1);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(await first).toEqual({ outcome: 'queued' });
  // Without any time passing.
  expect(await save('second')).toEqual({ outcome: 'queued' });
  expect(waiting).toHaveLength(2);
  answerAll();
  await expect.poll(() => outboxState().entries.every(({ state }) => state === 'sent')).toBe(true);
  const third = save('third');
  await expect.poll(() => waiting.length).toBe(1);
  answerAll();
  expect(await third).toMatchObject({ outcome: 'done' });
  vi.useRealTimers();
});
