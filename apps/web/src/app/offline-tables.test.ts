import type {
  Application,
  Equipment,
  EquipmentDetail,
  Message,
  Parcel,
  ParcelDetail,
  ParcelEdit,
  QueueableCall,
  User,
} from '@ardhi/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { amina } from '../../test/server.ts';
import { overlayBoundary } from '../farm/boundaries/calls.ts';
import { overlayHarvests } from '../farm/land/parcel/list-overlay.ts';
import { scorePreview } from '../farm/land/score/score-preview.ts';
import type { MessageKey } from '../lib/text/i18n.tsx';
import type { Entry, Work } from '../outbox/entry.ts';
import { type FieldPath, type OfflineCalls, registerOfflineCalls } from '../outbox/offline-calls.ts';
import { overlayList, overlayRow } from '../outbox/overlay.ts';
import { overlayThread, overlayThreads, type QueuedMessage } from '../records/messages/overlay.ts';
import { calls } from './offline-calls.ts';

beforeAll(() => registerOfflineCalls(calls));

describe('a table of offline calls', () => {
  it('does not compile without an entry for each queueable call and labels for each field of an edit', () => {
    const { 'POST /land': _row, ...withoutOne } = calls;
    // @ts-expect-error A queueable call is missing.
    withoutOne satisfies OfflineCalls<QueueableCall>;
    const { label: _label, ...withoutLabel } = calls['POST /land'];
    // @ts-expect-error The list of unsent changes could not name it.
    ({ ...calls, 'POST /land': withoutLabel }) satisfies OfflineCalls<QueueableCall>;
    // @ts-expect-error A conflict could not name the new field.
    const fieldLabel = (path: FieldPath<ParcelEdit & { slope: string }>): MessageKey => `land.field.${path}`;
    // @ts-expect-error The call is not queueable in the contract.
    const tooMuch: OfflineCalls<'POST /policies'> = {};
    expect([fieldLabel('slope'), tooMuch]).toEqual(['land.field.slope', {}]);
  });

  it('defines the effect of each call on its row', () => {
    const namesOf = (expected: string) =>
      Object.entries(calls)
        .filter(([, { effect }]) => effect === expected)
        .map(([name]) => name)
        .sort();
    expect(namesOf('restore')).toEqual(['POST /land/{id}/restore']);
    expect(namesOf('create')).toEqual([
      'POST /equipment',
      'POST /equipment/{id}/maintenance',
      'POST /land',
      'POST /land/{id}/crops',
      'POST /land/{id}/fertilizer',
      'POST /land/{id}/pesticides',
      'POST /land/{id}/water',
      'POST /messages',
      'POST /subsidies',
      'PUT /equipment/{id}/usage',
    ]);
    expect(namesOf('remove').every((name) => name.startsWith('DELETE '))).toBe(true);
    expect(namesOf('edit').every((name) => name.startsWith('PUT '))).toBe(true);
  });
});

let seq = 0;
const entry = (work: Work, more: Partial<Entry> = {}): Entry => ({
  ...work,
  seq: ++seq,
  key: `key ${seq}`,
  state: 'waiting',
  madeAt: Date.UTC(2026, 10, 15),
  attempts: 0,
  ...more,
});
const newParcel = entry({
  call: 'POST /land',
  params: {},
  body: { _id: 'L', name: 'Shamba la juu', size: 2, location: { address: 'Njoro, Nakuru County' } },
});
const crop = entry({
  call: 'POST /land/{id}/crops',
  params: { id: 'L' },
  body: { _id: 'C', name: 'Maize', plantingDate: '2026-03-01', harvestDate: '2026-08-01', yield: 2 },
});
const water = entry({
  call: 'POST /land/{id}/water',
  params: { id: 'L' },
  body: { _id: 'W', date: '2026-04-01', amount: 500 },
});
const parcel = () => overlayRow<ParcelDetail>(undefined, [newParcel], 'L') as ParcelDetail;

describe('a parcel', () => {
  it('created offline is shown with its records, counted once', () => {
    const shown = overlayRow<ParcelDetail>(undefined, [newParcel, crop, water], 'L') as ParcelDetail;
    expect(shown).toMatchObject({
      name: 'Shamba la juu',
      cropCount: 1,
      crops: [{ _id: 'C', name: 'Maize', yieldConfirmed: true }],
      waterCount: 1,
      totalWater: 500,
    });
    // A response that already includes the changes is not modified.
    expect(overlayRow<ParcelDetail>(shown, [newParcel, crop, water], 'L')).toEqual(shown);
  });

  it('has the same score as the server will compute', () => {
    const shown = scorePreview.scored(
      overlayRow<ParcelDetail>(undefined, [newParcel, crop, water], 'L') as ParcelDetail,
    );
    expect(shown.county).toBe('Nakuru');
    expect(shown.score.status).not.toBe('initial');
    expect(scorePreview.explained(shown, undefined).sustainabilityScore).toBe(shown.sustainabilityScore);
  });

  it('reflects corrections and deletions of its records', () => {
    const correct = entry({
      call: 'PUT /land/{id}/water/{recordId}',
      params: { id: 'L', recordId: 'W' },
      body: { date: '2026-05-01', amount: 200, revision: 1 },
    });
    const remove = entry({
      call: 'DELETE /land/{id}/water/{recordId}',
      params: { id: 'L', recordId: 'W' },
    });
    const corrected = overlayRow<ParcelDetail>(parcel(), [water, correct], 'L') as ParcelDetail;
    expect(corrected).toMatchObject({ totalWater: 200, waterCount: 1 });
    expect(corrected.waterUsage).toEqual([{ _id: 'W', date: '2026-05-01', amount: 200, revision: 1 }]);
    expect(overlayRow<ParcelDetail>(parcel(), [water, correct, remove], 'L')).toMatchObject({
      totalWater: 0,
      waterCount: 0,
      waterUsage: [],
    });
    // The response is newer than the deletion and no longer has the record.
    expect(overlayRow<ParcelDetail>(parcel(), [remove], 'L')).toEqual(parcel());
  });

  it('in a list is appended when new, updated in place, and removed when deleted', () => {
    const second = { ...parcel(), _id: 'M', name: 'Chini' };
    const edit = entry({ call: 'PUT /land/{id}', params: { id: 'M' }, body: { name: 'Bonde', revision: 1 } });
    const remove = entry({ call: 'DELETE /land/{id}', params: { id: 'M' } });
    expect(overlayList<Parcel>([second], [newParcel, edit]).map(({ name }) => name)).toEqual([
      'Bonde',
      'Shamba la juu',
    ]);
    expect(overlayList<Parcel>([second], [newParcel, remove]).map(({ name }) => name)).toEqual([
      'Shamba la juu',
    ]);
  });

  it('is shown again after deletion and restore', () => {
    const remove = entry({ call: 'DELETE /land/{id}', params: { id: 'L' } });
    const restore = entry({ call: 'POST /land/{id}/restore', params: { id: 'L' }, body: {} });
    expect(overlayRow<ParcelDetail>(parcel(), [remove], 'L')).toBeNull();
    expect(overlayRow<ParcelDetail>(parcel(), [remove, restore], 'L')).toEqual(parcel());
  });

  it('with a confirmed harvest needs no confirmation any more', () => {
    const [unconfirmed] = (overlayRow<ParcelDetail>(parcel(), [crop], 'L') as ParcelDetail).crops;
    const confirm = entry({
      call: 'PUT /land/{id}/crops/{recordId}/harvest',
      params: { id: 'L', recordId: 'C' },
      body: { yield: 3, revision: 1 },
    });
    const rows = [{ landId: 'L', landName: 'Juu', crop: unconfirmed! }];
    expect(overlayHarvests(rows, [])).toHaveLength(1);
    expect(overlayHarvests(rows, [confirm])).toEqual([]);
    const undo = entry({
      call: 'PUT /land/{id}/crops/{recordId}/harvest/undo',
      params: { id: 'L', recordId: 'C' },
      body: { yield: 2, harvestDate: '2026-08-01' },
    });
    expect(overlayHarvests(rows, [confirm, undo])).toEqual(rows);
    const after = overlayRow<ParcelDetail>(parcel(), [crop, confirm, undo], 'L') as ParcelDetail;
    expect(after.crops).toMatchObject([{ yield: 2, harvestDate: '2026-08-01', yieldConfirmed: false }]);
  });

  it('has the drawn boundary with its area', () => {
    const ring = [35.9, 35.901, 35.901, 35.9, 35.9].map((lon, vertex) => [
      lon,
      vertex < 2 || vertex === 4 ? -0.3 : -0.299,
    ]);
    const drawn = entry({
      call: 'PUT /land/{id}/boundary',
      params: { id: 'L' },
      body: { geometry: { type: 'Polygon', coordinates: [ring] }, source: 'walked', revision: 0 },
    });
    const boundary = overlayBoundary(undefined, [drawn], 'L', scorePreview);
    expect(boundary).toMatchObject({ landId: 'L', source: 'walked', overlaps: [] });
    expect(boundary?.areaSquareMetres).toBeGreaterThan(12_000);
    expect(boundary?.areaSquareMetres).toBeLessThan(12_600);
    expect(
      (overlayRow<ParcelDetail>(parcel(), [drawn], 'L', scorePreview) as ParcelDetail).boundary?.centre.lat,
    ).toBeCloseTo(-0.2995, 3);
    const removed = entry({ call: 'DELETE /land/{id}/boundary', params: { id: 'L' } });
    expect(overlayBoundary(undefined, [drawn, removed], 'L', scorePreview)).toBeNull();
  });
});

describe('a machine', () => {
  const made = entry({ call: 'POST /equipment', params: {}, body: { _id: 'E', name: 'Pump', type: 'Pump' } });
  const hours = entry({
    call: 'PUT /equipment/{id}/usage',
    params: { id: 'E' },
    body: { _id: 'U', hours: 3, date: '2026-04-01' },
  });

  it('counts its hours once, whether or not the response includes them', () => {
    const shown = overlayRow<EquipmentDetail>(undefined, [made, hours], 'E') as EquipmentDetail;
    expect(shown).toMatchObject({ usageHours: 3, usage: [{ _id: 'U', hours: 3 }] });
    expect(overlayRow<EquipmentDetail>(shown, [made, hours], 'E')).toEqual(shown);
    const listed = overlayList<Equipment>(
      [{ ...shown, usageHours: 3 } as Equipment],
      [{ ...hours, state: 'sent' }],
    );
    expect(listed[0]?.usageHours).toBe(3);
  });
});

it('an application is listed first, updated in place, and removed when withdrawn', () => {
  const apply = entry({
    call: 'POST /subsidies',
    params: {},
    body: {
      _id: 'S',
      name: 'Seed',
      description: 'Maize seed',
      amount: 5000,
      programmeId: 'P',
      parcelIds: [],
    },
  });
  const edit = entry({
    call: 'PUT /subsidies/{id}',
    params: { id: 'S' },
    body: { amount: 100.5, revision: 1 },
  });
  const withdraw = entry({ call: 'DELETE /subsidies/{id}', params: { id: 'S' } });
  const programmes = [{ _id: 'P', name: 'Inputs 2026' }] as never;
  const known = [{ _id: 'T', name: 'Old' } as Application];
  const shown = (entries: Entry[]) => overlayList(known, entries, { tools: programmes, newestFirst: true });
  expect(shown([apply, edit])).toMatchObject([
    { _id: 'S', status: 'pending', amount: 100.5, programmeName: 'Inputs 2026' },
    { _id: 'T' },
  ]);
  expect(shown([apply, edit, withdraw])).toEqual(known);
});

it('a new thread can be read and replied to before it is sent', () => {
  // Cast: the overlay only needs a user's id, name and role.
  const me = amina as unknown as User;
  const first = entry({
    call: 'POST /messages',
    params: {},
    about: 'Wanjiru Kamau',
    body: { _id: 'T', recipientId: 'w', channelType: 'general', subject: 'Maji', content: 'Habari' },
  });
  const reply = entry({
    call: 'POST /messages',
    params: {},
    body: { _id: 'R', threadId: 'T', content: 'Tena' },
  });
  const queued = [first, reply] as QueuedMessage[];
  const thread: Message[] = overlayThread([], queued, me, 'T');
  expect(thread.map(({ content, recipient }) => [content, recipient.name])).toEqual([
    ['Habari', 'Wanjiru Kamau'],
    ['Tena', 'Wanjiru Kamau'],
  ]);
  expect(overlayThreads([], queued, me)).toMatchObject([
    { _id: 'R', threadId: 'T', subject: 'Maji', unreadCount: 0 },
  ]);
});
