import 'fake-indexeddb/auto';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createOutbox, type Outbox } from './engine.ts';
import type { Work } from './entry.ts';
import { type OfflineCall, registerOfflineCalls } from './offline-calls.ts';
import { openStore } from './store.ts';

const RESTORED_TO = Date.UTC(2026, 10, 16, 9);
const MINUTE = 60_000;
const epoch = (id: string) => ({ id, restoredTo: RESTORED_TO });

const create: OfflineCall = { kind: 'land', effect: 'create', label: 'land.queued.add' };
beforeAll(() => registerOfflineCalls({ 'POST /land': create }));

let account = 0;
let outbox: Outbox;
let sent: string[];
let onSend: (() => Promise<unknown>) | undefined;

const open = async () => {
  const opened = createOutbox({
    store: await openStore(`resend${account}`),
    send: async ({ key }) => {
      sent.push(key);
      await onSend?.();
      return {} as never;
    },
  });
  await opened.refresh();
  return opened;
};

beforeEach(async () => {
  account += 1;
  sent = [];
  onSend = undefined;
  outbox = await open();
});
afterEach(() => {
  outbox.close();
  vi.restoreAllMocks();
});

const clock = (at: number) => vi.spyOn(Date, 'now').mockReturnValue(at);
const parcel = (id: string): Work => ({ call: 'POST /land', params: {}, body: { _id: id } });
const states = () => outbox.get().entries.map(({ body, state }) => `${body?._id} ${state}`);

/** Acknowledged at that many minutes after the restored moment. */
async function sendAt(minutes: number, id: string): Promise<void> {
  clock(RESTORED_TO + minutes * MINUTE);
  await outbox.add(parcel(id), { key: id });
  await outbox.flush();
}

describe('after a restore of the server', () => {
  beforeEach(async () => {
    await sendAt(-61, 'old');
    await sendAt(-59, 'near');
    await sendAt(30, 'lost');
    sent = [];
    clock(RESTORED_TO + 120 * MINUTE);
  });

  it('entries from one hour before the restored moment are sent again with their keys, once', async () => {
    await outbox.beginEpoch(epoch('a'));
    expect(states()).toEqual(['old sent', 'near waiting', 'lost waiting']);
    expect(await outbox.flush({ eager: true })).toEqual({ kind: 'done' });
    expect(sent).toEqual(['near', 'lost']);
    await outbox.beginEpoch(epoch('a'));
    expect(await outbox.flush({ eager: true })).toEqual({ kind: 'done' });
    expect(sent).toEqual(['near', 'lost']);
  });

  it('they are sent again after each further restore', async () => {
    await outbox.beginEpoch(epoch('a'));
    await outbox.flush({ eager: true });
    await outbox.beginEpoch(epoch('b'));
    await outbox.flush({ eager: true });
    expect(sent).toEqual(['near', 'lost', 'near', 'lost']);
  });

  it('they wait for a random part of an hour, also in another tab and after a restart', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    await outbox.beginEpoch(epoch('a'));
    outbox.close();
    outbox = await open();
    expect(await outbox.flush()).toEqual({ kind: 'later', seconds: 1800, hasSent: false });
    await outbox.add(parcel('new'), { key: 'new' });
    await outbox.flush();
    expect(sent).toEqual(['new']);
    clock(RESTORED_TO + 151 * MINUTE);
    expect(await outbox.flush()).toEqual({ kind: 'done' });
    expect(sent).toEqual(['new', 'near', 'lost']);
  });

  it('they also wait if a response within a run announces the restore', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    onSend = () => outbox.beginEpoch(epoch('a'));
    await outbox.add(parcel('new'), { key: 'new' });
    expect(await outbox.flush()).toEqual({ kind: 'later', seconds: 1800, hasSent: true });
    expect(sent).toEqual(['new']);
  });

  it('they do not wait for years when the clock of the device falls back', async () => {
    await outbox.beginEpoch(epoch('a'));
    clock(Date.UTC(2015, 0, 1));
    await outbox.flush();
    expect(sent).toEqual(['near', 'lost']);
  });

  it('those that the device no longer holds are named until they are dismissed', async () => {
    const store = await openStore(`resend${account}`);
    const [, near, lost] = await store.all();
    await store.change(() => ({ drop: [near!, lost!], sentAt: 1 }));
    await outbox.refresh();
    expect(await outbox.lost()).toEqual([]);
    await outbox.beginEpoch(epoch('a'));
    expect((await outbox.lost()).map(({ key }) => key)).toEqual(['near', 'lost']);
    await outbox.beginEpoch({ id: 'b', restoredTo: RESTORED_TO + 90 * MINUTE });
    expect((await outbox.lost()).map(({ key }) => key)).toEqual(['lost']);
    await outbox.dismissLost();
    expect(await outbox.lost()).toEqual([]);
    store.close();
  });

  it('they stay on the device when the session was lost by the restore', async () => {
    await outbox.beginEpoch(epoch('a'));
    await outbox.leave();
    outbox = await open();
    expect(states()).toEqual(['near waiting', 'lost waiting']);
  });
});
