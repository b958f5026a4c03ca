import type {
  Equipment,
  EquipmentDetail,
  EquipmentStatus,
  MaintenanceRecord,
  UsageRecord,
} from '@ardhi/contract';
import type { Db } from '../../lib/database/db.ts';
import { fromCents } from '../../lib/text/money.ts';
import type { EquipmentRow } from './queries.ts';
import {
  costByYear,
  listMaintenance,
  listUsage,
  type MaintenanceRow,
  type UsageRow,
} from './record-queries.ts';
import { serviceOf } from './service-due.ts';

export function presentEquipment(row: EquipmentRow, today: string): Equipment {
  return {
    _id: row.id,
    name: row.name,
    type: row.type,
    manufacturer: row.manufacturer,
    model: row.model,
    purchaseDate: row.purchase_date,
    purchasePrice: row.purchase_price_cents === null ? null : fromCents(row.purchase_price_cents),
    status: row.status as EquipmentStatus,
    startingHours: row.starting_hours,
    usageHours: row.usage_hours,
    serviceIntervalHours: row.service_interval_hours,
    service: serviceOf(row, today),
    yearlyCost: fromCents(row.yearly_cost_cents),
    revision: row.revision,
    createdAt: row.created_at,
  };
}

const SHOWN_RECORDS = 200;

export async function presentDetail(db: Db, row: EquipmentRow, today: string): Promise<EquipmentDetail> {
  // A list returns one row more than its limit.
  const newest = { limit: SHOWN_RECORDS - 1, after: null };
  const years = await costByYear(db, row.id);
  return {
    ...presentEquipment(row, today),
    maintenance: (await listMaintenance(db, row.id, newest)).map(presentMaintenance),
    usage: (await listUsage(db, row.id, newest)).map(presentUsage),
    costByYear: years.map(({ year, cost_cents }) => ({ year, cost: fromCents(cost_cents) })),
  };
}

export function presentMaintenance(row: MaintenanceRow): MaintenanceRecord {
  return {
    _id: row.id,
    date: row.date,
    kind: row.kind,
    description: row.description,
    cost: row.cost_cents === null ? null : fromCents(row.cost_cents),
    nextDueDate: row.next_due_date,
    revision: row.revision,
    createdAt: row.created_at,
  };
}

export function presentUsage(row: UsageRow): UsageRecord {
  return { _id: row.id, date: row.date, hours: row.hours, createdAt: row.created_at };
}
