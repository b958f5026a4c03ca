/**
 * Sends a day's work to the real server through a proxy that cuts connections at random bytes, with the app closed in
 * between. The server must end up with exactly that work. Uses the browser's outbox code.
 */
import 'fake-indexeddb/auto';
import { request as httpRequest } from 'node:http';
import type {
  Equipment,
  JsonObject,
  Message,
  ParcelDetail,
  QueueableCall,
  SyncResult,
} from '@ardhi/contract';
import { MARKER_HEADER } from '@ardhi/contract/headers';
import fc from 'fast-check';
import { calls } from '../apps/web/src/app/offline-calls.ts';
import { newId } from '../apps/web/src/lib/device/id.ts';
import { ApiError, NetworkError } from '../apps/web/src/lib/http/api-error.ts';
import { createOutbox, type Outbox } from '../apps/web/src/outbox/engine.ts';
import type { Entry, Work } from '../apps/web/src/outbox/entry.ts';
import { registerOfflineCalls } from '../apps/web/src/outbox/offline-calls.ts';
import { openStore } from '../apps/web/src/outbox/store.ts';
import type { Part, PartResult } from '../apps/web/src/outbox/sync-request.ts';
import { type Cut, type FaultProxy, startFaultProxy } from './fault-proxy.ts';
import { expect, type Person, register, type Send, test } from './test.ts';

registerOfflineCalls(calls);

const CUTS = Number(process.env.CUTS ?? 14);
const CUTS_PER_RUN = 7;
/** Days per farmer, because new conversations per hour are rate-limited. */
const DAYS_PER_FARMER = 40;

interface Sent extends Pick<Entry, 'params' | 'key'> {
  call: string;
  body?: object;
}

/** The same in a sync request. */
async function sendMany(proxy: FaultProxy, token: string, parts: readonly Part[]): Promise<PartResult[]> {
  const writes = parts.map(({ entry: { call, params, key, body }, after }) => ({
    call,
    params,
    key,
    body,
    after,
  }));
  const results: SyncResult[] = await send(proxy, token, {
    call: 'POST /sync',
    params: {},
    key: newId(),
    body: { writes },
  });
  return results.map(({ status, answer }): PartResult => {
    if (status === null) return { kind: 'not-tried' };
    if (status < 400) return { kind: 'accepted', answer: answer as JsonObject };
    const response = new Response(null, { status, headers: { [MARKER_HEADER]: '1' } });
    return { kind: 'refused', error: new ApiError(response, answer as object) };
  });
}

/** One request per connection, so that a cut affects exactly one request. */
function send(proxy: FaultProxy, token: string, entry: Sent): Promise<never> {
  const [method, path = ''] = entry.call.split(' ');
  const url = new URL(`/api${path.replace(/\{(\w+)\}/g, (_, name) => entry.params[name] ?? '')}`, proxy.url);
  const body = entry.body === undefined ? '' : JSON.stringify(entry.body);
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    authorization: `Bearer ${token}`,
    'idempotency-key': entry.key,
    connection: 'close',
  };
  return new Promise((resolve, reject) => {
    const fail = (cause: unknown) => reject(new NetworkError('cut', { cause }));
    const request = httpRequest(url, { method, headers, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('error', fail);
      response.on('close', () => {
        if (!response.complete) return fail('half an answer');
        const status = response.statusCode ?? 0;
        const parsedBody = JSON.parse(text || 'null');
        if (status < 400) resolve(parsedBody);
        else
          reject(new ApiError(new Response(null, { status, headers: { [MARKER_HEADER]: '1' } }), parsedBody));
      });
    });
    request.on('error', fail);
    request.end(body);
  });
}

/** The farmer's changes, and the expected final state of the server. */
class Day {
  readonly work: Work[] = [];
  readonly parcelIds = [newId(), newId(), newId()];
  readonly sizes = this.parcelIds.map(() => 2);
  readonly equipmentId = newId();
  readonly thread = newId();
  readonly messages: string[] = ['Habari'];
  hours = 0;
  readonly water = this.parcelIds.map(() => new Map<string, number>());
  readonly crops = this.parcelIds.map(() => new Map<string, string>());

  constructor(neighbour: string) {
    this.parcelIds.forEach((_id, index) => {
      this.do('POST /land', {}, { _id, name: `Shamba ${index}`, size: 2, location: { address: 'Njoro' } });
    });
    this.do('POST /equipment', {}, { _id: this.equipmentId, name: 'Pump', type: 'Pump' });
    const channel = { channelType: 'farmer-farmer', subject: 'Maji' };
    this.do(
      'POST /messages',
      {},
      { _id: this.thread, recipientId: neighbour, ...channel, content: 'Habari' },
    );
  }

  do(call: QueueableCall, params: Record<string, string>, body?: JsonObject): void {
    this.work.push({ call, params, body });
  }

  step({ kind, parcel, amount }: Step): void {
    const water = this.water[parcel]!;
    STEPS[kind](this, { id: this.parcelIds[parcel]!, parcel, amount, last: [...water.keys()].at(-1) });
  }
}

interface StepContext {
  id: string;
  parcel: number;
  amount: number;
  /** The parcel's newest water record. */
  last: string | undefined;
}

const STEPS: Record<Step['kind'], (day: Day, context: StepContext) => void> = {
  water(day, { id, parcel, amount }) {
    const _id = newId();
    day.water[parcel]!.set(_id, amount);
    day.do('POST /land/{id}/water', { id }, { _id, date: '2026-03-01', amount });
  },
  'correct water'(day, { id, parcel, amount, last }) {
    if (!last) return;
    day.water[parcel]!.set(last, amount);
    const body = { date: '2026-03-02', amount, revision: 1 };
    day.do('PUT /land/{id}/water/{recordId}', { id, recordId: last }, body);
  },
  'delete water'(day, { id, parcel, last }) {
    if (!last) return;
    day.water[parcel]!.delete(last);
    day.do('DELETE /land/{id}/water/{recordId}', { id, recordId: last });
  },
  crop(day, { id, parcel, amount }) {
    const _id = newId();
    const name = `Crop ${amount}`;
    day.crops[parcel]!.set(_id, name);
    const dates = { plantingDate: '2026-03-01', harvestDate: '2026-08-01' };
    day.do('POST /land/{id}/crops', { id }, { _id, name, ...dates, yield: 2 });
  },
  size(day, { id, parcel, amount }) {
    day.sizes[parcel] = amount;
    day.do('PUT /land/{id}', { id }, { size: amount, revision: 1 });
  },
  hours(day, { amount: hours }) {
    day.hours += hours;
    day.do('PUT /equipment/{id}/usage', { id: day.equipmentId }, { _id: newId(), hours, date: '2026-03-01' });
  },
  reply(day, { amount }) {
    const content = `Ujumbe ${amount}`;
    day.messages.push(content);
    day.do('POST /messages', {}, { _id: newId(), threadId: day.thread, content });
  },
};

interface Step {
  kind: 'water' | 'correct water' | 'delete water' | 'crop' | 'size' | 'hours' | 'reply';
  parcel: number;
  amount: number;
}

const steps = fc.array(
  fc.record<Step>({
    kind: fc.constantFrom('water', 'correct water', 'delete water', 'crop', 'size', 'hours', 'reply'),
    parcel: fc.nat(2),
    amount: fc.integer({ min: 1, max: 50 }),
  }),
  { minLength: 4, maxLength: 9 },
);
/** Zero response bytes: the change was made but never confirmed. */
const cuts = fc.array(
  fc.record<Cut & { closed: boolean }>({
    direction: fc.constantFrom('request', 'response', 'response'),
    bytes: fc.oneof(fc.constant(0), fc.nat(600)),
    closed: fc.boolean(),
  }),
  { minLength: CUTS_PER_RUN, maxLength: CUTS_PER_RUN },
);

async function expectExactly(day: Day, fetchAs: Send, person: Person): Promise<void> {
  for (const [index, id] of day.parcelIds.entries()) {
    const parcel = await fetchAs<ParcelDetail>(person, `GET /land/${id}`);
    expect({
      size: parcel.size,
      water: new Map(parcel.waterUsage.map(({ _id, amount }) => [_id, amount])),
      count: parcel.waterCount,
      total: parcel.totalWater,
      crops: new Map(parcel.crops.map(({ _id, name }) => [_id, name])),
    }).toEqual({
      size: day.sizes[index],
      water: day.water[index],
      count: day.water[index]!.size,
      total: [...day.water[index]!.values()].reduce((sum, litres) => sum + litres, 0),
      crops: day.crops[index],
    });
  }
  const equipment = await fetchAs<Equipment>(person, `GET /equipment/${day.equipmentId}`);
  expect(equipment.usageHours).toBe(day.hours);
  const messages = await fetchAs<Message[]>(person, `GET /messages/thread/${day.thread}`);
  expect(messages.map(({ content }) => content)).toEqual(day.messages);
}

test(`a day's work over a connection that is cut ${CUTS} times arrives exactly once`, async ({
  request,
  baseURL,
  farmer: neighbour,
  send: fetchAs,
}) => {
  test.setTimeout(120_000 + CUTS * 1_000);
  const proxy = await startFaultProxy(baseURL!);
  let run = 0;
  let made = 0;

  const oneDay = async (person: Person, daySteps: Step[], planned: (Cut & { closed: boolean })[]) => {
    const day = new Day(neighbour.user._id);
    for (const step of daySteps) day.step(step);
    const name = `${person.user._id}-${++run}`;
    const open = async (): Promise<Outbox> => {
      const outbox = createOutbox({
        store: await openStore(name),
        send: (entry) => send(proxy, person.token, entry),
        syncRequests: {
          sendMany: (parts) => sendMany(proxy, person.token, parts),
          load: () => import('../apps/web/src/outbox/sync-request.ts'),
        },
      });
      await outbox.refresh();
      return outbox;
    };
    let outbox = await open();
    // Sends half of the work first: changes to unsent entries would be merged into the queued entry.
    const half = Math.ceil(day.work.length / 2);
    for (const work of day.work.slice(0, half)) await outbox.add(work);
    expect(await outbox.flush()).toEqual({ kind: 'done' });
    for (const work of day.work.slice(half)) await outbox.add(work);

    const before = proxy.made();
    proxy.plan(planned);
    // Each flush stops at the first cut. The next one continues, possibly after the app was reopened.
    for (let ending = await outbox.flush(); ending.kind !== 'done'; ending = await outbox.flush()) {
      expect(ending.kind).toBe('later');
      const cut = planned[proxy.made() - before - 1];
      if (!cut?.closed) continue;
      outbox.close();
      outbox = await open();
    }
    proxy.plan([]);
    made += proxy.made() - before;
    expect(outbox.get().entries.filter(({ state }) => state !== 'sent')).toEqual([]);
    outbox.close();
    await expectExactly(day, fetchAs, person);
  };

  // A cut beyond the end of a message has no effect, so days are repeated until enough cuts were made.
  while (made < CUTS) {
    const person = await register(request, 'farmer');
    const numRuns = Math.min(Math.ceil((CUTS - made) / CUTS_PER_RUN), DAYS_PER_FARMER);
    await fc.assert(
      fc.asyncProperty(steps, cuts, (daySteps, planned) => oneDay(person, daySteps, planned)),
      { numRuns, endOnFailure: true },
    );
  }
  await proxy.close();
});
