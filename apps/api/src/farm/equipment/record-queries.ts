/** Maintenance log and usage log of equipment. */
import { type Insertable, sql, type Updateable } from 'kysely';
import type { DB } from '../../lib/database/database.generated.ts';
import type { Db } from '../../lib/database/db.ts';
import { firstRow, listPage, nextRevision, type PageRequest, updateRow } from '../../lib/database/rows.ts';

/** Newest first by record date. */
export const BY_DATE = ['date', 'created_at', 'id'] as const;

const selectMaintenance = (db: Db, equipmentId: string) =>
  db
    .selectFrom('equipment_maintenance')
    .select(['id', 'date', 'kind', 'description', 'cost_cents', 'next_due_date', 'revision', 'created_at'])
    .where('equipment_id', '=', equipmentId);

export const listMaintenance = (db: Db, equipmentId: string, page: PageRequest) =>
  listPage(selectMaintenance(db, equipmentId), BY_DATE, 'desc', page);

export type MaintenanceRow = Awaited<ReturnType<typeof listMaintenance>>[number];

export const findMaintenance = (db: Db, equipmentId: string, id: string) =>
  selectMaintenance(db, equipmentId).where('id', '=', id).executeTakeFirst();

/** Returns false if the id is taken. */
export async function insertMaintenance(
  db: Db,
  row: Insertable<DB['equipment_maintenance']>,
): Promise<boolean> {
  const inserted = await db
    .insertInto('equipment_maintenance')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export const updateMaintenance = (db: Db, id: string, change: Updateable<DB['equipment_maintenance']>) =>
  updateRow(db, 'equipment_maintenance', id, { ...change, revision: nextRevision });

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

const selectUsage = (db: Db, equipmentId: string) =>
  db
    .selectFrom('equipment_usage')
    .select(['id', 'date', 'hours', 'created_at'])
    .where('equipment_id', '=', equipmentId);

export const listUsage = (db: Db, equipmentId: string, page: PageRequest) =>
  listPage(selectUsage(db, equipmentId), BY_DATE, 'desc', page);

export type UsageRow = Awaited<ReturnType<typeof listUsage>>[number];

export const findUsage = (db: Db, equipmentId: string, id: string) =>
  selectUsage(db, equipmentId).where('id', '=', id).executeTakeFirst();

/** Adds the hours to the log and to the equipment in one statement. Returns undefined if the id is taken. */
export const addUsage = (
  db: Db,
  usage: { id: string; equipmentId: string; date: string; hours: number },
): Promise<{ id: string } | undefined> =>
  firstRow<{ id: string }>(db)`
      with entry as (
        insert into equipment_usage (id, equipment_id, date, hours)
        values (${usage.id}, ${usage.equipmentId}, ${usage.date}, ${usage.hours})
        on conflict (id) do nothing
        returning equipment_id, hours
      )
      update equipment set usage_hours = usage_hours + entry.hours
      from entry where equipment.id = entry.equipment_id
      returning equipment.id`;

export async function deleteUsage(db: Db, id: string): Promise<void> {
  await sql`
    with entry as (delete from equipment_usage where id = ${id} returning equipment_id, hours)
    update equipment set usage_hours = usage_hours - entry.hours
    from entry where equipment.id = entry.equipment_id`.execute(db);
}
