import 'fake-indexeddb/auto';
import type { JsonObject } from '@ardhi/contract';
import { MAX_SYNC_BYTES, MAX_SYNC_PARTS } from '@ardhi/contract/limits';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { OUR_HEADERS } from '../../test/server.ts';
import { StorageFullError } from '../lib/device/storage-errors.ts';
import { ApiError, NetworkError } from '../lib/http/api-error.ts';
import { createOutbox, type Outbox } from './engine.ts';
import type { Entry, Work } from './entry.ts';
import { type OfflineCall, registerOfflineCalls } from './offline-calls.ts';
import { type OutboxStore, openStore } from './store.ts';
import { type Part, type PartResult, partsToSend } from './sync-request.ts';

const call = (effect: OfflineCall['effect']): OfflineCall => ({
  kind: 'land',
  effect,
  label: 'land.queued.edit',
  fieldLabel: () => 'land.field.name',
  base: () => undefined,
});
beforeAll(() =>
  registerOfflineCalls({
    'POST /land': call('create'),
    'PUT /land/{id}': call('edit'),
    'POST /land/{id}/crops': call('create'),
  }),
);

const parcel = (id: string, more: JsonObject = {}): Work => ({
  call: 'POST /land',
  params: {},
  body: { _id: id, ...more },
});
const crop = (landId: string, id: string): Work => ({
  call: 'POST /land/{id}/crops',
  params: { id: landId },
  body: { _id: id },
});
const edit = (id: string, body: JsonObject, base?: JsonObject): Work => ({
  call: 'PUT /land/{id}',
  params: { id },
  body,
  base,
});
const numbered = (count: number) => Array.from({ length: count }, (_, index) => parcel(`${index}`));

const idOf = ({ body, params }: Work) => String(body?._id ?? params.id);
const error = (status: number, headers: Record<string, string>, problem?: JsonObject) =>
  new ApiError(new Response(null, { status, headers }), problem as never);
const accept = (parts: readonly Part[]): PartResult[] =>
  parts.map(({ entry }) => ({ kind: 'accepted', answer: { ...entry.body, revision: 1 } }));

let account = 0;
let store: OutboxStore;
let outbox: Outbox;
/** The ids of each request; a list for a sync request. */
let requests: (string | string[])[];
let answerMany: (parts: readonly Part[]) => PartResult[];
let answerOne: (entry: Entry) => JsonObject;
let isReachable: boolean;

beforeEach(async () => {
  account += 1;
  requests = [];
  isReachable = true;
  answerMany = accept;
  answerOne = ({ body }) => ({ ...body, revision: 1 });
  store = await openStore(`sync${account}`);
  outbox = createOutbox({
    store,
    send: async (entry) => {
      requests.push(idOf(entry));
      return answerOne(entry) as never;
    },
    syncRequests: {
      sendMany: async (parts) => {
        requests.push(parts.map(({ entry }) => idOf(entry)));
        return answerMany(parts);
      },
      load: () => import('./sync-request.ts'),
    },
    isReachable: async () => isReachable,
  });
  await outbox.refresh();
});
afterEach(() => outbox.close());

async function add(...works: Work[]): Promise<void> {
  for (const work of works) await outbox.add(work);
}
const unsent = () => states().filter((one) => !one.endsWith(' sent'));
const states = () => outbox.get().entries.map((entry) => `${idOf(entry)} ${entry.state}`);

describe('a sync request', () => {
  it('carries two or more queued entries; a single one uses its own call', async () => {
    await add(parcel('1'));
    await outbox.flush();
    await add(parcel('2'), crop('2', 'c'));
    await outbox.flush();
    expect(requests).toEqual(['1', ['2', 'c']]);
    expect(states()).toEqual(['1 sent', '2 sent', 'c sent']);
  });

  it('names the entries that must succeed first, and leaves out those that are blocked', async () => {
    await add(parcel('1'), crop('1', 'c'), parcel('2'), crop('2', 'd'));
    const { entries } = outbox.get();
    const afterOf = (parts: Part[]) => parts.map(({ entry, after }) => [idOf(entry), after]);
    expect(afterOf(partsToSend(entries, new Set()))).toEqual([
      ['1', []],
      ['c', [0]],
      ['2', []],
      ['d', [2]],
    ]);
    expect(afterOf(partsToSend(entries, new Set([entries[0]!.seq])))).toEqual([
      ['2', []],
      ['d', [0]],
    ]);
  });

  it('holds at most 50 entries and 500 KB', async () => {
    await add(...numbered(MAX_SYNC_PARTS + 2));
    await outbox.flush();
    expect(requests.map((ids) => ids.length)).toEqual([MAX_SYNC_PARTS, 2]);
    requests = [];
    const name = 'é'.repeat(MAX_SYNC_BYTES / 5);
    await add(parcel('x', { name }), parcel('y', { name }), parcel('z', { name }));
    await outbox.flush();
    expect(requests).toEqual([['x', 'y'], 'z']);
  });

  it('sends an edit that is rebased on an earlier response in a later request', async () => {
    const base = { _id: '1', name: 'Old', size: 2, revision: 1 };
    answerMany = (parts) =>
      parts.map(({ entry: { body } }) => ({ kind: 'accepted', answer: { ...base, ...body, revision: 2 } }));
    answerOne = () => {
      throw new NetworkError('cut');
    };
    await add(edit('1', { name: 'New', size: 2, revision: 1 }, base));
    await outbox.flush();
    await add(edit('1', { name: 'Old', size: 9, revision: 1 }, base), parcel('2'));
    let rebased: JsonObject | undefined;
    answerOne = (entry) => {
      rebased = entry.body;
      return {};
    };
    await outbox.flush();
    expect(requests).toEqual(['1', ['1', '2'], '1']);
    expect(rebased).toEqual({ name: 'New', size: 9, revision: 2 });
  });

  it('treats each entry by its own result', async () => {
    answerMany = (parts) =>
      parts.map(({ entry }): PartResult => {
        const id = idOf(entry);
        if (id === 'c') return { kind: 'not-tried' };
        const refused = { '1': error(400, OUR_HEADERS), '2': error(503, OUR_HEADERS) }[id];
        return refused ? { kind: 'refused', error: refused } : { kind: 'accepted', answer: {} };
      });
    await add(parcel('1'), crop('1', 'c'), parcel('2'), parcel('3'));
    expect(await outbox.flush()).toMatchObject({ kind: 'later', hasSent: true });
    expect(states()).toEqual(['1 rejected', 'c waiting', '2 waiting', '3 sent']);
    expect(outbox.get().entries.map(({ attempts }) => attempts)).toEqual([1, 0, 1, 1]);
    expect(requests).toHaveLength(1);
  });

  it('continues with the entries that the server had no time for', async () => {
    answerMany = (parts) =>
      accept(parts).map((result, index) => (index < 3 ? result : { kind: 'not-tried' }));
    await add(...numbered(7));
    expect(await outbox.flush()).toEqual({ kind: 'done' });
    expect(requests).toEqual([['0', '1', '2', '3', '4', '5', '6'], ['3', '4', '5', '6'], '6']);
  });

  it('ends the run when the server has started nothing', async () => {
    answerMany = (parts) => parts.map(() => ({ kind: 'not-tried' }));
    await add(parcel('1'), parcel('2'));
    expect(await outbox.flush()).toEqual({ kind: 'later', hasSent: false });
    expect(requests).toHaveLength(1);
  });

  it.each([
    ['an error', () => error(403, {})],
    ['a page', () => new NetworkError('', { cause: 'Somebody else answered' })],
  ])('is split down to the entry that a firewall refuses with %s', async (_what, refusal) => {
    answerMany = (parts) => {
      if (parts.some(({ entry }) => idOf(entry) === '5')) throw refusal();
      return accept(parts);
    };
    answerOne = ({ body }) => {
      if (body?._id === '5') throw refusal();
      return {};
    };
    await add(...numbered(8));
    await outbox.flush();
    expect(unsent()).toEqual(['5 waiting']);
    expect(requests.filter((ids) => ids.includes('5')).at(-1)).toBe('5');
    expect(outbox.get().entries[5]?.trouble?.code).toBe('refused-between');
  });

  it('is split in the same run when a firewall repeatedly drops it', async () => {
    answerMany = (parts) => {
      if (parts.some(({ entry }) => idOf(entry) === '5')) throw new NetworkError('cut');
      return accept(parts);
    };
    answerOne = ({ body }) => {
      if (body?._id === '5') throw new NetworkError('cut');
      return {};
    };
    await add(...numbered(8));
    expect(await outbox.flush()).toEqual({ kind: 'later', hasSent: false });
    for (let runs = 0; runs < 3; runs++) await outbox.flush();
    expect(unsent()).toEqual(['5 waiting']);
  });

  it('is not split by a captive portal, behind which the server is out of reach', async () => {
    isReachable = false;
    answerMany = () => {
      throw error(403, {});
    };
    await add(...numbered(8));
    expect(await outbox.flush()).toEqual({ kind: 'later', hasSent: false });
    expect(requests).toHaveLength(1);
  });

  it('holds rate-limited entries with all others of their call, and sends the rest', async () => {
    const limited = error(429, { ...OUR_HEADERS, 'Retry-After': '60' });
    answerMany = (parts) =>
      accept(parts).map((result, index) => (index < 2 ? result : { kind: 'refused', error: limited }));
    await add(...numbered(MAX_SYNC_PARTS + 5), crop('old', 'c'));
    expect(await outbox.flush()).toMatchObject({ kind: 'later', hasSent: true });
    expect(requests.slice(1)).toEqual(['c']);
    expect(unsent()).toHaveLength(MAX_SYNC_PARTS + 3);
  });

  it('ends the run when the server is temporarily unable to accept three entries', async () => {
    answerMany = (parts) =>
      accept(parts).map((result, index) =>
        index < 3 ? { kind: 'refused', error: error(503, OUR_HEADERS) } : result,
      );
    await add(...numbered(MAX_SYNC_PARTS + 5));
    expect(await outbox.flush()).toMatchObject({ kind: 'later', hasSent: true });
    expect(requests).toHaveLength(1);
  });

  it('holds a refused entry whose refusal a full device cannot store', async () => {
    const change = store.change.bind(store);
    answerMany = (parts) => {
      vi.spyOn(store, 'change').mockImplementation((step) =>
        change((entries, tick) => {
          const next = step(entries, tick);
          if (next?.put?.some(({ state }) => state === 'rejected')) throw new StorageFullError('full');
          return next;
        }),
      );
      return accept(parts).map((result, index) =>
        index === 0 ? { kind: 'refused', error: error(400, OUR_HEADERS) } : result,
      );
    };
    await add(...numbered(3));
    expect(await outbox.flush()).toMatchObject({ kind: 'later', hasSent: true });
    expect(unsent()).toEqual(['0 waiting']);
  });

  it('is halved in the next run when no response arrives, and grows again', async () => {
    let isSlow = true;
    answerMany = (parts) => {
      if (isSlow && parts.length > 2) throw new NetworkError('cut');
      return accept(parts);
    };
    await add(...numbered(8));
    expect(await outbox.flush()).toEqual({ kind: 'later', hasSent: false });
    await outbox.flush();
    isSlow = false;
    expect(await outbox.flush()).toEqual({ kind: 'done' });
    expect(requests.map((ids) => ids.length)).toEqual([8, 4, 2, 4, 2]);
  });

  it('is not used again with a server of an earlier release', async () => {
    answerMany = () => {
      throw error(404, OUR_HEADERS, { code: 'unknown-call' });
    };
    await add(...numbered(3));
    expect(await outbox.flush()).toEqual({ kind: 'done' });
    expect(requests).toEqual([['0', '1', '2'], '0', '1', '2']);
  });

  it('keeps all entries when the session has ended', async () => {
    answerMany = () => {
      throw error(401, OUR_HEADERS);
    };
    await add(parcel('1'), parcel('2'));
    expect(await outbox.flush()).toEqual({ kind: 'signed-out' });
    expect(states()).toEqual(['1 waiting', '2 waiting']);
  });

  it('writes to the device a few times per request, not per entry', async () => {
    await add(...numbered(150));
    const changes = vi.spyOn(store, 'change');
    await outbox.flush();
    expect(requests).toHaveLength(3);
    expect(changes.mock.calls.length).toBeLessThanOrEqual(6);
  });
});
