/**
 * Calls of equipment and its logs that can be queued offline, and their effect on the rows displayed until they are sent.
 * Records that a response already includes are not added twice.
 */
import type {
  Equipment,
  EquipmentDetail,
  MaintenanceRecord,
  QueueableCall,
  UsageRecord,
} from '@ardhi/contract';
import { today } from '../../lib/device/clock.ts';
import { cachedRows } from '../../lib/http/cached-rows.ts';
import type { Work } from '../../outbox/entry.ts';
import type { EntryOf, Known, OfflineCalls } from '../../outbox/offline-calls.ts';
import { overlayRow } from '../../outbox/overlay.ts';
import { equipmentKeys } from './keys.ts';

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

function equipmentOf({ client, entries }: Known, { params }: Work): EquipmentLike | undefined {
  const id = params.id ?? '';
  const one = client.getQueryData<EquipmentDetail>(equipmentKeys.one(id));
  const listed = cachedRows<Equipment>(client, equipmentKeys.list).find(({ _id }) => _id === id);
  return overlayRow<EquipmentLike>(one ?? listed, entries, id) ?? undefined;
}

function recordOf(known: Known, work: Work) {
  const { maintenance = [], usage = [] } = equipmentOf(known, work) ?? {};
  return [...maintenance, ...usage].find(({ _id }) => _id === work.params.recordId);
}

const EQUIPMENT = {
  kind: 'equipment',
  about: (known: Known, work: Work) => equipmentOf(known, work)?.name,
} as const;

export const calls = {
  'POST /equipment': {
    kind: 'equipment',
    effect: 'create',
    label: 'equipment.queued.add',
    failed: 'equipment.error.add',
    draft: draftEquipment,
  },
  'PUT /equipment/{id}': {
    ...EQUIPMENT,
    effect: 'edit',
    label: 'equipment.queued.edit',
    failed: 'equipment.error.update',
    fieldLabel: (path) => `equipment.${path}`,
    base: equipmentOf,
    apply: editEquipment,
  },
  'DELETE /equipment/{id}': {
    ...EQUIPMENT,
    effect: 'remove',
    label: 'equipment.queued.delete',
    failed: 'equipment.error.delete',
    base: equipmentOf,
  },
  'POST /equipment/{id}/maintenance': {
    ...EQUIPMENT,
    effect: 'create',
    label: 'equipment.queued.maintenance.add',
    failed: 'equipment.error.maintenance',
    apply: addMaintenance,
  },
  'PUT /equipment/{id}/maintenance/{recordId}': {
    ...EQUIPMENT,
    effect: 'edit',
    label: 'equipment.queued.maintenance.edit',
    failed: 'equipment.error.maintenance',
    fieldLabel: (path) => `equipment.maintenance.${path}`,
    base: recordOf,
    apply: correctMaintenance,
  },
  'DELETE /equipment/{id}/maintenance/{recordId}': {
    ...EQUIPMENT,
    effect: 'remove',
    label: 'equipment.queued.maintenance.delete',
    failed: 'equipment.error.removeRecord',
    base: recordOf,
    apply: removeMaintenance,
  },
  'PUT /equipment/{id}/usage': {
    ...EQUIPMENT,
    effect: 'create',
    label: 'equipment.queued.usage.add',
    failed: 'equipment.error.usage',
    // Usage records have no name: with this base the outbox shows the machine's name.
    base: equipmentOf,
    apply: addUsage,
  },
  'DELETE /equipment/{id}/usage/{recordId}': {
    ...EQUIPMENT,
    effect: 'remove',
    label: 'equipment.queued.usage.delete',
    failed: 'equipment.error.removeRecord',
    base: recordOf,
    apply: removeUsage,
  },
} satisfies OfflineCalls<Extract<QueueableCall, `${string} /equipment${string}`>>;
