/** Maintenance log and usage log of equipment. */
import { sql } from 'kysely';
import type { Db } from '../../lib/database/db.ts';
import type { PageRequest } from './queries.ts';

const maintenanceColumns = [
  'id',
  'date',
  'kind',
  'description',
  'cost_cents',
  'next_due_date',
  'revision',
  'created_at',
] as const;

const olderThan = ([date, createdAt, id]: string[]) =>
  sql<boolean>`(date, created_at, id) < (${date}::date, ${createdAt}::timestamptz, ${id}::uuid)`;

/** Newest first by record date. */
export function listMaintenance(db: Db, equipmentId: string, { limit, after }: PageRequest) {
  return db
    .selectFrom('equipment_maintenance')
    .select(maintenanceColumns)
    .where('equipment_id', '=', equipmentId)
    .$if(after !== null, (query) => query.where(olderThan(after ?? [])))
    .orderBy('date', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export type MaintenanceRow = Awaited<ReturnType<typeof listMaintenance>>[number];

export function findMaintenance(db: Db, equipmentId: string, id: string) {
  return db
    .selectFrom('equipment_maintenance')
    .select(maintenanceColumns)
    .where('equipment_id', '=', equipmentId)
    .where('id', '=', id)
    .executeTakeFirst();
}

export interface MaintenanceValues {
  date: string;
  kind: string;
  description: string;
  cost_cents: number | null;
  next_due_date: string | null;
}

export async function insertMaintenance(
  db: Db,
  row: MaintenanceValues & { id: string; equipment_id: string },
): Promise<boolean> {
  const inserted = await db
    .insertInto('equipment_maintenance')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function updateMaintenance(
  db: Db,
  id: string,
  change: Partial<MaintenanceValues>,
): Promise<void> {
  await db
    .updateTable('equipment_maintenance')
    .set({ ...change, revision: sql<number>`revision + 1` })
    .where('id', '=', id)
    .execute();
}

export async function deleteMaintenance(db: Db, id: string): Promise<void> {
  await db.deleteFrom('equipment_maintenance').where('id', '=', id).execute();
}

export function costByYear(db: Db, equipmentId: string) {
  return db
    .selectFrom('equipment_maintenance')
    .select([
      sql<number>`extract(year from date)::int`.as('year'),
      sql<number>`sum(cost_cents)::bigint`.as('cost_cents'),
    ])
    .where('equipment_id', '=', equipmentId)
    .where('cost_cents', 'is not', null)
    .groupBy('year')
    .orderBy('year', 'desc')
    .limit(200)
    .execute();
}

const usageColumns = ['id', 'date', 'hours', 'created_at'] as const;

/** Newest first by record date. */
export function listUsage(db: Db, equipmentId: string, { limit, after }: PageRequest) {
  return db
    .selectFrom('equipment_usage')
    .select(usageColumns)
    .where('equipment_id', '=', equipmentId)
    .$if(after !== null, (query) => query.where(olderThan(after ?? [])))
    .orderBy('date', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export type UsageRow = Awaited<ReturnType<typeof listUsage>>[number];

export function findUsage(db: Db, equipmentId: string, id: string) {
  return db
    .selectFrom('equipment_usage')
    .select(usageColumns)
    .where('equipment_id', '=', equipmentId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Adds the hours to the log and to the equipment in one statement. Returns false if the id is taken. */
export async function addUsage(
  db: Db,
  usage: { id: string; equipmentId: string; date: string; hours: number },
): Promise<boolean> {
  const { rows } = await sql`
    with entry as (
      insert into equipment_usage (id, equipment_id, date, hours)
      values (${usage.id}, ${usage.equipmentId}, ${usage.date}, ${usage.hours})
      on conflict (id) do nothing
      returning equipment_id, hours
    )
    update equipment set usage_hours = usage_hours + entry.hours
    from entry where equipment.id = entry.equipment_id
    returning equipment.id`.execute(db);
  return rows.length > 0;
}

export async function deleteUsage(db: Db, id: string): Promise<void> {
  await sql`
    with entry as (delete from equipment_usage where id = ${id} returning equipment_id, hours)
    update equipment set usage_hours = usage_hours - entry.hours
    from entry where equipment.id = entry.equipment_id`.execute(db);
}
