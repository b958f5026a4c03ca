import 'fake-indexeddb/auto';
import type { Call, JsonObject } from '@ardhi/contract';
import { openDB } from 'idb';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { OUR_HEADERS } from '../../test/server.ts';
import { StorageFullError } from '../lib/device/storage-errors.ts';
import { ApiError, ForeignResponseError, NetworkError } from '../lib/http/api-error.ts';
import { createOutbox, type Outbox } from './engine.ts';
import type { Entry, Work } from './entry.ts';
import { createTabLocks } from './locks.ts';
import { type OfflineCall, registerOfflineCalls } from './offline-calls.ts';
import { openStore } from './store.ts';

type Reply = JsonObject | { status: number; problem?: JsonObject } | 'cut' | 'cut after' | 'foreign yes';

let account = 0;
let outbox: Outbox;
let sent: { call: Call; key: string; body: JsonObject | undefined }[];
let replies: Record<string, Reply[]>;

const refusal = (status: number, problem?: JsonObject) =>
  new ApiError(
    new Response(null, { status, headers: problem?.foreign ? {} : OUR_HEADERS }),
    problem as never,
  );

async function send(entry: Entry): Promise<never> {
  sent.push({ call: entry.call, key: entry.key, body: entry.body });
  const reply = replies[entry.call]?.shift() ?? {};
  if (reply === 'cut' || reply === 'cut after') throw new NetworkError('cut');
  if (reply === 'foreign yes') throw new ForeignResponseError({ _id: 'theirs' });
  if ('status' in reply) throw refusal(Number(reply.status), reply.problem as JsonObject);
  return reply as never;
}

let isReachable: boolean;

async function open(name = `a${account}`): Promise<Outbox> {
  const opened = createOutbox({
    store: await openStore(name),
    send,
    isReachable: async () => isReachable,
  });
  await opened.refresh();
  return opened;
}

/** Minimal call table entry for sending. */
const row = (effect: OfflineCall['effect']): OfflineCall => ({
  kind: 'land',
  effect,
  label: 'land.queued.edit',
  fieldLabel: () => 'land.field.name',
  base: () => undefined,
});

beforeAll(() =>
  registerOfflineCalls({
    'POST /land': row('create'),
    'PUT /land/{id}': row('edit'),
    'DELETE /land/{id}': row('remove'),
    'POST /land/{id}/crops': row('create'),
    'POST /equipment': row('create'),
  }),
);

beforeEach(async () => {
  account += 1;
  sent = [];
  replies = {};
  isReachable = false;
  outbox = await open();
});
afterEach(() => outbox.close());

/** Queues changes in this order. */
async function add(...works: Work[]): Promise<void> {
  for (const work of works) await outbox.add(work);
}

const states = () => outbox.get().entries.map(({ call, state }) => `${call} ${state}`);
const parcel = (id: string, more: JsonObject = {}): Work => ({
  call: 'POST /land',
  params: {},
  body: { _id: id, name: `Field ${id}`, ...more },
});
const crop = (landId: string, id: string, more: JsonObject = {}): Work => ({
  call: 'POST /land/{id}/crops',
  params: { id: landId },
  body: { _id: id, name: 'Maize', ...more },
});
const edit = (id: string, body: JsonObject, base?: JsonObject): Work => ({
  call: 'PUT /land/{id}',
  params: { id },
  body,
  base,
});

const removal = (id: string): Work => ({ call: 'DELETE /land/{id}', params: { id } });
const PUMP: Work = { call: 'POST /equipment', params: {}, body: { _id: 'e' } };

const fillStorage = () =>
  vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });

describe('sending', () => {
  it('keeps the order of entries, also across a restart', async () => {
    await add(parcel('1'), crop('1', 'c'));
    outbox.close();
    outbox = await open();
    expect(states()).toEqual(['POST /land waiting', 'POST /land/{id}/crops waiting']);
    expect(await outbox.flush()).toEqual({ kind: 'done' });
    expect(sent.map(({ call }) => call)).toEqual(['POST /land', 'POST /land/{id}/crops']);
    expect(states()).toEqual(['POST /land sent', 'POST /land/{id}/crops sent']);
  });

  it('does not depend on the clock', async () => {
    vi.spyOn(Date, 'now').mockReturnValue(Date.UTC(2031, 0, 1));
    await outbox.add(parcel('1'));
    vi.spyOn(Date, 'now').mockReturnValue(Date.UTC(2019, 0, 1));
    await outbox.add(crop('1', 'c'));
    await outbox.flush();
    expect(sent.map(({ call }) => call)).toEqual(['POST /land', 'POST /land/{id}/crops']);
  });

  it('retries with the same key and body after a lost response', async () => {
    replies = { 'POST /land': ['cut after'] };
    await outbox.add(parcel('1'));
    expect(await outbox.flush()).toEqual({ kind: 'later', hasSent: false });
    await outbox.flush();
    expect(sent).toHaveLength(2);
    expect(sent[1]).toEqual(sent[0]);
  });

  it('shares one run among concurrent flushes', async () => {
    await outbox.add(parcel('1'));
    await Promise.all([outbox.flush(), outbox.flush(), outbox.flush()]);
    expect(sent).toHaveLength(1);
  });

  it('keeps all entries when the session has ended', async () => {
    replies = { 'POST /land': [{ status: 401 }] };
    await outbox.add(parcel('1'));
    expect(await outbox.flush()).toEqual({ kind: 'signed-out' });
    expect(states()).toEqual(['POST /land waiting']);
  });

  it.each([
    ['7', 7],
    ['0', 1],
    ['-5', 1],
    ['99999999', 3600],
  ])('respects Retry-After between a second and an hour: %s', async (header, seconds) => {
    const headers = { 'Retry-After': header, ...OUR_HEADERS };
    const tooMany = new ApiError(new Response(null, { status: 429, headers }), undefined);
    outbox.close();
    outbox = createOutbox({ store: await openStore(`a${account}`), send: () => Promise.reject(tooMany) });
    await outbox.add(parcel('1'));
    expect(await outbox.flush()).toEqual({ kind: 'later', seconds, hasSent: false });
  });

  it('treats a deletion of an already deleted row as sent', async () => {
    replies = { 'DELETE /land/{id}': [{ status: 410 }] };
    await outbox.add(removal('1'));
    await outbox.flush();
    expect(states()).toEqual(['DELETE /land/{id} sent']);
  });

  it('does not treat a deletion as sent if the server does not know the call', async () => {
    replies = { 'DELETE /land/{id}': [{ status: 404, problem: { code: 'unknown-call' } }] };
    await outbox.add(removal('1'));
    await outbox.flush();
    expect(states()).toEqual(['DELETE /land/{id} rejected']);
  });

  it.each([400, 403, 404, 409, 410, 500])('ignores a %d that is not from our server', async (status) => {
    const foreign = { status, problem: { code: 'stale', foreign: true } };
    replies = { 'DELETE /land/{id}': [foreign], 'PUT /land/{id}': [foreign] };
    await add(removal('1'), edit('2', { name: 'A', revision: 1 }));
    expect(await outbox.flush()).toEqual({ kind: 'later', hasSent: false });
    expect(states()).toEqual(['DELETE /land/{id} waiting', 'PUT /land/{id} waiting']);
  });

  it('continues with the others after three server errors in a run, in the next run', async () => {
    replies = { 'POST /land': Array.from({ length: 4 }, () => ({ status: 503 })) };
    await add(parcel('1'), parcel('2'), parcel('3'), parcel('4'), PUMP);
    // Not after the first entry's own pause, which may be long.
    expect(await outbox.flush()).toEqual({ kind: 'later', hasSent: false });
    expect(sent).toHaveLength(3);
    expect(await outbox.flush()).toMatchObject({ kind: 'later' });
    expect(states().at(-1)).toBe('POST /equipment sent');
  });

  it('tries one entry of a rate-limited call, and sends all other calls in the same run', async () => {
    replies = { 'POST /land': Array.from({ length: 4 }, () => ({ status: 429 })) };
    await add(parcel('1'), parcel('2'), parcel('3'), parcel('4'), PUMP);
    expect(await outbox.flush()).toMatchObject({ kind: 'later', hasSent: true });
    expect(sent.map(({ call }) => call)).toEqual(['POST /land', 'POST /equipment']);
  });

  it('holds only the entry that a firewall refuses, and its dependents, and says so', async () => {
    isReachable = true;
    const refused = { status: 403, problem: { foreign: true } };
    replies = { 'POST /land': [refused, {}, refused] };
    await add(parcel('1'), crop('1', 'c'), parcel('2'), PUMP);
    expect(await outbox.flush()).toMatchObject({ kind: 'later', seconds: 2, hasSent: true });
    expect(states()).toEqual([
      'POST /land waiting',
      'POST /land/{id}/crops waiting',
      'POST /land sent',
      'POST /equipment sent',
    ]);
    expect(outbox.get().entries[0]?.trouble).toMatchObject({ status: 403, code: 'refused-between' });
    await outbox.flush({ eager: true });
    expect(states()[0]).toBe('POST /land waiting');
    // The farmer leaves that network.
    await outbox.flush({ eager: true });
    expect(states().slice(0, 2)).toEqual(['POST /land sent', 'POST /land/{id}/crops sent']);
    expect(outbox.get().entries[0]?.trouble).toBeUndefined();
  });

  it('holds an entry that is never answered while the server is reachable', async () => {
    isReachable = true;
    replies = { 'POST /land': ['cut', 'cut', 'cut'] };
    await add(parcel('1'), PUMP);
    // A lost response ends the run: the connection is bad, and nothing is said about the entry.
    for (let run = 0; run < 2; run++) expect(await outbox.flush()).toEqual({ kind: 'later', hasSent: false });
    expect(outbox.get().entries[0]?.trouble).toBeUndefined();
    expect(await outbox.flush()).toMatchObject({ kind: 'later', hasSent: true });
    expect(states()).toEqual(['POST /land waiting', 'POST /equipment sent']);
    expect(outbox.get().entries[0]?.trouble).toMatchObject({ code: 'refused-between' });
  });

  it('rejects an entry after repeated server errors and sends the others', async () => {
    replies = { 'POST /land': ['cut', 'cut', 'cut', ...Array.from({ length: 5 }, () => ({ status: 500 }))] };
    await add(parcel('1'), crop('1', 'c'), PUMP);
    // A lost connection does not count as a server error.
    for (let run = 0; run < 4; run++) await outbox.flush();
    expect(states()).toEqual(['POST /land waiting', 'POST /land/{id}/crops waiting', 'POST /equipment sent']);
    expect(outbox.get().entries[0]).toMatchObject({ faults: 1, trouble: { status: 500 } });
    expect([...outbox.get().nextTry.keys()]).toEqual([outbox.get().entries[0]?.seq]);
    const tried = sent.length;
    expect(await outbox.flush()).toMatchObject({ kind: 'later', seconds: expect.any(Number) });
    expect(sent).toHaveLength(tried);
    for (let run = 0; run < 4; run++) await outbox.flush({ eager: true });
    expect(states()[0]).toBe('POST /land rejected');
  });
});

describe('a full device', () => {
  const fill = () =>
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });

  it('sends without a note, and keeps no sent entries', async () => {
    await add(parcel('1'), crop('1', 'c'), PUMP);
    fill();
    expect(await outbox.flush()).toEqual({ kind: 'done' });
    expect(sent.map(({ call }) => call)).toEqual(['POST /land', 'POST /land/{id}/crops', 'POST /equipment']);
    expect(states()).toEqual([]);
  });

  it('keeps an entry without a response, which can no longer be changed in place', async () => {
    replies = { 'POST /land': ['cut after'] };
    await add(parcel('1'));
    const full = fill();
    expect(await outbox.flush()).toEqual({ kind: 'later', hasSent: false });
    full.mockRestore();
    await outbox.add(edit('1', { name: 'Later', revision: 1 }));
    await outbox.flush();
    expect(sent[1]).toEqual(sent[0]);
    expect(sent[2]).toMatchObject({ call: 'PUT /land/{id}', body: { name: 'Later' } });
  });

  it('holds only an entry whose rejection it cannot store', async () => {
    replies = { 'POST /land': [{ status: 400 }] };
    await add(parcel('1'), PUMP);
    fill();
    expect(await outbox.flush()).toMatchObject({ kind: 'later', hasSent: true });
    expect(states()).toEqual(['POST /land waiting']);
  });
});

describe('while the storage of the server is full', () => {
  it('keeps an entry however often it is refused, and sends it when there is space', async () => {
    const full = { status: 503, problem: { code: 'disk-full', message: 'The storage is full' } };
    replies = { 'POST /land': Array.from({ length: 12 }, () => full) };
    await add(parcel('1'), crop('1', 'c'));
    for (let run = 0; run < 12; run++)
      expect(await outbox.flush({ eager: true })).toMatchObject({ kind: 'later' });
    expect(states()).toEqual(['POST /land waiting', 'POST /land/{id}/crops waiting']);
    expect(outbox.get().entries[0]).toMatchObject({
      faults: 0,
      trouble: { status: 503, code: 'disk-full', message: 'The storage is full' },
    });
    expect(await outbox.flush({ eager: true })).toEqual({ kind: 'done' });
    expect(states()).toEqual(['POST /land sent', 'POST /land/{id}/crops sent']);
  });
});

it('adds entries of a file once, and sends them with their keys', async () => {
  const fresh = { ...parcel('1'), key: 'file', madeAt: 1, attempts: 1, state: 'waiting' as const };
  expect(await outbox.addAll([fresh])).toBe(1);
  expect(await outbox.addAll([fresh])).toBe(0);
  await outbox.flush();
  expect(sent).toMatchObject([{ call: 'POST /land', key: 'file' }]);
  expect(await outbox.addAll([fresh])).toBe(0);
});

describe('a rejected entry', () => {
  const invalid = { status: 400, problem: { code: 'validation', message: 'Name is missing' } };

  it('blocks only its dependents', async () => {
    replies = { 'POST /land': [invalid] };
    await add(parcel('1'), crop('1', 'c'), parcel('2'), crop('2', 'd'));
    await outbox.flush();
    expect(states()).toEqual([
      'POST /land rejected',
      'POST /land/{id}/crops waiting',
      'POST /land sent',
      'POST /land/{id}/crops sent',
    ]);
    expect(outbox.get().entries[0]?.refusal).toMatchObject({ status: 400, message: 'Name is missing' });
  });

  it('is corrected by editing the row: the new values replace it, and sending continues', async () => {
    replies = { 'POST /land': [invalid] };
    await add(parcel('1'), crop('1', 'c'));
    await outbox.flush();
    await outbox.add(edit('1', { name: 'Better', revision: 1 }));
    await outbox.flush();
    expect(sent.slice(1)).toMatchObject([
      { call: 'POST /land', body: { _id: '1', name: 'Better' } },
      { call: 'POST /land/{id}/crops' },
    ]);
    expect(sent[1]?.key).not.toBe(sent[0]?.key);
    expect(sent[1]?.body).not.toHaveProperty('revision');
  });

  it('is discarded with its dependents', async () => {
    replies = { 'POST /land': [invalid] };
    await add(parcel('1'), crop('1', 'c'), parcel('2'));
    await outbox.flush();
    await outbox.discard(outbox.get().entries[0]!.seq);
    expect(states()).toEqual(['POST /land sent']);
  });

  it('is dropped when its row, which was never created, is deleted', async () => {
    replies = { 'POST /land': [invalid] };
    await outbox.add(parcel('1'));
    await outbox.flush();
    await outbox.add(removal('1'));
    expect(states()).toEqual([]);
  });

  it('can be retried unchanged', async () => {
    replies = { 'POST /land/{id}/crops': [{ status: 410, problem: { code: 'gone' } }] };
    await outbox.add(crop('1', 'c'));
    await outbox.flush();
    expect(states()).toEqual(['POST /land/{id}/crops rejected']);
    await outbox.retry(outbox.get().entries[0]!.seq);
    await outbox.flush();
    expect(states()).toEqual(['POST /land/{id}/crops sent']);
  });
});

describe('a row that was changed elsewhere', () => {
  const base = { _id: '1', name: 'Old', size: 2, revision: 3 };
  const stale = (current: JsonObject) => ({ status: 409, problem: { code: 'stale', current } });

  it('is merged if the changes touch different fields', async () => {
    replies = { 'PUT /land/{id}': [stale({ ...base, size: 5, revision: 4 }), { ...base, revision: 5 }] };
    await outbox.add(edit('1', { name: 'New', size: 2, revision: 3 }, base));
    await outbox.flush();
    expect(sent[1]?.body).toEqual({ name: 'New', size: 5, revision: 4 });
    expect(states()).toEqual(['PUT /land/{id} sent']);
  });

  it('is a conflict if both changed the same field, and the resolved version is sent', async () => {
    const current = { ...base, name: 'Theirs', size: 5, revision: 4 };
    replies = { 'PUT /land/{id}': [stale(current), { ...current, revision: 5 }] };
    await outbox.add(edit('1', { name: 'Mine', size: 2, revision: 3 }, base));
    await outbox.flush();
    const [entry] = outbox.get().entries;
    expect(entry).toMatchObject({ state: 'conflict', clash: { current, paths: ['name'] } });
    await outbox.resolve(entry!.seq, new Set());
    await outbox.flush();
    expect(sent[1]?.body).toEqual({ name: 'Mine', size: 5, revision: 4 });
  });

  it('keeps the remaining conflicts when the user edits the row again', async () => {
    const current = { ...base, name: 'Theirs', size: 5, soil: 'red', revision: 4 };
    replies = { 'PUT /land/{id}': [stale(current), { ...current, revision: 5 }] };
    const whole = { name: 'Old', size: 2, soil: 'clay', revision: 3 };
    const seen = { ...base, soil: 'clay' };
    await outbox.add(edit('1', { ...whole, name: 'Mine', size: 3 }, seen));
    await outbox.flush();
    await outbox.add(edit('1', { ...whole, name: 'Mine again' }, seen));
    const [entry] = outbox.get().entries;
    expect(entry).toMatchObject({ state: 'conflict', clash: { paths: ['size'] } });
    await outbox.resolve(entry!.seq, new Set(['size']));
    await outbox.flush();
    expect(sent[1]?.body).toEqual({ name: 'Mine again', size: 5, soil: 'red', revision: 4 });
  });

  it('leaves nothing to send if the other version is chosen', async () => {
    const current = { ...base, name: 'Theirs', revision: 4 };
    replies = { 'PUT /land/{id}': [stale(current)] };
    await outbox.add(edit('1', { name: 'Mine', size: 2, revision: 3 }, base));
    await outbox.flush();
    await outbox.resolve(outbox.get().entries[0]!.seq, new Set(['name']));
    expect(states()).toEqual([]);
    expect(sent).toHaveLength(1);
  });

  it('is not overwritten by a later edit based on the overlaid row', async () => {
    const before = { name: 'Old', size: 2, soil: 'clay', revision: 3 };
    const current = { name: 'Old', size: 4, soil: 'loam', revision: 4 };
    replies = { 'PUT /land/{id}': [{ status: 409, problem: { code: 'stale', current } }] };
    await outbox.add(edit('1', { ...before, size: 9 }, before));
    // Refetched meanwhile; the user's own change is still overlaid.
    const shown = { ...before, size: 9, revision: 4 };
    await outbox.add(edit('1', { ...shown, name: 'New' }, shown));
    await outbox.flush();
    await outbox.resolve(outbox.get().entries[0]!.seq, new Set(['size']));
    await outbox.flush();
    expect(sent.at(-1)?.body).toEqual({ ...current, name: 'New' });
  });

  it('rebases later edits on earlier ones', async () => {
    replies = {
      'PUT /land/{id}': ['cut', { ...base, name: 'A', revision: 4 }, { ...base, revision: 5 }],
    };
    await outbox.add(edit('1', { name: 'A', revision: 3 }, base));
    await outbox.flush();
    await outbox.add(edit('1', { size: 9, revision: 3 }, { ...base, name: 'A' }));
    await outbox.flush();
    expect(sent.slice(1).map(({ body }) => body)).toEqual([
      { name: 'A', revision: 3 },
      { size: 9, revision: 4 },
    ]);
  });

  it('rebases a form on the user’s own change that was sent after the form was opened', async () => {
    replies = {
      'PUT /land/{id}': [
        { ...base, revision: 4 },
        { ...base, revision: 5 },
      ],
    };
    await outbox.add(edit('1', { name: 'A', revision: 3 }, base));
    await outbox.flush();
    await outbox.add(edit('1', { name: 'B', revision: 3 }, base));
    await outbox.flush();
    expect(sent[1]?.body).toEqual({ name: 'B', revision: 4 });
  });
});

describe('an earlier edit by the same user', () => {
  const base = { _id: '1', name: 'Old', size: 2, soil: 'clay', revision: 3 };
  const whole = (changed: JsonObject) =>
    edit('1', { name: 'Old', size: 2, soil: 'clay', revision: 3, ...changed }, base);
  const renamed = { ...base, name: 'New', revision: 4 };

  it('is not overwritten by a form opened before it, both offline', async () => {
    await add(whole({ name: 'New' }), whole({ size: 9 }));
    await outbox.flush();
    expect(sent.map(({ body }) => body)).toEqual([{ name: 'New', size: 9, soil: 'clay', revision: 3 }]);
  });

  it.each<[string, Reply[]]>([
    ['after a failed attempt', ['cut', renamed]],
    ['before it was sent', [renamed]],
  ])('is not overwritten by a form opened before it, %s', async (_when, first) => {
    replies = { 'PUT /land/{id}': [...first, { ...renamed, size: 9, revision: 5 }] };
    await outbox.add(whole({ name: 'New' }));
    await outbox.flush();
    await outbox.add(whole({ size: 9 }));
    await outbox.flush();
    expect(sent.slice(first.length).map(({ body }) => body)).toEqual([
      { name: 'New', size: 9, soil: 'clay', revision: 4 },
    ]);
  });

  it('that was merged with another user’s does not let a later form overwrite theirs', async () => {
    const theirs = { ...base, name: 'Theirs', revision: 4 };
    const both = { ...theirs, size: 9, revision: 5 };
    replies = {
      'PUT /land/{id}': [
        { status: 409, problem: { code: 'stale', current: theirs } },
        both,
        { status: 409, problem: { code: 'stale', current: both } },
        { ...both, soil: 'loamy', revision: 6 },
      ],
    };
    await outbox.add(edit('1', { size: 9, revision: 3 }, base));
    await outbox.flush();
    await outbox.add(whole({ soil: 'loamy' }));
    await outbox.flush();
    expect(sent.map(({ body }) => body)).toEqual([
      { size: 9, revision: 3 },
      { size: 9, revision: 4 },
      { name: 'Old', size: 2, soil: 'loamy', revision: 3 },
      { name: 'Theirs', size: 9, soil: 'loamy', revision: 5 },
    ]);
    expect(new Set(sent.map(({ key }) => key)).size).toBe(4);
  });
});

describe('an entry without attempts', () => {
  it('is edited in place and sent once', async () => {
    await add(
      parcel('1', { size: 2 }),
      crop('1', 'c'),
      edit('1', { name: 'Better', size: 2, revision: 1 }, { name: 'Field 1', size: 2 }),
    );
    await outbox.flush();
    expect(sent.map(({ call, body }) => [call, body])).toEqual([
      ['POST /land', { _id: '1', name: 'Better', size: 2 }],
      ['POST /land/{id}/crops', { _id: 'c', name: 'Maize' }],
    ]);
  });

  it('can be cancelled with its dependents; an attempted entry cannot', async () => {
    await add(parcel('1'), crop('1', 'c'), parcel('2'));
    const [first, , other] = outbox.get().entries;
    expect(await outbox.cancel(first!.seq)).toBe(true);
    expect(states()).toEqual(['POST /land waiting']);
    replies = { 'POST /land': ['cut after'] };
    await outbox.flush();
    expect(await outbox.cancel(other!.seq)).toBe(false);
    await outbox.add(edit('2', { name: 'Later', revision: 1 }));
    await outbox.flush();
    expect(sent[1]).toEqual(sent[0]);
    expect(sent[2]).toMatchObject({ call: 'PUT /land/{id}', body: { name: 'Later' } });
  });

  it('is dropped when its row is deleted', async () => {
    await add(parcel('1'), crop('1', 'c'), removal('1'));
    expect(states()).toEqual([]);
  });

  it('is not combined with an edit based on a newer revision', async () => {
    await add(
      edit('1', { name: 'A', revision: 3 }, { name: 'Old', size: 1, revision: 3 }),
      edit('1', { size: 9, revision: 5 }, { name: 'A', size: 4, revision: 5 }),
    );
    expect(states()).toEqual(['PUT /land/{id} waiting', 'PUT /land/{id} waiting']);
  });
});

describe('a deletion of a row that was changed elsewhere', () => {
  const current = { _id: '1', name: 'Theirs', revision: 4 };
  beforeEach(async () => {
    replies = { 'DELETE /land/{id}': [{ status: 409, problem: { code: 'stale', current } }] };
    await outbox.add({ ...removal('1'), body: { revision: 3 } });
    await outbox.flush();
  });

  it('is a conflict for the user to resolve', () => {
    expect(outbox.get().entries).toMatchObject([{ state: 'conflict', clash: { current, paths: [] } }]);
  });

  it('is sent with the new revision if the user confirms', async () => {
    await outbox.resolve(outbox.get().entries[0]!.seq, new Set());
    await outbox.flush();
    expect(sent[1]).toMatchObject({ call: 'DELETE /land/{id}', body: { revision: 4 } });
    expect(sent[1]?.key).not.toBe(sent[0]?.key);
    expect(states()).toEqual(['DELETE /land/{id} sent']);
  });
});

describe('an entry with an open form', () => {
  /** Entries as stored. */
  const stored = async () => {
    const store = await openStore(`a${account}`);
    const entries = await store.all();
    store.close();
    return entries;
  };
  /** A connection that hangs until `say` provides the reply. */
  async function hanging() {
    let say: (reply: Reply) => void = () => {};
    const pendingReply = new Promise<Reply>((resolve) => (say = resolve));
    let begin = () => {};
    const begun = new Promise<void>((resolve) => (begin = resolve));
    outbox.close();
    outbox = createOutbox({
      store: await openStore(`a${account}`),
      own,
      send: async (entry) => {
        begin();
        replies[entry.call] = [await pendingReply];
        return await send(entry);
      },
    });
    await outbox.refresh();
    return { begun, say };
  }
  let own = createTabLocks();
  beforeEach(() => {
    own = createTabLocks();
  });

  it('is stored before it is sent, and is sent ahead of unrelated entries', async () => {
    await outbox.add(parcel('1'));
    const { begun, say } = await hanging();
    const submitted = outbox.submit(parcel('2'), 'key', true);
    await begun;
    expect(await stored()).toMatchObject([
      { state: 'waiting' },
      { key: 'key', state: 'sending', attempts: 1 },
    ]);
    // The form shows it; the list of queued entries does not.
    expect(states()).toEqual(['POST /land waiting']);
    say({ _id: '2' });
    expect(await submitted).toEqual({ kind: 'sent', answer: { _id: '2' } });
    expect(states()).toEqual(['POST /land waiting', 'POST /land sent']);
  });

  it('is queued behind its dependencies and while offline', async () => {
    await outbox.add(parcel('1'));
    expect(await outbox.submit(crop('1', 'c'), 'k1', true)).toEqual({ kind: 'queued' });
    expect(await outbox.submit(parcel('2'), 'k2', false)).toEqual({ kind: 'queued' });
    expect(sent).toEqual([]);
    expect(outbox.get().entries.map(({ state, attempts }) => [state, attempts])).toEqual([
      ['waiting', 0],
      ['waiting', 0],
      ['waiting', 0],
    ]);
  });

  it.each([
    ['our server', { status: 400, problem: { code: 'validation' } }],
    ['our server, for now,', { status: 503, problem: { code: 'disk-full' } }],
    ['a gateway', { status: 404, problem: { foreign: true } }],
  ])('is returned to the form when %s rejects it, and can be retried with its key', async (_who, refused) => {
    replies = { 'POST /land': [refused] };
    expect(await outbox.submit(parcel('1'), 'key', true)).toMatchObject({
      kind: 'returned',
      error: { status: refused.status },
    });
    expect(await stored()).toEqual([]);
    expect(await outbox.submit(parcel('1'), 'key', true)).toMatchObject({ kind: 'sent' });
    expect(sent.map(({ key }) => key)).toEqual(['key', 'key']);
  });

  it.each([['cut' as const], [{ status: 503, problem: { foreign: true } }]])(
    'stays queued when the server does not respond: %o',
    async (reply) => {
      replies = { 'POST /land': [reply] };
      await outbox.submit(parcel('1'), 'key', true);
      expect(outbox.get().entries).toMatchObject([{ key: 'key', state: 'waiting', attempts: 1 }]);
    },
  );

  it('shows a gateway’s success response but stays queued until our server responds', async () => {
    replies = { 'POST /land': ['foreign yes'] };
    expect(await outbox.submit(parcel('1'), 'key', true)).toEqual({
      kind: 'unanswered',
      answer: { _id: 'theirs' },
    });
    expect(states()).toEqual(['POST /land waiting']);
    await outbox.flush();
    expect(states()).toEqual(['POST /land sent']);
    expect(sent.map(({ key }) => key)).toEqual(['key', 'key']);
  });

  it('stays queued when its form closes, and can then be rejected', async () => {
    const { begun, say } = await hanging();
    const submitted = outbox.submit(parcel('1'), 'key', true);
    await begun;
    expect(await outbox.detach('key')).toBe(true);
    expect(states()).toEqual(['POST /land waiting']);
    say({ status: 400, problem: { code: 'validation' } });
    expect(await submitted).toMatchObject({ kind: 'resolved' });
    expect(states()).toEqual(['POST /land rejected']);
    expect(await outbox.detach('key')).toBe(false);
  });

  it('is owned by its tab, and adopted by another one when the tab has died', async () => {
    const { begun } = await hanging();
    void outbox.submit(parcel('1'), 'key', true);
    await begun;
    const other = createOutbox({ store: await openStore(`a${account}`), own, send });
    await other.refresh();
    await other.adopt();
    expect(await other.flush()).toEqual({ kind: 'later', hasSent: false });
    expect(sent).toEqual([]);
    // The tab is killed, which releases its lock.
    other.close();
    outbox.close();
    own = createTabLocks();
    outbox = createOutbox({ store: await openStore(`a${account}`), own, send });
    await outbox.refresh();
    expect(states()).toEqual([]);
    await outbox.adopt();
    expect(states()).toEqual(['POST /land waiting']);
    await outbox.flush();
    expect(sent).toMatchObject([{ key: 'key', body: { _id: '1' } }]);
  });

  it('is not sent when the device storage is full', async () => {
    fillStorage();
    expect(await outbox.submit(parcel('1'), 'key', true)).toMatchObject({
      kind: 'unstored',
      error: expect.any(StorageFullError),
    });
    expect(sent).toEqual([]);
  });
});

it('shows another tab the same entries, and never sends twice under one lock', async () => {
  let lock = Promise.resolve();
  const exclusively = (work: () => Promise<void>) => {
    lock = lock.then(work);
    return lock;
  };
  outbox.close();
  const name = `a${account}`;
  outbox = createOutbox({ store: await openStore(name), send, exclusively });
  const other = createOutbox({ store: await openStore(name), send, exclusively });
  await add(parcel('1'), crop('1', 'c'));
  await other.refresh();
  expect(other.get().entries.map(({ key }) => key)).toEqual(outbox.get().entries.map(({ key }) => key));
  await Promise.all([outbox.flush(), other.flush()]);
  expect(sent.map(({ call }) => call)).toEqual(['POST /land', 'POST /land/{id}/crops']);
  other.close();
});

it('throws StorageFullError and adds nothing when the device storage is full', async () => {
  fillStorage();
  await expect(outbox.add(parcel('1'))).rejects.toBeInstanceOf(StorageFullError);
  vi.restoreAllMocks();
  await outbox.refresh();
  expect(outbox.get().entries).toEqual([]);
  await outbox.add(parcel('1'));
  expect(states()).toEqual(['POST /land waiting']);
});

it('keeps only unsent entries on the device at sign-out', async () => {
  replies = { 'POST /equipment': ['cut'] };
  await add(parcel('1'), PUMP);
  await outbox.flush();
  expect(states()).toEqual(['POST /land sent', 'POST /equipment waiting']);
  await outbox.leave();
  outbox = await open();
  expect(states()).toEqual(['POST /equipment waiting']);
});

it('reports accepted entries once, at the end of a run', async () => {
  outbox.close();
  const reported: string[][] = [];
  const onRun = () => (done: readonly Entry[]) => void reported.push(done.map(({ call }) => call));
  outbox = createOutbox({ store: await openStore(`a${account}`), send, onRun });
  await add(parcel('1'), crop('1', 'c'));
  await outbox.flush();
  expect(reported).toEqual([['POST /land', 'POST /land/{id}/crops']]);
});

describe('entries stored by an earlier version of the app', () => {
  /** Stored format of the last 90 days, the retention of idempotency keys: it must stay readable. */
  const base = (seq: number) => ({ seq, key: `key-${seq}`, madeAt: 1_760_000_000_000 + seq });
  const STORED = [
    {
      ...base(1),
      call: 'POST /land',
      params: {},
      body: { _id: 'p', name: 'Juu' },
      state: 'rejected',
      attempts: 1,
      refusal: { status: 400, code: 'validation', message: 'Too large', issues: [] },
    },
    {
      ...base(2),
      call: 'PUT /land/{id}',
      params: { id: 'q' },
      body: { name: 'Mine', revision: 3 },
      base: { _id: 'q', name: 'Old', revision: 3 },
      about: 'Chini',
      state: 'conflict',
      attempts: 1,
      clash: { current: { _id: 'q', name: 'Theirs', revision: 4 }, paths: ['name'] },
    },
    { ...base(3), ...PUMP, body: { _id: 'e', name: 'Pump' }, state: 'waiting', attempts: 0 },
    { ...base(4), ...removal('z'), state: 'sent', attempts: 1, sentAt: 1_760_000_000_004 },
  ];

  async function store(account: string): Promise<void> {
    const database = await openDB(`ardhi-outbox-${account}`, 1, {
      upgrade(created) {
        created.createObjectStore('entries', { keyPath: 'seq', autoIncrement: true });
        created.createObjectStore('facts');
      },
    });
    for (const entry of STORED) await database.add('entries', entry);
    await database.put('facts', 1_760_000_000_004, 'lastSent');
    database.close();
  }

  it('are read, sent with their keys, corrected and resolved', async () => {
    await store('stored');
    outbox.close();
    outbox = await open('stored');
    expect(outbox.get().entries).toEqual(STORED);
    expect(outbox.get().lastSent).toBe(1_760_000_000_004);
    await outbox.flush();
    expect(sent).toEqual([{ call: 'POST /equipment', key: 'key-3', body: { _id: 'e', name: 'Pump' } }]);
    await outbox.resolve(2, new Set());
    await outbox.add(edit('p', { name: 'Better' }));
    await outbox.flush();
    expect(sent.slice(1)).toMatchObject([
      { call: 'POST /land', body: { _id: 'p', name: 'Better' } },
      { call: 'PUT /land/{id}', body: { name: 'Mine', revision: 4 } },
    ]);
  });
});
