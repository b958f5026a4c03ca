import { type Insertable, sql, type Updateable } from 'kysely';
import type { DB } from '../../lib/database/database.generated.ts';
import type { Db } from '../../lib/database/db.ts';
import { listPage, nextRevision, type PageRequest, updateRow } from '../../lib/database/rows.ts';
import { BY_CREATION } from '../../lib/http/page.ts';

/** Equipment with the values for its service state and yearly cost, as of `today`. */
function selectEquipment(db: Db, today: string) {
  return db.selectFrom('equipment').select([
    'id',
    'owner_id',
    'name',
    'type',
    'manufacturer',
    'model',
    'purchase_date',
    'purchase_price_cents',
    'status',
    'starting_hours',
    'usage_hours',
    'service_interval_hours',
    'revision',
    'created_at',
    // A service without a next date clears the earlier due date; a repair without one does not.
    sql<string | null>`(
      select next_due_date from equipment_maintenance
      where equipment_id = equipment.id and (lower(kind) = 'service' or next_due_date is not null)
      order by date desc, created_at desc, id desc limit 1
    )`.as('due_date'),
    sql<number>`case when service_interval_hours is null then 0 else coalesce((
      select (select coalesce(sum(hours), 0) from equipment_usage
              where equipment_id = equipment.id and equipment_usage.date > last.date)
      from equipment_maintenance as last
      where last.equipment_id = equipment.id and lower(last.kind) = 'service' and last.date <= ${today}
      order by last.date desc limit 1
    ), usage_hours) end`.as('hours_since_service'),
    sql<number>`(
      select coalesce(sum(cost_cents), 0)::bigint from equipment_maintenance
      where equipment_id = equipment.id and date > ${today}::date - 365 and date <= ${today}::date
    )`.as('yearly_cost_cents'),
  ]);
}

export type EquipmentRow = Awaited<ReturnType<ReturnType<typeof selectEquipment>['execute']>>[number];

export function findOwnEquipment(db: Db, ownerId: string, id: string, today: string) {
  return selectEquipment(db, today).where('id', '=', id).where('owner_id', '=', ownerId).executeTakeFirst();
}

/** Oldest first, so that the order is stable as equipment is added. */
export const listOwnEquipment = (db: Db, ownerId: string, today: string, page: PageRequest) =>
  listPage(selectEquipment(db, today).where('owner_id', '=', ownerId), BY_CREATION, 'asc', page);

/** All farmers' equipment that is not retired, sorted by id, with the values for its service state. */
export function listInService(
  db: Db,
  today: string,
  { limit, after }: { limit: number; after: string | null },
) {
  return db
    .selectFrom(selectEquipment(db, today).as('equipment'))
    .select([
      'id',
      'owner_id',
      'name',
      'status',
      'usage_hours',
      'service_interval_hours',
      'due_date',
      'hours_since_service',
    ])
    .where('status', '!=', 'retired')
    .$if(after !== null, (query) => query.where('id', '>', after))
    .orderBy('id')
    .limit(limit)
    .execute();
}

export async function countOwnEquipment(db: Db, ownerId: string): Promise<number> {
  const { count } = await db
    .selectFrom('equipment')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow();
  return count;
}

export async function lockOwnEquipment(db: Db, ownerId: string, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('equipment')
    .select('id')
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

export function findEquipmentOwner(db: Db, id: string) {
  return db.selectFrom('equipment').select('owner_id').where('id', '=', id).executeTakeFirst();
}

export async function insertEquipment(
  db: Db,
  row: Insertable<DB['equipment']> & { starting_hours: number },
): Promise<void> {
  await db
    .insertInto('equipment')
    .values({ ...row, usage_hours: row.starting_hours })
    .execute();
}

/** A corrected `starting_hours` shifts the total by the same amount. */
export function updateEquipment(db: Db, id: string, change: Updateable<DB['equipment']>): Promise<void> {
  const hours = change.starting_hours;
  const total = sql<number>`usage_hours - starting_hours + ${hours}::numeric(12, 2)`;
  return updateRow(db, 'equipment', id, {
    ...change,
    ...(hours === undefined ? {} : { usage_hours: total }),
    revision: nextRevision,
  });
}

export async function deleteEquipment(db: Db, id: string): Promise<void> {
  await db.deleteFrom('equipment').where('id', '=', id).execute();
}

/** For the account data download. */
export function accountEquipment(db: Db, ownerId: string) {
  return db
    .selectFrom('equipment')
    .selectAll()
    .select([
      sql<unknown[]>`(select coalesce(jsonb_agg(m order by m.date), '[]') from equipment_maintenance as m
        where m.equipment_id = equipment.id)`.as('maintenance'),
      sql<unknown[]>`(select coalesce(jsonb_agg(u order by u.date), '[]') from equipment_usage as u
        where u.equipment_id = equipment.id)`.as('usage'),
    ])
    .where('owner_id', '=', ownerId)
    .orderBy('created_at')
    .limit(100_000)
    .execute();
}

export async function deleteAllEquipment(db: Db, ownerId: string): Promise<void> {
  await db.deleteFrom('equipment').where('owner_id', '=', ownerId).execute();
}
