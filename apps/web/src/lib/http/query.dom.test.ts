import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { listenForChangeEvents, onChangeEvent } from './events.ts';
import {
  afterFirstAnswers,
  expectInBatch,
  holdInvalidation,
  invalidateOnChangeEvents,
  queryClient,
  registerCacheRules,
} from './query.ts';

const asked = vi.fn(async () => 'parcels');
let client: QueryClient;
let stops: (() => void)[];
/** Has the server send a change event, and waits until it was heard. */
let say: (kind: 'land' | 'equipment', ids?: string[]) => Promise<void>;

beforeEach(async () => {
  let stream: ReadableStreamDefaultController | undefined;
  const body = new ReadableStream({
    start(controller) {
      stream = controller;
    },
  });
  vi.stubGlobal('fetch', async () => new Response(body));
  say = (kind, ids = []) =>
    new Promise((resolve) => {
      const stop = onChangeEvent(() => {
        stop();
        resolve();
      });
      stream?.enqueue(new TextEncoder().encode(`data: ${JSON.stringify({ kind, ids })}\n\n`));
    });
  registerCacheRules([{ kind: 'land', byRow: true }]);
  asked.mockClear();
  client = new QueryClient();
  const screen = new QueryObserver(client, { queryKey: ['land', 'list'], queryFn: asked });
  stops = [screen.subscribe(() => {}), invalidateOnChangeEvents(client), listenForChangeEvents()];
  await expect.poll(() => screen.getCurrentResult().data).toBe('parcels');
});
afterEach(() => {
  for (const stop of stops) stop();
  vi.unstubAllGlobals();
});

it('a change event asks again for what is on the screen, another kind does not', async () => {
  await say('equipment');
  expect(asked).toHaveBeenCalledTimes(1);
  await say('land');
  expect(asked).toHaveBeenCalledTimes(2);
});

it('a write and its change event ask once', async () => {
  const held = holdInvalidation(client);
  await say('land');
  expect(asked).toHaveBeenCalledTimes(1);
  held.changed('land', []);
  await held.release();
  expect(asked).toHaveBeenCalledTimes(2);
});

it('a change by somebody else while a write fails is not forgotten', async () => {
  const held = holdInvalidation(client);
  await say('land');
  await held.release();
  expect(asked).toHaveBeenCalledTimes(2);
  await say('land');
  expect(asked).toHaveBeenCalledTimes(3);
});

it('of two writes at once each asks when it is through', async () => {
  const [first, second] = [holdInvalidation(client), holdInvalidation(client)];
  first.changed('land', []);
  await first.release();
  expect(asked).toHaveBeenCalledTimes(2);
  await say('land');
  expect(asked).toHaveBeenCalledTimes(2);
  await second.release();
  expect(asked).toHaveBeenCalledTimes(3);
});

it('a change of one parcel leaves what is known of the others', async () => {
  const [changed, other] = ['0199b0de-0000-7000-8000-000000000001', '0199b0de-0000-7000-8000-000000000002'];
  for (const id of [changed, other]) client.setQueryData(['land', 'score', id], 50);
  await say('land', [changed]);
  const isOld = (...key: string[]) => client.getQueryState(['land', ...key])?.isInvalidated;
  expect([isOld('score', changed), isOld('score', other)]).toEqual([true, false]);
  expect(asked).toHaveBeenCalledTimes(2);
  await say('land');
  expect(isOld('score', other)).toBe(true);
});

describe('a batch on its way', () => {
  const key = ['land', 'list'];
  const ask = vi.fn(async () => ['asked']);
  beforeEach(() => {
    ask.mockClear();
    queryClient.clear();
  });
  const read = () => queryClient.fetchQuery({ queryKey: key, queryFn: ask, retry: false });

  it('is waited for by whoever asks for what it brings', async () => {
    const batch = Promise.resolve().then(() => void queryClient.setQueryData(key, ['batched']));
    expectInBatch([key], batch);
    expect(await read()).toEqual(['batched']);
    expect(ask).not.toHaveBeenCalled();
  });

  it('that fails, or brings less, leaves the call to whoever needs it', async () => {
    expectInBatch([key], Promise.reject(new Error('No line')));
    expect(await read()).toEqual(['asked']);
    // What the phone knew is no answer.
    await queryClient.invalidateQueries({ queryKey: key });
    expectInBatch([key], Promise.resolve());
    await read();
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it('does not hold up who asks again because something has changed', async () => {
    expectInBatch([key], new Promise(() => {}));
    void read().catch(() => {});
    await queryClient.cancelQueries({ queryKey: key });
    expect(await read()).toEqual(['asked']);
  });
});

it('what nobody waits for begins once the first page has its answers, unless it is called off', async () => {
  const begun: string[] = [];
  const screen = new QueryClient();
  afterFirstAnswers(screen, () => begun.push('work'));
  afterFirstAnswers(screen, () => begun.push('called off'))();
  let answer = () => {};
  const slow = screen.fetchQuery({
    queryKey: ['land', 'list'],
    queryFn: () => new Promise<string>((resolve) => (answer = () => resolve('parcels'))),
  });
  await screen.fetchQuery({ queryKey: ['notice', 'unread'], queryFn: async () => 1 });
  expect(begun).toEqual([]);
  answer();
  await slow;
  await expect.poll(() => begun).toEqual(['work']);
});
