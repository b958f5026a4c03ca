/**
 * Two devices of one farmer, each with a service worker, edit the same rows over a connection that loses requests and
 * responses, hangs or returns foreign responses, while apps are killed, clocks change, backups are restored, releases are
 * rolled back, browsers evict data, and queued entries are edited and cancelled. In any order, the server must end up with
 * every acknowledged change exactly once, except those that a browser has evicted, and with nothing else.
 */
import type { JsonObject } from '@ardhi/contract';
import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { openDB } from 'idb';
import { afterEach, expect, inject, it, vi } from 'vitest';
import { OUR_HEADERS } from '../../test/server.ts';
import { logicalClock } from '../lib/device/logical-clock.ts';
import { ApiError, NetworkError } from '../lib/http/api-error.ts';
import { createOutbox, type Outbox } from './engine.ts';
import { type Entry, isUnsent, type Work } from './entry.ts';
import type { Epoch } from './epoch.ts';
import { createTabLocks } from './locks.ts';
import { valueAt } from './merge.ts';
import { registerOfflineCalls } from './offline-calls.ts';
import { overlayRow } from './overlay.ts';
import { targetOf, withDependents } from './relations.ts';
import { isUntried } from './rules.ts';
import { countNewer, isNewer, openStore, removeStore } from './store.ts';
import type { Part, PartResult } from './sync-request.ts';
import { isMissingFrom } from './use-overlay.ts';

const RUNS = inject('isFull') ? 60 : 15;
const FIELDS = ['name', 'size', 'soil'] as const;

type Row = JsonObject & { _id: string; revision: number };

let unique = 0;
/** Only moves forward, unlike the clocks of the devices. */
let serverTime = Date.UTC(2026, 0, 1);
// As the `Date` header of the responses corrects it.
vi.mock('../lib/device/clock.ts', () => ({ now: () => new Date(serverTime) }));

registerOfflineCalls({
  'POST /land': {
    kind: 'land',
    effect: 'create',
    label: 'land.queued.add',
    draft: ({ body }) => ({ ...body, revision: 1 }),
  },
  'PUT /land/{id}': {
    kind: 'land',
    effect: 'edit',
    label: 'land.queued.edit',
    fieldLabel: () => 'land.field.name',
    base: () => undefined,
    apply: (shown, { body }) => {
      const { revision: _, ...fields } = body ?? {};
      return { ...(shown as Row), ...fields };
    },
  },
  'PUT /equipment/{id}/usage': { kind: 'equipment', effect: 'create', label: 'equipment.queued.usage.add' },
});

const problem = (status: number, headers: Record<string, string>, body?: JsonObject) =>
  new ApiError(new Response(null, { status, headers }), body as never);

/** Like the real server: rows have revisions, idempotency keys are stored with their response. */
class Server {
  rows = new Map<string, Row>();
  logs: unknown[] = [];
  /** Every value written to a field. */
  history: string[] = [];
  private keys = new Map<string, { request: string; answer: unknown }>();
  epoch: Epoch | undefined;
  /** Revisions after a restore continue above those of the lost time. */
  private revisionFloor = 0;
  private saved = this.copy();

  private copy() {
    const { rows, logs, history, keys } = this;
    return {
      at: serverTime,
      rows: new Map(rows),
      logs: [...logs],
      history: [...history],
      keys: new Map(keys),
    };
  }

  backUp(): void {
    this.saved = this.copy();
  }

  /** The backup can be restored again. */
  restore(): void {
    const { at, ...saved } = this.saved;
    Object.assign(this, saved);
    this.saved = { ...this.copy(), at };
    this.epoch = { id: `epoch ${++unique}`, restoredTo: at };
    this.revisionFloor += 1000;
  }

  accepts(knownEpoch: string | undefined): boolean {
    return this.epoch === undefined || knownEpoch === this.epoch.id;
  }

  handle({ key, call, params, body = {} }: Entry): unknown {
    serverTime += 60_000;
    const request = JSON.stringify([call, params, body]);
    const known = this.keys.get(key);
    if (known && known.request !== request) throw new Error('One key for two pieces of work');
    const answer = known?.answer ?? this.do(call, params, body);
    this.keys.set(key, { request, answer });
    return answer;
  }

  /** A sync request; after `maxTried` writes the time is over. */
  handleMany(parts: readonly Part[], maxTried = parts.length): PartResult[] {
    const results: PartResult[] = [];
    for (const { entry, after } of parts) {
      const isPossible = after.every((index) => results[index]?.kind === 'accepted');
      results.push(isPossible && results.length < maxTried ? this.tryOne(entry) : { kind: 'not-tried' });
    }
    return results;
  }

  private tryOne(entry: Entry): PartResult {
    try {
      return { kind: 'accepted', answer: this.handle(entry) as JsonObject };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return { kind: 'refused', error };
    }
  }

  private do(call: string, params: Record<string, string>, body: JsonObject): unknown {
    if (call === 'PUT /equipment/{id}/usage') {
      this.logs.push(body._id);
      return { usage: [] };
    }
    const before = this.rows.get(params.id ?? String(body._id));
    if (call === 'POST /land' && before) throw problem(409, OUR_HEADERS, { code: 'id-taken' });
    if (call !== 'POST /land' && !before) throw problem(404, OUR_HEADERS, { code: 'not-found' });
    if (before && before.revision !== body.revision)
      throw problem(409, OUR_HEADERS, { code: 'stale', current: { ...before } });
    const revision = before ? Math.max(before.revision + 1, this.revisionFloor) : 1;
    const row = { ...before, ...body, revision } as Row;
    for (const field of FIELDS) if (before?.[field] !== row[field]) this.history.push(String(row[field]));
    this.rows.set(row._id, row);
    return { ...row };
  }
}

const FAULTS = [
  'none',
  'lost request',
  'lost answer',
  'gateway 404',
  'hotspot 401',
  '503',
  '500',
  'hang',
  'late',
  'out of time',
] as const;
type Fault = (typeof FAULTS)[number];

class Device {
  outbox!: Outbox;
  fault: Fault = 'none';
  private own = createTabLocks();
  private readonly answers = new Map<string, Row>();
  /** An open form with the row as it was when opened. */
  form: Row | undefined;
  /** A request that arrives only after the app was killed. */
  private underway: { parts: readonly Part[]; epoch: string | undefined } | undefined;
  private hung: () => void = () => {};

  private readonly name: string;
  private readonly server: Server;

  constructor(name: string, server: Server) {
    this.name = name;
    this.server = server;
  }

  private async open(): Promise<Outbox> {
    const opened = createOutbox({
      store: await openStore(this.name),
      own: (key, work) => this.own(key, work),
      isReachable: async () => unique % 2 === 0,
      send: async (entry, epoch) => {
        const answer = await this.send([{ entry, after: [] }], epoch, () => this.server.handle(entry));
        return answer as never;
      },
      syncRequests: {
        sendMany: (parts, epoch) =>
          this.send(parts, epoch, (fault) =>
            this.server.handleMany(parts, fault === 'out of time' ? 1 : undefined),
          ),
        load: () => import('./sync-request.ts'),
      },
    });
    await opened.refresh();
    return opened;
  }

  async start(): Promise<void> {
    this.own = createTabLocks();
    this.outbox = await this.open();
    await this.outbox.adopt();
  }

  /** The service worker sends queued entries in parallel to the app, under the same locks. */
  async workInBackground(): Promise<void> {
    const worker = await this.open();
    await this.untilHung(worker.flush({ eager: true }));
    worker.close();
    await this.outbox.refresh();
  }

  /** Applies the fault to this request only. */
  private async send<T>(
    parts: readonly Part[],
    epoch: string | undefined,
    handle: (fault: Fault) => T,
  ): Promise<T> {
    const fault = this.fault;
    this.fault = 'none';
    if (fault === 'lost request') throw new NetworkError('lost');
    if (fault === 'gateway 404') throw problem(404, {});
    if (fault === 'hotspot 401') throw problem(401, {});
    if (fault === '503' || fault === '500') throw problem(Number(fault), OUR_HEADERS);
    if (fault === 'hang' || fault === 'late') {
      if (fault === 'late') this.underway = { parts, epoch };
      this.hung();
      return new Promise(() => {});
    }
    const isKnown = this.server.accepts(epoch);
    const answer = isKnown ? handle(fault) : undefined;
    await this.learnEpoch();
    if (fault === 'lost answer') throw new NetworkError('lost');
    if (!isKnown) throw problem(409, OUR_HEADERS, { code: 'restored' });
    return answer as T;
  }

  /** From the marker header of a response. */
  async learnEpoch(): Promise<void> {
    if (this.server.epoch) await this.outbox.beginEpoch(this.server.epoch);
  }

  /** Waits until the work is done or hangs; a hang closes the form and kills the app. */
  async untilHung<T>(work: Promise<T>, key?: string): Promise<T | 'hung'> {
    const hung = new Promise<'hung'>((resolve) => {
      this.hung = () => resolve('hung');
    });
    work.catch(() => {});
    const result = await Promise.race([work, hung]);
    if (result !== 'hung') return result;
    if (key) await this.outbox.detach(key);
    await this.kill();
    return result;
  }

  async kill(): Promise<void> {
    this.outbox.close();
    const delayed = this.underway;
    this.underway = undefined;
    await this.start();
    if (delayed && this.server.accepts(delayed.epoch)) this.server.handleMany(delayed.parts);
  }

  /** The browser deletes the data of the site while the app is closed. */
  async evict(): Promise<void> {
    this.outbox.close();
    await removeStore(this.name);
    this.answers.clear();
    this.form = undefined;
    await this.start();
  }

  /** A newer release has used the device; the present one finds its entries, and they are there when it is back. */
  async rollBack(): Promise<void> {
    const unsent = this.outbox.unsentCount();
    this.outbox.close();
    const newer = await openDB(databaseOf(this.name), 2, {
      upgrade: (one) => void one.createObjectStore('new'),
    });
    const [entries, facts, names] = [
      await newer.getAll('entries'),
      await newer.getAll('facts'),
      await newer.getAllKeys('facts'),
    ];
    newer.close();
    await expect(openStore(this.name)).rejects.toSatisfy(isNewer);
    expect(await countNewer(this.name)).toBe(unsent);
    // A database cannot return to the older version, so the newer release is simulated by a copy.
    await removeStore(this.name);
    (await openStore(this.name)).close();
    const copy = await openDB(databaseOf(this.name), 1);
    for (const entry of entries) await copy.put('entries', entry);
    for (const [index, fact] of facts.entries()) await copy.put('facts', fact, names[index]);
    copy.close();
    await this.start();
  }

  read(id: string): void {
    const began = logicalClock.now();
    const row = this.server.rows.get(id);
    if (row) this.answers.set(id, logicalClock.stamp({ ...row }, began));
  }

  shown(id: string): Row | undefined {
    const answer = this.answers.get(id);
    const over = this.outbox.get().entries.filter((entry) => isMissingFrom(entry, logicalClock.of(answer)));
    return overlayRow(answer, over, id) ?? undefined;
  }
}

interface Command {
  device: 0 | 1;
  kind:
    | 'create'
    | 'edit'
    | 'hours'
    | 'read'
    | 'open'
    | 'send'
    | 'worker'
    | 'both'
    | 'cancel'
    | 'kill'
    | 'backup'
    | 'restore'
    | 'evict'
    | 'rollback'
    | 'clock';
  row: number;
  field: number;
  isOnline: boolean;
  fault: Fault;
}

const commands = fc.array(
  fc.record<Command>({
    device: fc.constantFrom(0, 1),
    kind: fc.constantFrom(
      'create',
      'edit',
      'edit',
      'edit',
      'hours',
      'read',
      'open',
      'send',
      'send',
      'worker',
      'both',
      'cancel',
      'kill',
      'backup',
      'restore',
      'evict',
      'rollback',
      'clock',
    ),
    row: fc.nat(2),
    field: fc.nat(2),
    isOnline: fc.boolean(),
    fault: fc.constantFrom(...FAULTS, 'none'),
  }),
  { minLength: 8, maxLength: 30 },
);

/** Values entered by the user: for an edit only those that differ from the base. */
function ownValues({ call, body = {}, base = {} }: Entry): string[] {
  if (call === 'PUT /equipment/{id}/usage') return [String(body._id)];
  return FIELDS.filter((field) => body[field] !== base[field]).map((field) => String(body[field]));
}

const databaseOf = (name: string) => `ardhi-outbox-${name}`;

let world = 0;

class World {
  readonly id = ++world;
  readonly server = new Server();
  readonly devices = [
    new Device(`a-${this.id}`, this.server),
    new Device(`b-${this.id}`, this.server),
  ] as const;
  readonly rowIds: string[] = [];
  /** Field values and log IDs that were reported to the user as queued or done. */
  readonly acknowledged = new Set<string>();
  readonly everything = new Set<string>();
  /** Rows that no device would create again. */
  readonly evictedRows = new Set<string>();

  async run({ device: index, kind, row, field, isOnline, fault }: Command): Promise<void> {
    const device = this.devices[index];
    const id = this.rowIds[row % Math.max(1, this.rowIds.length)] ?? '';
    // No hang with two senders at once: it would kill the app while the other is sending.
    const isHang = fault === 'hang' || fault === 'late';
    device.fault = isOnline && !(kind === 'both' && isHang) ? fault : 'none';
    if (kind === 'clock') vi.spyOn(Date, 'now').mockReturnValue(Date.UTC(2019 + (unique++ % 12), row));
    else if (kind === 'backup') this.server.backUp();
    else if (kind === 'restore') this.server.restore();
    else if (kind === 'kill') await device.kill();
    else if (kind === 'evict') await this.evict(device);
    else if (kind === 'rollback') await device.rollBack();
    else if (kind === 'read') device.read(id);
    else if (kind === 'open') device.form = device.shown(id);
    else if (kind === 'send') await device.untilHung(device.outbox.flush({ eager: true }));
    else if (kind === 'worker') await device.workInBackground();
    else if (kind === 'both') await Promise.all([device.workInBackground(), device.outbox.flush()]);
    else if (kind === 'cancel') await this.cancel(device, row);
    else if (kind === 'create') await this.create(device, isOnline);
    else if (kind === 'edit') await this.edit(device, id, FIELDS[field]!, isOnline);
    else {
      const _id = `log ${++unique}`;
      await this.submit(
        device,
        { call: 'PUT /equipment/{id}/usage', params: { id: 'e' }, body: { _id } },
        [_id],
        isOnline,
      );
    }
  }

  /** Nothing of this device can return after it, not even what a restore of the server loses. */
  private async evict(device: Device): Promise<void> {
    for (const entry of device.outbox.get().entries) {
      for (const value of ownValues(entry)) this.acknowledged.delete(value);
      if (entry.call === 'POST /land') this.evictedRows.add(targetOf(entry));
    }
    await device.evict();
  }

  private async create(device: Device, isOnline: boolean): Promise<void> {
    if (this.rowIds.length >= 3) return;
    const _id = `row ${this.id}-${++unique}`;
    const values = FIELDS.map((field) => [field, `${field} ${++unique}`] as const);
    const body = { _id, ...Object.fromEntries(values) };
    const isThere = await this.submit(
      device,
      { call: 'POST /land', params: {}, body },
      values.map(([, value]) => value),
      isOnline,
    );
    if (isThere) this.rowIds.push(_id);
  }

  /** A form sends all fields; the user changes one. */
  private async edit(device: Device, id: string, field: string, isOnline: boolean): Promise<void> {
    const base = device.form?._id === id ? device.form : device.shown(id);
    device.form = undefined;
    if (!base) return;
    const value = `${field} ${++unique}`;
    const { _id, ...fields } = base;
    let replaced: string | undefined;
    // A stuck entry takes the new value instead of the old one.
    const stuck = device.outbox
      .get()
      .entries.filter(
        ({ params, state }) => params.id === id && (state === 'conflict' || state === 'rejected'),
      );
    for (const { body } of stuck) this.acknowledged.delete(String(body?.[field]));
    // So does an entry without attempts.
    const waiting = device.outbox
      .get()
      .entries.findLast((entry) => targetOf(entry) === id && isUnsent(entry));
    if (waiting && isUntried(waiting) && ownValues(waiting).includes(String(waiting.body?.[field])))
      replaced = String(waiting.body?.[field]);
    const work: Work = { call: 'PUT /land/{id}', params: { id }, body: { ...fields, [field]: value }, base };
    const isThere = await this.submit(device, work, [value], isOnline);
    if (isThere && replaced) this.acknowledged.delete(replaced);
  }

  /** Cancels a queued entry with its dependents; attempted entries stay. */
  private async cancel(device: Device, which: number): Promise<void> {
    const { entries } = device.outbox.get();
    const waiting = entries.filter(({ state }) => state === 'waiting');
    const entry = waiting[which % Math.max(1, waiting.length)];
    if (!entry) return;
    const values = withDependents(entry, entries).flatMap(ownValues);
    const isCancelled = await device.outbox.cancel(entry.seq);
    expect(isCancelled).toBe(isUntried(entry));
    if (!isCancelled) return;
    for (const value of values) this.acknowledged.delete(value);
    // A form of a row that is never created is closed.
    if (entry.call !== 'POST /land') return;
    this.rowIds.splice(this.rowIds.indexOf(targetOf(entry)), 1);
    if (device.form?._id === targetOf(entry)) device.form = undefined;
  }

  private async submit(device: Device, work: Work, values: string[], isOnline: boolean): Promise<boolean> {
    for (const value of values) this.everything.add(value);
    const key = `key ${++unique}`;
    const result = await device.untilHung(device.outbox.submit(work, key, isOnline), key);
    // The form shows the error and keeps the input.
    if (result !== 'hung' && result.kind === 'returned') return false;
    for (const value of values) this.acknowledged.add(value);
    return true;
  }

  /** The connection works again, and the user resolves all stuck entries. */
  async finish(takeTheirs: boolean): Promise<void> {
    for (let round = 0; round < 40; round++) {
      for (const device of this.devices) {
        device.fault = 'none';
        await device.learnEpoch();
        await device.outbox.flush({ eager: true });
        for (const entry of device.outbox.get().entries) {
          if (entry.state === 'rejected') {
            // 404: after a restore the other device has not sent the row again yet.
            expect([404, 500]).toContain(entry.refusal?.status);
            const isGone = this.evictedRows.has(targetOf(entry)) && !this.server.rows.has(targetOf(entry));
            if (isGone) {
              const lost = withDependents(entry, device.outbox.get().entries).flatMap(ownValues);
              for (const value of lost) this.acknowledged.delete(value);
              await device.outbox.discard(entry.seq);
            } else await device.outbox.retry(entry.seq);
          }
          if (entry.state !== 'conflict') continue;
          const paths = entry.clash?.paths ?? [];
          for (const path of takeTheirs ? paths : [])
            this.acknowledged.delete(String(valueAt(entry.body, path)));
          await device.outbox.resolve(entry.seq, new Set(takeTheirs ? paths : []));
        }
      }
    }
    for (const { outbox } of this.devices)
      expect(outbox.get().entries.filter(({ state }) => state !== 'sent')).toEqual([]);
  }

  check(): void {
    const done = [...this.server.history, ...this.server.logs.map(String)];
    // A value written twice would be in the list twice.
    expect(new Set(done).size).toBe(done.length);
    expect([...this.acknowledged].filter((value) => !done.includes(value))).toEqual([]);
    expect(done.filter((value) => !this.everything.has(value))).toEqual([]);
    for (const device of this.devices)
      for (const [id, row] of this.server.rows) {
        device.read(id);
        expect(device.shown(id)).toEqual(row);
      }
  }
}

afterEach(() => vi.restoreAllMocks());

const step = (kind: Command['kind'], device: 0 | 1 = 0, more: Partial<Command> = {}): Command => ({
  kind,
  device,
  row: 0,
  field: 0,
  isOnline: false,
  fault: 'none',
  ...more,
});

/** The first contact after a restore is an edit that was based on lost edits. */
const EDIT_AFTER_RESTORE = [
  step('read', 1),
  step('backup'),
  step('edit', 0, { isOnline: true, fault: 'hotspot 401' }),
  step('edit', 1, { field: 1, isOnline: true }),
  step('create'),
  step('create'),
  step('edit'),
  step('send'),
  step('edit', 0, { field: 1 }),
  step('restore'),
  step('send'),
];

it('applies every acknowledged change on the server exactly once', async () => {
  await fc.assert(
    fc.asyncProperty(commands, fc.boolean(), async (list, takeTheirs) => {
      const one = new World();
      for (const device of one.devices) await device.start();
      await one.run({ device: 0, kind: 'create', row: 0, field: 0, isOnline: true, fault: 'none' });
      for (const command of list) await one.run(command);
      await one.finish(takeTheirs);
      one.check();
      for (const { outbox } of one.devices) outbox.close();
    }),
    { numRuns: RUNS, examples: [[EDIT_AFTER_RESTORE, false]] },
  );
});
