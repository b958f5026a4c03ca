import { renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { OUR_HEADERS, stubResponses } from '../../../test/server.ts';
import { useKeyedCall } from './use-keyed-call.ts';

type Answer = Parameters<typeof stubResponses>[0][string];

/** Makes one call per step and returns the idempotency keys sent. */
async function keysOf(...steps: [note: string, response: Answer][]): Promise<(string | null)[]> {
  let response: Answer = 'never';
  const sent = stubResponses({
    get 'POST /government/invitations'() {
      return response;
    },
  });
  const { result } = renderHook(() => useKeyedCall('POST /government/invitations'));
  for (const [note, next] of steps) {
    response = next;
    await result.current({ body: { note } }).catch(() => {});
  }
  return sent.map(({ headers }) => headers.get('Idempotency-Key'));
}

const DONE = { status: 201, body: {} };
const BUSY = { status: 503, body: { code: 'busy', message: 'Busy' } };
const SHOWN_ONCE = { status: 409, body: { code: 'answered-once', message: 'Done already' } };

it('retries the same content with the same key until it is accepted', async () => {
  const [lost, busy, done, next] = await keysOf(['a', 'no network'], ['a', BUSY], ['a', DONE], ['a', DONE]);
  expect([busy, done]).toEqual([lost, lost]);
  expect(next).not.toBe(lost);
});

it('uses a new key for other content', async () => {
  const [one, other, again] = await keysOf(['a', 'no network'], ['b', 'no network'], ['a', 'no network']);
  expect(new Set([one, other, again]).size).toBe(3);
});

it('uses a new key after the server refused to show a secret twice', async () => {
  const [lost, refused, next] = await keysOf(['a', 'no network'], ['a', SHOWN_ONCE], ['a', DONE]);
  expect(refused).toBe(lost);
  expect(next).not.toBe(lost);
});

it('keeps the key of the later of two calls when the earlier is accepted', async () => {
  const keys: (string | null)[] = [];
  const settle: ((ok: boolean) => void)[] = [];
  vi.stubGlobal('fetch', (_input: string, init: RequestInit) => {
    keys.push(new Headers(init.headers).get('Idempotency-Key'));
    return new Promise((resolve, reject) =>
      settle.push((ok) =>
        ok ? resolve(new Response('{}', { headers: OUR_HEADERS })) : reject(new TypeError()),
      ),
    );
  });
  const { result } = renderHook(() => useKeyedCall('POST /government/invitations'));
  const send = (note: string) => result.current({ body: { note } }).catch(() => {});
  const [earlier, later] = [send('a'), send('b')];
  settle[0]?.(true);
  await earlier;
  settle[1]?.(false);
  await later;
  void send('b');
  expect(keys[2]).toBe(keys[1]);
});
