/** Machines and their logs as they are once the waiting work is done; what an answer already holds is not added twice. */
import type {
  Equipment,
  EquipmentDetail,
  EquipmentEdit,
  EquipmentInput,
  MaintenanceRecord,
  UsageRecord,
} from '@ardhi/contract';
import { today } from '../lib/clock.ts';
import type { Entry, Fields } from './entry.ts';

type EquipmentLike = Equipment & Partial<Pick<EquipmentDetail, 'maintenance' | 'usage' | 'costByYear'>>;

const UNKNOWN_SERVICE = {
  state: 'unknown',
  by: null,
  dueDate: null,
  daysLeft: null,
  hoursLeft: null,
} as const;

/** Null: it is gone. Undefined: nothing is known of it. */
export function overEquipmentItem<M extends EquipmentLike>(
  machine: M | undefined,
  entries: readonly Entry[],
  id: string,
): M | null | undefined {
  let shown: M | null | undefined = machine;
  for (const entry of entries) {
    if (entry.call === 'POST /equipment' && entry.body?._id === id)
      shown ??= newEquipment(entry) as EquipmentLike as M;
    else if (entry.params.id === id && shown) shown = step(shown, entry);
  }
  return shown;
}

function step<M extends EquipmentLike>(machine: M, entry: Entry): M | null {
  const { call, params, body } = entry;
  switch (call) {
    case 'DELETE /equipment/{id}':
      return null;
    case 'PUT /equipment/{id}':
      return edited(machine, body as EquipmentEdit);
    case 'PUT /equipment/{id}/usage':
      return withUsage(machine, entry);
    case 'DELETE /equipment/{id}/usage/{recordId}':
      return withoutUsage(machine, entry);
    case 'POST /equipment/{id}/maintenance':
      return { ...machine, maintenance: added(machine.maintenance, newMaintenance(entry)) };
    case 'PUT /equipment/{id}/maintenance/{recordId}':
      return {
        ...machine,
        maintenance: machine.maintenance?.map((record) =>
          record._id === params.recordId ? { ...record, ...withoutRevision(body) } : record,
        ),
      };
    case 'DELETE /equipment/{id}/maintenance/{recordId}':
      return {
        ...machine,
        maintenance: machine.maintenance?.filter(({ _id }) => _id !== params.recordId),
      };
    default:
      return machine;
  }
}

function withoutRevision(body: Fields | undefined): Fields {
  const { revision: _, ...fields } = body ?? {};
  return fields;
}

function newEquipment({ body, madeAt }: Entry): EquipmentDetail {
  const given = body as EquipmentInput & { _id: string };
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

function edited<M extends EquipmentLike>(machine: M, edit: EquipmentEdit): M {
  const { revision: _, ...fields } = edit;
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  const more = (edit.startingHours ?? machine.startingHours) - machine.startingHours;
  return { ...machine, ...given, usageHours: machine.usageHours + more };
}

/** Newest first. */
function added<R extends { _id: string; date: string }>(rows: R[] | undefined, record: R): R[] | undefined {
  if (!rows || rows.some(({ _id }) => _id === record._id)) return rows;
  const place = rows.findIndex(({ date }) => date <= record.date);
  return rows.toSpliced(place < 0 ? rows.length : place, 0, record);
}

function newMaintenance({ body, madeAt }: Entry): MaintenanceRecord {
  const given = body as unknown as MaintenanceRecord;
  return {
    ...given,
    cost: given.cost ?? null,
    nextDueDate: given.nextDueDate ?? null,
    revision: 1,
    createdAt: new Date(madeAt).toISOString(),
  };
}

/** In a list the log is not there to tell whether the hours are counted already, so only what was not sent counts. */
function withUsage<M extends EquipmentLike>(machine: M, entry: Entry): M {
  const given = entry.body as unknown as UsageRecord;
  const known = machine.usage?.some(({ _id }) => _id === given._id) ?? entry.state === 'sent';
  if (known) return machine;
  const record = {
    _id: given._id,
    date: given.date ?? today(new Date(entry.madeAt)),
    hours: given.hours,
    createdAt: new Date(entry.madeAt).toISOString(),
  };
  return {
    ...machine,
    usageHours: machine.usageHours + given.hours,
    usage: added(machine.usage, record),
  };
}

function withoutUsage<M extends EquipmentLike>(machine: M, { params }: Entry): M {
  const record = machine.usage?.find(({ _id }) => _id === params.recordId);
  if (!record) return machine;
  return {
    ...machine,
    usageHours: Math.max(0, machine.usageHours - record.hours),
    usage: machine.usage?.filter((one) => one !== record),
  };
}

export function overEquipmentList(rows: readonly Equipment[], entries: readonly Entry[]): Equipment[] {
  const known = new Set(rows.map(({ _id }) => _id));
  const fresh = entries.filter(
    ({ call, body }) => call === 'POST /equipment' && !known.has(String(body?._id)),
  );
  const byId = new Map(rows.map((machine) => [machine._id, machine]));
  const ids = [...known, ...fresh.map(({ body }) => String(body?._id))];
  return ids.flatMap((id) => overEquipmentItem<EquipmentLike>(byId.get(id), entries, id) ?? []);
}
