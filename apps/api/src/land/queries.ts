/** Reading parcels. */
import { RECORDS_PER_PARCEL, RESTORE_DAYS } from '@ardhi/contract';
import { sql } from 'kysely';
import type { Db } from '../lib/db.ts';
import {
  type AllRecords,
  type ListedRecords,
  newestRecords,
  type ParcelRow,
  parcelColumns,
} from './columns.ts';

export type ListedParcel = ParcelRow & ListedRecords;
export type WholeParcel = ParcelRow & AllRecords;

/** A page of many parcels carries fewer records of each, so that no answer grows without bound. */
const RECORDS_PER_PAGE = 20_000;

/** The parcels of a farmer, oldest first, one more than `limit`; and how many there are. */
export async function listParcels(
  db: Db,
  ownerId: string,
  { limit, offset, after }: { limit: number; offset: number; after: string[] | null },
): Promise<{ rows: ListedParcel[]; total: number }> {
  const { rows } = await sql<ListedParcel & { total: number }>`
    with page as materialized (
      select ${parcelColumns} from parcels
      where owner_id = ${ownerId} and deleted_at is null
        and (created_at, id) > (${after?.[0] ?? '-infinity'}::timestamptz,
                                ${after?.[1] ?? '00000000-0000-0000-0000-000000000000'}::uuid)
      order by created_at, id
      limit ${limit + 1}::int offset ${offset}::int
    ),
    capacity as (
      select least(${RECORDS_PER_PARCEL}::int, ${RECORDS_PER_PAGE}::int / greatest(count(*)::int, 1)) as records from page
    ),
    owned as (
      select count(*)::int as total from parcels where owner_id = ${ownerId} and deleted_at is null
    )
    select page.*, owned.total,
      ${newestRecords('crops', sql`page.id`, sql`(select records from capacity)`)} as crops,
      ${newestRecords('water_records', sql`page.id`, sql`(select records from capacity)`)} as water_usage
    from owned left join page on true
    order by page.created_at, page.id
  `.execute(db);
  // Without a parcel on the page the row holds the count alone.
  return { rows: rows.filter(({ id }) => id !== null), total: rows[0]?.total ?? 0 };
}

export async function findParcel(db: Db, parcelId: string): Promise<WholeParcel | undefined> {
  const { rows } = await sql<WholeParcel>`
    select ${parcelColumns},
      ${newestRecords('crops', sql`parcels.id`, sql`${RECORDS_PER_PARCEL}`)} as crops,
      ${newestRecords('water_records', sql`parcels.id`, sql`${RECORDS_PER_PARCEL}`)} as water_usage,
      ${newestRecords('fertilizer_records', sql`parcels.id`, sql`${RECORDS_PER_PARCEL}`)} as fertilizer_usage,
      ${newestRecords('pesticide_records', sql`parcels.id`, sql`${RECORDS_PER_PARCEL}`)} as pesticide_usage
    from parcels where id = ${parcelId}
  `.execute(db);
  return rows[0];
}

/** The parcel alone, without its records. */
export async function findParcelRow(db: Db, parcelId: string): Promise<ParcelRow | undefined> {
  const { rows } = await sql<ParcelRow>`
    select ${parcelColumns} from parcels where id = ${parcelId}
  `.execute(db);
  return rows[0];
}

/** Every write to a parcel or its records starts here: writes to one parcel happen one after another. */
export async function lockParcel(db: Db, parcelId: string): Promise<ParcelRow | undefined> {
  const { rows } = await sql<ParcelRow>`
    select ${parcelColumns} from parcels where id = ${parcelId} for update
  `.execute(db);
  return rows[0];
}

/** Whether the id belonged to a parcel or record of this farmer that is gone for good. */
export async function isBuriedBy(db: Db, id: string, ownerId: string): Promise<boolean> {
  const row = await db
    .selectFrom('tombstones')
    .select('id')
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst();
  return row !== undefined;
}

export function listDeletedParcels(db: Db, ownerId: string) {
  return db
    .selectFrom('parcels')
    .select([
      'id',
      'name',
      'size_acres',
      sql<string>`deleted_at`.as('deleted_at'),
      sql<string>`deleted_at + make_interval(days => ${RESTORE_DAYS})`.as('restorable_until'),
    ])
    .where('owner_id', '=', ownerId)
    .where('deleted_at', '>', sql<string>`now() - make_interval(days => ${RESTORE_DAYS})`)
    .orderBy('deleted_at', 'desc')
    .limit(500)
    .execute();
}

/** Whether the farmer has another parcel of that name, in whatever case. */
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

/** Crops whose harvest date has come and whose yield is still an expectation, oldest first. */
export function listHarvestsToConfirm(db: Db, ownerId: string, today: string, limit: number) {
  return db
    .selectFrom('parcels')
    .innerJoin('crops', 'crops.parcel_id', 'parcels.id')
    .select([
      'parcels.id as parcel_id',
      'parcels.name as parcel_name',
      'crops.id',
      'crops.name',
      'crops.planting_date',
      'crops.harvest_date',
      'crops.yield_tons_per_hectare',
      'crops.yield_confirmed',
      'crops.area_share',
      'crops.revision',
    ])
    .where('parcels.owner_id', '=', ownerId)
    .where('parcels.deleted_at', 'is', null)
    .where('crops.yield_confirmed', '=', false)
    .where('crops.harvest_date', '<=', today)
    .orderBy('crops.harvest_date')
    .orderBy('crops.id')
    .limit(limit)
    .execute();
}

/** What the farmer did last on any parcel, from the audit trail. */
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
