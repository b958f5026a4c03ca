/** Applies queued changes to equipment and its logs. Records that a response already includes are not added twice. */
import type { Equipment, EquipmentDetail, MaintenanceRecord, UsageRecord } from '@ardhi/contract';
import { today } from '../../lib/device/clock.ts';
import type { EntryOf } from '../../outbox/offline-calls.ts';

/** List rows have no logs. */
export type EquipmentLike = Equipment &
  Partial<Pick<EquipmentDetail, 'maintenance' | 'usage' | 'costByYear'>>;

const UNKNOWN_SERVICE = {
  state: 'unknown',
  by: null,
  dueDate: null,
  daysLeft: null,
  hoursLeft: null,
} as const;

export function draftEquipment({ body: input, madeAt }: EntryOf<'POST /equipment'>): EquipmentDetail {
  const hours = input.startingHours ?? input.usageHours ?? 0;
  return {
    _id: input._id,
    name: input.name,
    type: input.type,
    manufacturer: input.manufacturer ?? null,
    model: input.model ?? null,
    purchaseDate: input.purchaseDate ?? null,
    purchasePrice: input.purchasePrice ?? null,
    status: input.status ?? 'active',
    startingHours: hours,
    usageHours: hours,
    serviceIntervalHours: input.serviceIntervalHours ?? null,
    service: UNKNOWN_SERVICE,
    yearlyCost: 0,
    revision: 1,
    createdAt: new Date(madeAt).toISOString(),
    maintenance: [],
    usage: [],
    costByYear: [],
  };
}

export function editEquipment(
  equipment: EquipmentLike,
  { body }: EntryOf<'PUT /equipment/{id}'>,
): EquipmentLike {
  const { revision: _, ...fields } = body;
  const input = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  const more = (body.startingHours ?? equipment.startingHours) - equipment.startingHours;
  return { ...equipment, ...input, usageHours: equipment.usageHours + more };
}

/** Newest first. */
function insertByDate<R extends { _id: string; date: string }>(
  rows: R[] | undefined,
  record: R,
): R[] | undefined {
  if (!rows || rows.some(({ _id }) => _id === record._id)) return rows;
  const place = rows.findIndex(({ date }) => date <= record.date);
  return rows.toSpliced(place < 0 ? rows.length : place, 0, record);
}

export function addMaintenance(
  equipment: EquipmentLike,
  { body, madeAt }: EntryOf<'POST /equipment/{id}/maintenance'>,
): EquipmentLike {
  const record: MaintenanceRecord = {
    ...body,
    cost: body.cost ?? null,
    nextDueDate: body.nextDueDate ?? null,
    revision: 1,
    createdAt: new Date(madeAt).toISOString(),
  };
  return { ...equipment, maintenance: insertByDate(equipment.maintenance, record) };
}

export function correctMaintenance(
  equipment: EquipmentLike,
  { params, body }: EntryOf<'PUT /equipment/{id}/maintenance/{recordId}'>,
): EquipmentLike {
  const { revision: _, ...fields } = body;
  return {
    ...equipment,
    maintenance: equipment.maintenance?.map((record) =>
      record._id === params.recordId ? { ...record, ...(fields as Partial<MaintenanceRecord>) } : record,
    ),
  };
}

export function removeMaintenance(
  equipment: EquipmentLike,
  { params }: EntryOf<'DELETE /equipment/{id}/maintenance/{recordId}'>,
): EquipmentLike {
  return { ...equipment, maintenance: equipment.maintenance?.filter(({ _id }) => _id !== params.recordId) };
}

/** List rows have no log that shows whether the hours are already counted, so only unsent hours are added. */
export function addUsage(
  equipment: EquipmentLike,
  { body, state, madeAt }: EntryOf<'PUT /equipment/{id}/usage'>,
): EquipmentLike {
  const isCounted = equipment.usage?.some(({ _id }) => _id === body._id) ?? state === 'sent';
  if (isCounted) return equipment;
  const record: UsageRecord = {
    _id: body._id,
    date: body.date ?? today(new Date(madeAt)),
    hours: body.hours,
    createdAt: new Date(madeAt).toISOString(),
  };
  return {
    ...equipment,
    usageHours: equipment.usageHours + body.hours,
    usage: insertByDate(equipment.usage, record),
  };
}

export function removeUsage(
  equipment: EquipmentLike,
  { params }: EntryOf<'DELETE /equipment/{id}/usage/{recordId}'>,
): EquipmentLike {
  const record = equipment.usage?.find(({ _id }) => _id === params.recordId);
  if (!record) return equipment;
  return {
    ...equipment,
    usageHours: Math.max(0, equipment.usageHours - record.hours),
    usage: equipment.usage?.filter((one) => one !== record),
  };
}
