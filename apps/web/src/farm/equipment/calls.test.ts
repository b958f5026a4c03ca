import type { EquipmentDetail } from '@ardhi/contract';
import { describe, expect, it } from 'vitest';
import type { EntryOf } from '../../outbox/offline-calls.ts';
import {
  addMaintenance,
  addUsage,
  draftEquipment,
  type EquipmentLike,
  editEquipment,
  removeUsage,
} from './calls.ts';

const ID = '0199b0de-0000-7000-8000-0000000000e1';
const TIMES = { seq: 1, key: 'k', params: { id: ID }, state: 'waiting', madeAt: 0, attempts: 0 } as const;

const tractor: EquipmentDetail = draftEquipment({
  ...TIMES,
  call: 'POST /equipment',
  body: { _id: ID, name: 'Tractor', type: 'Tractor', startingHours: 100 },
});

const usageEntry = (_id: string, hours: number, date: string): EntryOf<'PUT /equipment/{id}/usage'> => ({
  ...TIMES,
  call: 'PUT /equipment/{id}/usage',
  body: { _id, hours, date },
});

describe('a machine with queued changes', () => {
  it('has its starting hours', () => {
    expect(tractor).toMatchObject({
      name: 'Tractor',
      status: 'active',
      usageHours: 100,
      purchasePrice: null,
    });
  });

  it('counts hours once, even if the response already includes them', () => {
    const once = addUsage(tractor, usageEntry('u1', 2.5, '2026-03-01'));
    expect(once.usageHours).toBe(102.5);
    expect(addUsage(once, usageEntry('u1', 2.5, '2026-03-01'))).toBe(once);
  });

  it('in a list, which has no log, does not count sent hours again', () => {
    const { usage: _, ...listed } = tractor;
    expect(addUsage(listed, { ...usageEntry('u1', 4, '2026-03-01'), state: 'sent' }).usageHours).toBe(100);
    expect(addUsage(listed, usageEntry('u1', 4, '2026-03-01')).usageHours).toBe(104);
  });

  it('shows its logs newest first, and subtracts deleted hours', () => {
    const days = ['2026-03-01', '2026-03-09', '2026-03-05'];
    let machine: EquipmentLike = tractor;
    for (const [at, date] of days.entries()) machine = addUsage(machine, usageEntry(`u${at}`, 1, date));
    expect(machine.usage?.map(({ date }) => date)).toEqual(['2026-03-09', '2026-03-05', '2026-03-01']);
    expect(machine.usageHours).toBe(103);
    const less = removeUsage(machine, {
      ...TIMES,
      call: 'DELETE /equipment/{id}/usage/{recordId}',
      params: { id: ID, recordId: 'u1' },
      body: undefined,
    });
    expect(less.usageHours).toBe(102);
  });

  it('adjusts its total with the starting hours, and leaves omitted fields unchanged', () => {
    const edited = editEquipment(tractor, {
      ...TIMES,
      call: 'PUT /equipment/{id}',
      body: { _id: ID, startingHours: 150, model: undefined },
    });
    expect(edited).toMatchObject({ usageHours: 150, name: 'Tractor', model: null });
  });

  it('has maintenance records with omitted fields as null', () => {
    const { maintenance } = addMaintenance(tractor, {
      ...TIMES,
      call: 'POST /equipment/{id}/maintenance',
      body: { _id: 'm1', date: '2026-03-01', kind: 'service', description: 'Oil' },
    });
    expect(maintenance).toMatchObject([{ description: 'Oil', cost: null, nextDueDate: null }]);
  });
});
