import type { Crop, DeletedParcel } from '@ardhi/contract';
import { MAX_PAGE_SIZE, RESTORE_DAYS } from '@ardhi/contract/limits';
import { sql } from 'kysely';
import type { Db } from '../../lib/database/db.ts';
import { rowsOf } from '../../lib/database/rows.ts';
import type { ListedParcel, ParcelRow, WholeParcel } from './columns.ts';
import {
  listStatement,
  lockStatement,
  offlineStatement,
  recordJson,
  rowStatement,
  wholeStatement,
} from './hot-statements.ts';

/** Parcels of a farmer, oldest first, one more than `limit`, and their total number. */
export async function listParcels(
  db: Db,
  ownerId: string,
  { limit, offset, after }: { limit: number; offset: number; after: string[] | null },
): Promise<{ rows: ListedParcel[]; total: number }> {
  const [time = '-infinity', id = '00000000-0000-0000-0000-000000000000'] = after ?? [];
  const rows = await listStatement(db, [ownerId, time, id, limit + 1, offset]);
  // An empty page still returns one row, with only the total.
  return { rows: rows.filter(({ id }) => id !== null), total: rows[0]?.total ?? 0 };
}

/** A page of a farmer's parcels, oldest first, each with its records since `since`. */
export function listOfflineParcels(
  db: Db,
  ownerId: string,
  { limit, offset, since }: { limit: number; offset: number; since: string },
): Promise<WholeParcel[]> {
  return offlineStatement(db, [ownerId, limit, offset, since]);
}

export async function findParcel(db: Db, parcelId: string): Promise<WholeParcel | undefined> {
  return (await wholeStatement(db, [parcelId]))[0];
}

/** The parcel without its records. */
export async function findParcelRow(db: Db, parcelId: string): Promise<ParcelRow | undefined> {
  return (await rowStatement(db, [parcelId]))[0];
}

/** Every write to a parcel or its records takes this lock first, which serialises writes to one parcel. */
export async function lockParcel(db: Db, parcelId: string): Promise<ParcelRow | undefined> {
  return (await lockStatement(db, [parcelId]))[0];
}

export const listDeletedParcels = (db: Db, ownerId: string) =>
  rowsOf<DeletedParcel>(db)`
    select id as _id, name, size_acres as size, deleted_at as "deletedAt",
      deleted_at + make_interval(days => ${RESTORE_DAYS}) as "restorableUntil"
    from parcels
    where owner_id = ${ownerId} and deleted_at > now() - make_interval(days => ${RESTORE_DAYS})
    order by deleted_at desc limit ${MAX_PAGE_SIZE}`;

/** Whether the farmer has another parcel with that name, ignoring case. */
export async function isNameTaken(db: Db, ownerId: string, name: string, exceptId: string): Promise<boolean> {
  const found = await db
    .selectFrom('parcels')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .where('id', '!=', exceptId)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Crops past their harvest date whose yield is not confirmed, oldest first. */
export const listHarvestsToConfirm = (db: Db, ownerId: string, today: string, limit: number) =>
  rowsOf<{ landId: string; landName: string; crop: Crop }>(db)`
    select parcels.id as "landId", parcels.name as "landName",
      (select ${recordJson('crops')} from (select crops.*) as crop) as crop
    from parcels join crops on crops.parcel_id = parcels.id
    where parcels.owner_id = ${ownerId} and parcels.deleted_at is null
      and not crops.yield_confirmed and crops.harvest_date <= ${today}
    order by crops.harvest_date, crops.id limit ${limit}`;

/** The farmer's latest actions on any parcel, from the audit log. */
export function listActivities(db: Db, ownerId: string, limit: number) {
  return db
    .selectFrom('audit_log')
    .leftJoin('parcels', 'parcels.id', 'audit_log.entity_id')
    .select([
      'audit_log.id',
      'audit_log.at',
      'audit_log.action',
      'audit_log.entity_id',
      'audit_log.before',
      'audit_log.after',
      'parcels.name as parcel_name',
      sql<boolean>`parcels.deleted_at is not null or parcels.id is null`.as('parcel_deleted'),
    ])
    .where('audit_log.actor_id', '=', ownerId)
    .where('audit_log.entity', '=', 'land')
    .orderBy('audit_log.id', 'desc')
    .limit(limit)
    .execute();
}
