import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { call } from '../lib/http/api.ts';
import type { OutboxState } from './engine.ts';
import type { Entry } from './entry.ts';
import { reportSyncErrors } from './report-sync-errors.ts';

vi.mock('../lib/http/api.ts', () => ({ call: vi.fn(async () => ({})) }));
beforeEach(() => {
  vi.useFakeTimers();
  vi.mocked(call).mockClear();
});
afterEach(() => {
  vi.useRealTimers();
});

const entry = (key: string, state: Entry['state'], more: Partial<Entry> = {}) =>
  ({ key, state, call: 'POST /land', params: {}, body: { name: 'Shamba ya Amina' }, ...more }) as Entry;
const trouble = { status: 500, code: 'internal', message: '', issues: [] };

function outboxWith(entries: Entry[]) {
  let listener = () => {};
  const show = (next: Entry[]) => {
    entries = next;
    listener();
  };
  const outbox = {
    get: () => ({ entries }) as unknown as OutboxState,
    subscribe(added: () => void) {
      listener = added;
      return () => {};
    },
  };
  return { outbox, show };
}

it('reports each sync error once, batched by type, without payloads', () => {
  const { outbox, show } = outboxWith([entry('a', 'rejected')]);
  reportSyncErrors(outbox);
  show([entry('a', 'rejected'), entry('b', 'waiting', { trouble }), entry('c', 'rejected')]);
  show([
    entry('a', 'rejected'),
    entry('b', 'waiting', { trouble }),
    entry('c', 'rejected'),
    entry('d', 'conflict'),
  ]);
  expect(call).not.toHaveBeenCalled();
  vi.advanceTimersByTime(120_000);
  expect(vi.mocked(call).mock.calls).toEqual([
    [
      'POST /sync-errors',
      { body: { refused: 1, failed: 1, conflict: 1 }, idempotencyKey: expect.any(String) },
    ],
  ]);
  // A sent entry is not reported; a newly rejected one is.
  show([entry('b', 'sent')]);
  vi.advanceTimersByTime(120_000);
  expect(call).toHaveBeenCalledOnce();
  show([entry('e', 'rejected')]);
  vi.advanceTimersByTime(120_000);
  expect(call).toHaveBeenLastCalledWith('POST /sync-errors', {
    body: { refused: 1 },
    idempotencyKey: expect.any(String),
  });
});
