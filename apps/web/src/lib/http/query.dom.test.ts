import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { recordResponse } from '../device/first-response.ts';
import { ApiError } from './api-error.ts';
import { listenForChangeEvents, onChangeEvent } from './events.ts';
import {
  afterFirstPageLoad,
  expectInBatch,
  holdInvalidation,
  invalidateOnChangeEvents,
  queryClient,
  registerCacheRules,
} from './query.ts';

const queryFn = vi.fn(async () => 'parcels');
let client: QueryClient;
let stops: (() => void)[];
/** Sends a change event from the server and waits until it is received. */
let sendEvent: (kind: 'land' | 'equipment', ids?: string[]) => Promise<void>;

beforeEach(async () => {
  let stream: ReadableStreamDefaultController | undefined;
  const body = new ReadableStream({
    start(controller) {
      stream = controller;
    },
  });
  vi.stubGlobal('fetch', async () => new Response(body));
  sendEvent = (kind, ids = []) =>
    new Promise((resolve) => {
      const stop = onChangeEvent(() => {
        stop();
        resolve();
      });
      stream?.enqueue(new TextEncoder().encode(`data: ${JSON.stringify({ kind, ids })}\n\n`));
    });
  registerCacheRules([{ kind: 'land', byRow: true }]);
  // Without an earlier response the stream would refetch everything after a random time.
  recordResponse(null, 'Wed, 18 Nov 2026 06:00:00 GMT');
  queryFn.mockClear();
  client = new QueryClient();
  const screen = new QueryObserver(client, { queryKey: ['land', 'list'], queryFn });
  stops = [screen.subscribe(() => {}), invalidateOnChangeEvents(client), listenForChangeEvents()];
  await expect.poll(() => screen.getCurrentResult().data).toBe('parcels');
});
afterEach(() => {
  for (const stop of stops) stop();
  vi.unstubAllGlobals();
});

it('a change event refetches active queries of its kind only', async () => {
  await sendEvent('equipment');
  expect(queryFn).toHaveBeenCalledTimes(1);
  await sendEvent('land');
  expect(queryFn).toHaveBeenCalledTimes(2);
});

it('a write and its change event refetch once', async () => {
  const held = holdInvalidation(client);
  await sendEvent('land');
  expect(queryFn).toHaveBeenCalledTimes(1);
  held.changed('land', []);
  await held.release();
  expect(queryFn).toHaveBeenCalledTimes(2);
});

it('another user’s change during a failed write is refetched', async () => {
  const held = holdInvalidation(client);
  await sendEvent('land');
  await held.release();
  expect(queryFn).toHaveBeenCalledTimes(2);
  await sendEvent('land');
  expect(queryFn).toHaveBeenCalledTimes(3);
});

it('concurrent writes each refetch when they finish', async () => {
  const [first, second] = [holdInvalidation(client), holdInvalidation(client)];
  first.changed('land', []);
  await first.release();
  expect(queryFn).toHaveBeenCalledTimes(2);
  await sendEvent('land');
  expect(queryFn).toHaveBeenCalledTimes(2);
  await second.release();
  expect(queryFn).toHaveBeenCalledTimes(3);
});

it('a change of one parcel does not invalidate the others', async () => {
  const [changed, other] = ['0199b0de-0000-7000-8000-000000000001', '0199b0de-0000-7000-8000-000000000002'];
  for (const id of [changed, other]) client.setQueryData(['land', 'score', id], 50);
  await sendEvent('land', [changed]);
  const isInvalidated = (...key: string[]) => client.getQueryState(['land', ...key])?.isInvalidated;
  expect([isInvalidated('score', changed), isInvalidated('score', other)]).toEqual([true, false]);
  expect(queryFn).toHaveBeenCalledTimes(2);
  await sendEvent('land');
  expect(isInvalidated('score', other)).toBe(true);
});

it('shows an error at once if the server asks to wait for a minute, as in maintenance mode', async () => {
  const response = new Response(null, { status: 503, headers: { 'Retry-After': '60' } });
  const queryFn = vi.fn(() => Promise.reject(new ApiError(response, { message: 'Back soon' })));
  const read = queryClient.fetchQuery({ queryKey: ['equipment', 'list'], queryFn });
  await expect(read).rejects.toThrow('Back soon');
  expect(queryFn).toHaveBeenCalledTimes(1);
});

describe('a batch in flight', () => {
  const key = ['land', 'list'];
  const fetchRows = vi.fn(async () => ['asked']);
  beforeEach(() => {
    fetchRows.mockClear();
    queryClient.clear();
  });
  const read = () => queryClient.fetchQuery({ queryKey: key, queryFn: fetchRows, retry: false });

  it('serves the queries it contains', async () => {
    const batch = Promise.resolve().then(() => void queryClient.setQueryData(key, ['batched']));
    expectInBatch([key], batch);
    expect(await read()).toEqual(['batched']);
    expect(fetchRows).not.toHaveBeenCalled();
  });

  it('that fails or lacks the query falls back to a single call', async () => {
    expectInBatch([key], Promise.reject(new Error('No line')));
    expect(await read()).toEqual(['asked']);
    // Invalidated data from the device does not count as a response.
    await queryClient.invalidateQueries({ queryKey: key });
    expectInBatch([key], Promise.resolve());
    await read();
    expect(fetchRows).toHaveBeenCalledTimes(2);
  });

  it('does not delay a refetch after a change', async () => {
    expectInBatch([key], new Promise(() => {}));
    void read().catch(() => {});
    await queryClient.cancelQueries({ queryKey: key });
    expect(await read()).toEqual(['asked']);
  });
});

it('background work starts once the first page has loaded, unless it is cancelled', async () => {
  const started: string[] = [];
  const screen = new QueryClient();
  afterFirstPageLoad(screen, () => started.push('work'));
  afterFirstPageLoad(screen, () => started.push('called off'))();
  let answer = () => {};
  const slow = screen.fetchQuery({
    queryKey: ['land', 'list'],
    queryFn: () => new Promise<string>((resolve) => (answer = () => resolve('parcels'))),
  });
  await screen.fetchQuery({ queryKey: ['notice', 'unread'], queryFn: async () => 1 });
  expect(started).toEqual([]);
  answer();
  await slow;
  await expect.poll(() => started).toEqual(['work']);
});

it('a change during the first fetch of a query fetches it again', async () => {
  const responses: ((answer: string) => void)[] = [];
  const first = new QueryObserver(queryClient, {
    queryKey: ['land', 'first'],
    queryFn: () => new Promise<string>((resolve) => responses.push(resolve)),
  });
  stops.push(
    first.subscribe(() => {}),
    () => queryClient.clear(),
  );
  await expect.poll(() => responses.length).toBe(1);
  const held = holdInvalidation(queryClient);
  held.changed('land', []);
  const released = held.release();
  responses[0]?.('before the write');
  await expect.poll(() => responses.length).toBe(2);
  expect(first.getCurrentResult().data).toBe('before the write');
  responses[1]?.('after the write');
  await released;
  expect(first.getCurrentResult().data).toBe('after the write');
});
