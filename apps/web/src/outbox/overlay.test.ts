import type { Application, Equipment, EquipmentDetail, Message, ParcelDetail, User } from '@ardhi/contract';
import { describe, expect, it } from 'vitest';
import { amina } from '../../test/server.ts';
import type { Entry, Work } from './entry.ts';
import { overEquipmentItem, overEquipmentList } from './equipment-overlay.ts';
import { figures } from './figures.ts';
import { overBoundary, overHarvests, overParcel, overParcels } from './land-overlay.ts';
import { overConversations, overThread } from './message-overlay.ts';
import { overApplications } from './subsidy-overlay.ts';

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
const parcel = () => overParcel(undefined, [newParcel], 'L') as ParcelDetail;

describe('a parcel', () => {
  it('that was made without a network is there with its records, counted once', () => {
    const shown = overParcel(undefined, [newParcel, crop, water], 'L') as ParcelDetail;
    expect(shown).toMatchObject({
      name: 'Shamba la juu',
      cropCount: 1,
      crops: [{ _id: 'C', name: 'Maize', yieldConfirmed: true }],
      waterCount: 1,
      totalWater: 500,
    });
    // An answer that holds the work already is left as it is.
    expect(overParcel(shown, [newParcel, crop, water], 'L')).toEqual(shown);
  });

  it('has the score that the server will give it', () => {
    const shown = figures.scored(overParcel(undefined, [newParcel, crop, water], 'L') as ParcelDetail);
    expect(shown.county).toBe('Nakuru');
    expect(shown.score.status).not.toBe('initial');
    expect(figures.explained(shown, undefined).sustainabilityScore).toBe(shown.sustainabilityScore);
  });

  it('follows corrections and deletions of its records', () => {
    const correct = entry({
      call: 'PUT /land/{id}/water/{recordId}',
      params: { id: 'L', recordId: 'W' },
      body: { date: '2026-05-01', amount: 200, revision: 1 },
    });
    const remove = entry({
      call: 'DELETE /land/{id}/water/{recordId}',
      params: { id: 'L', recordId: 'W' },
    });
    const corrected = overParcel(parcel(), [water, correct], 'L') as ParcelDetail;
    expect(corrected).toMatchObject({ totalWater: 200, waterCount: 1 });
    expect(corrected.waterUsage).toEqual([{ _id: 'W', date: '2026-05-01', amount: 200, revision: 1 }]);
    expect(overParcel(parcel(), [water, correct, remove], 'L')).toMatchObject({
      totalWater: 0,
      waterCount: 0,
      waterUsage: [],
    });
    // Gone from an answer that is newer than the deletion.
    expect(overParcel(parcel(), [remove], 'L')).toEqual(parcel());
  });

  it('in a list is new at the end, edited in its place, and gone when deleted', () => {
    const second = { ...parcel(), _id: 'M', name: 'Chini' };
    const edit = entry({ call: 'PUT /land/{id}', params: { id: 'M' }, body: { name: 'Bonde', revision: 1 } });
    const remove = entry({ call: 'DELETE /land/{id}', params: { id: 'M' } });
    expect(overParcels([second], [newParcel, edit]).map(({ name }) => name)).toEqual([
      'Bonde',
      'Shamba la juu',
    ]);
    expect(overParcels([second], [newParcel, remove]).map(({ name }) => name)).toEqual(['Shamba la juu']);
  });

  it('that was deleted and brought back is there again', () => {
    const remove = entry({ call: 'DELETE /land/{id}', params: { id: 'L' } });
    const restore = entry({ call: 'POST /land/{id}/restore', params: { id: 'L' }, body: {} });
    expect(overParcel(parcel(), [remove], 'L')).toBeNull();
    expect(overParcel(parcel(), [remove, restore], 'L')).toEqual(parcel());
  });

  it('whose harvest was confirmed is not asked about again', () => {
    const [asked] = (overParcel(parcel(), [crop], 'L') as ParcelDetail).crops;
    const confirm = entry({
      call: 'PUT /land/{id}/crops/{recordId}/harvest',
      params: { id: 'L', recordId: 'C' },
      body: { yield: 3, revision: 1 },
    });
    const rows = [{ landId: 'L', landName: 'Juu', crop: asked! }];
    expect(overHarvests(rows, [])).toHaveLength(1);
    expect(overHarvests(rows, [confirm])).toEqual([]);
  });

  it('has the boundary that was drawn, with its area', () => {
    const ring = [35.9, 35.901, 35.901, 35.9, 35.9].map((lon, corner) => [
      lon,
      corner < 2 || corner === 4 ? -0.3 : -0.299,
    ]);
    const drawn = entry({
      call: 'PUT /land/{id}/boundary',
      params: { id: 'L' },
      body: { geometry: { type: 'Polygon', coordinates: [ring] }, source: 'walked', revision: 0 },
    });
    const boundary = overBoundary(undefined, [drawn], 'L', figures);
    expect(boundary).toMatchObject({ landId: 'L', source: 'walked', overlaps: [] });
    expect(boundary?.areaSquareMetres).toBeGreaterThan(12_000);
    expect(boundary?.areaSquareMetres).toBeLessThan(12_600);
    expect((overParcel(parcel(), [drawn], 'L', figures) as ParcelDetail).boundary?.centre.lat).toBeCloseTo(
      -0.2995,
      3,
    );
    const removed = entry({ call: 'DELETE /land/{id}/boundary', params: { id: 'L' } });
    expect(overBoundary(undefined, [drawn, removed], 'L', figures)).toBeNull();
  });
});

describe('a machine', () => {
  const made = entry({ call: 'POST /equipment', params: {}, body: { _id: 'E', name: 'Pump', type: 'Pump' } });
  const hours = entry({
    call: 'PUT /equipment/{id}/usage',
    params: { id: 'E' },
    body: { _id: 'U', hours: 3, date: '2026-04-01' },
  });

  it('has its hours once, whether or not the answer holds them', () => {
    const shown = overEquipmentItem(undefined, [made, hours], 'E') as EquipmentDetail;
    expect(shown).toMatchObject({ usageHours: 3, usage: [{ _id: 'U', hours: 3 }] });
    expect(overEquipmentItem(shown, [made, hours], 'E')).toEqual(shown);
    const listed = overEquipmentList(
      [{ ...shown, usageHours: 3 } as Equipment],
      [{ ...hours, state: 'sent' }],
    );
    expect(listed[0]?.usageHours).toBe(3);
  });
});

it('an application is first in the list, edited in its place, gone when withdrawn', () => {
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
  expect(overApplications(known, [apply, edit], programmes)).toMatchObject([
    { _id: 'S', status: 'pending', amount: 100.5, programmeName: 'Inputs 2026' },
    { _id: 'T' },
  ]);
  expect(overApplications(known, [apply, edit, withdraw], programmes)).toEqual(known);
});

it('a new conversation can be read and answered before it is sent', () => {
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
  const thread: Message[] = overThread([], [first, reply], me, 'T');
  expect(thread.map(({ content, recipient }) => [content, recipient.name])).toEqual([
    ['Habari', 'Wanjiru Kamau'],
    ['Tena', 'Wanjiru Kamau'],
  ]);
  expect(overConversations([], [first, reply], me)).toMatchObject([
    { _id: 'R', threadId: 'T', subject: 'Maji', unreadCount: 0 },
  ]);
});
