/** Machines and their logs as they show before what was done with them is sent. What an answer holds is not added twice. */
import type { Equipment, EquipmentDetail, MaintenanceRecord, UsageRecord } from '@ardhi/contract';
import { today } from '../../lib/device/clock.ts';
import type { EntryOf } from '../../outbox/offline-calls.ts';

/** In the list a machine lacks its logs. */
export type EquipmentLike = Equipment &
  Partial<Pick<EquipmentDetail, 'maintenance' | 'usage' | 'costByYear'>>;

const UNKNOWN_SERVICE = {
  state: 'unknown',
  by: null,
  dueDate: null,
  daysLeft: null,
  hoursLeft: null,
} as const;

export function draftEquipment({ body: given, madeAt }: EntryOf<'POST /equipment'>): EquipmentDetail {
  const hours = given.startingHours ?? given.usageHours ?? 0;
  return {
    _id: given._id,
    name: given.name,
    type: given.type,
    manufacturer: given.manufacturer ?? null,
    model: given.model ?? null,
    purchaseDate: given.purchaseDate ?? null,
    purchasePrice: given.purchasePrice ?? null,
    status: given.status ?? 'active',
    startingHours: hours,
    usageHours: hours,
    serviceIntervalHours: given.serviceIntervalHours ?? null,
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
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  const more = (body.startingHours ?? equipment.startingHours) - equipment.startingHours;
  return { ...equipment, ...given, usageHours: equipment.usageHours + more };
}

/** Newest first. */
function added<R extends { _id: string; date: string }>(rows: R[] | undefined, record: R): R[] | undefined {
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
  return { ...equipment, maintenance: added(equipment.maintenance, record) };
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

/** In a list the log is not there to tell whether the hours are counted already, so only what was not sent counts. */
export function addUsage(
  equipment: EquipmentLike,
  { body, state, madeAt }: EntryOf<'PUT /equipment/{id}/usage'>,
): EquipmentLike {
  const known = equipment.usage?.some(({ _id }) => _id === body._id) ?? state === 'sent';
  if (known) return equipment;
  const record: UsageRecord = {
    _id: body._id,
    date: body.date ?? today(new Date(madeAt)),
    hours: body.hours,
    createdAt: new Date(madeAt).toISOString(),
  };
  return {
    ...equipment,
    usageHours: equipment.usageHours + body.hours,
    usage: added(equipment.usage, record),
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
