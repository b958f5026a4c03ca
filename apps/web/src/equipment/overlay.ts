/** Machines and their logs as they show before what was done with them is sent. What an answer holds is not added twice. */
import type { Equipment, EquipmentDetail, MaintenanceRecord, UsageRecord } from '@ardhi/contract';
import { today } from '../lib/clock.ts';
import type { EntryOf } from '../outbox/offline-calls.ts';

/** A machine of the list lacks its logs. */
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
  machine: EquipmentLike,
  { body }: EntryOf<'PUT /equipment/{id}'>,
): EquipmentLike {
  const { revision: _, ...fields } = body;
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  const more = (body.startingHours ?? machine.startingHours) - machine.startingHours;
  return { ...machine, ...given, usageHours: machine.usageHours + more };
}

/** Newest first. */
function added<R extends { _id: string; date: string }>(rows: R[] | undefined, record: R): R[] | undefined {
  if (!rows || rows.some(({ _id }) => _id === record._id)) return rows;
  const place = rows.findIndex(({ date }) => date <= record.date);
  return rows.toSpliced(place < 0 ? rows.length : place, 0, record);
}

export function addMaintenance(
  machine: EquipmentLike,
  { body, madeAt }: EntryOf<'POST /equipment/{id}/maintenance'>,
): EquipmentLike {
  const record: MaintenanceRecord = {
    ...body,
    cost: body.cost ?? null,
    nextDueDate: body.nextDueDate ?? null,
    revision: 1,
    createdAt: new Date(madeAt).toISOString(),
  };
  return { ...machine, maintenance: added(machine.maintenance, record) };
}

export function correctMaintenance(
  machine: EquipmentLike,
  { params, body }: EntryOf<'PUT /equipment/{id}/maintenance/{recordId}'>,
): EquipmentLike {
  const { revision: _, ...fields } = body;
  return {
    ...machine,
    maintenance: machine.maintenance?.map((record) =>
      record._id === params.recordId ? { ...record, ...(fields as Partial<MaintenanceRecord>) } : record,
    ),
  };
}

export function removeMaintenance(
  machine: EquipmentLike,
  { params }: EntryOf<'DELETE /equipment/{id}/maintenance/{recordId}'>,
): EquipmentLike {
  return { ...machine, maintenance: machine.maintenance?.filter(({ _id }) => _id !== params.recordId) };
}

/** In a list the log is not there to tell whether the hours are counted already, so only what was not sent counts. */
export function addUsage(
  machine: EquipmentLike,
  { body, state, madeAt }: EntryOf<'PUT /equipment/{id}/usage'>,
): EquipmentLike {
  const known = machine.usage?.some(({ _id }) => _id === body._id) ?? state === 'sent';
  if (known) return machine;
  const record: UsageRecord = {
    _id: body._id,
    date: body.date ?? today(new Date(madeAt)),
    hours: body.hours,
    createdAt: new Date(madeAt).toISOString(),
  };
  return {
    ...machine,
    usageHours: machine.usageHours + body.hours,
    usage: added(machine.usage, record),
  };
}

export function removeUsage(
  machine: EquipmentLike,
  { params }: EntryOf<'DELETE /equipment/{id}/usage/{recordId}'>,
): EquipmentLike {
  const record = machine.usage?.find(({ _id }) => _id === params.recordId);
  if (!record) return machine;
  return {
    ...machine,
    usageHours: Math.max(0, machine.usageHours - record.hours),
    usage: machine.usage?.filter((one) => one !== record),
  };
}
