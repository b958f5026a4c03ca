import 'fake-indexeddb/auto';
import { MARKER_HEADER } from '@ardhi/contract/headers';
import { expect, it, vi } from 'vitest';
import { storage } from '../lib/device/storage.ts';
import { saveSessionCopy } from '../lib/session/session-copy.ts';
import { openStore } from '../outbox/store.ts';
import { sendQueued } from './send-queued.ts';

async function queue(account: string, keys: readonly string[]): Promise<void> {
  storage.set('token', 't');
  await saveSessionCopy(account, 't');
  const store = await openStore(account);
  for (const key of keys) {
    const entry = { call: 'POST /land', params: {}, body: { _id: key }, key, madeAt: 1 } as const;
    await store.change(() => ({ add: { ...entry, state: 'waiting', attempts: 0 } }));
  }
  store.close();
}

/** Loses responses by the number of the request; returns the keys of each request. */
function loseResponses(isLost: (request: number) => boolean): string[] {
  const sent: string[] = [];
  vi.stubGlobal('fetch', async (address: string, { headers, body }: RequestInit) => {
    const key = new Headers(headers).get('Idempotency-Key');
    // The sign of life that is asked for after a lost response.
    if (key === null) throw new TypeError('Failed to fetch');
    const { writes = [{ key }] } = JSON.parse(String(body)) as { writes?: { key: string }[] };
    sent.push(writes.map((one) => one.key).join(' '));
    if (isLost(sent.length)) throw new TypeError('Failed to fetch');
    const results = address.endsWith('/sync')
      ? writes.map(() => ({ status: 201, answer: {} }))
      : { _id: key };
    return new Response(JSON.stringify(results), { headers: { [MARKER_HEADER]: '1' } });
  });
  return sent;
}

it('sends all changes over a connection that loses every second response', async () => {
  await queue('lossy', ['1', '2', '3']);
  const sent = loseResponses((request) => request % 2 === 1);
  expect(await sendQueued('en')).toEqual({ kind: 'done' });
  expect(sent).toEqual(['1 2 3', '1', '2 3', '2', '3', '3']);
});

it('leaves the rest to the next background sync if no response arrives', async () => {
  await queue('lost', ['1', '2']);
  const sent = loseResponses(() => true);
  expect(await sendQueued('en')).toMatchObject({ kind: 'later' });
  expect(sent).toEqual(['1 2', '1']);
});
