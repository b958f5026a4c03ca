/** Parcels of an application, and the regions derived from them. */
import { sql } from 'kysely';
import { type ParcelFacts, selectFacts, withCropKeys } from '../../farm/land/facts.ts';
import type { Db } from '../../lib/database/db.ts';
import { rowsOf, updateRow } from '../../lib/database/rows.ts';

/** Returns the ids that are the farmer's own parcels; a key-share lock prevents their removal until commit. */
export async function lockOwnParcels(db: Db, ownerId: string, parcelIds: string[]): Promise<string[]> {
  if (!parcelIds.length) return [];
  const rows = await db
    .selectFrom('parcels')
    .select('id')
    .where('id', 'in', parcelIds)
    .where('owner_id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forKeyShare()
    .execute();
  return rows.map(({ id }) => id);
}

/** Uses the parcels that the application names, or all of the farmer's parcels if it names none. */
export const setApplicationRegions = (db: Db, id: string) =>
  updateRow(db, 'subsidies', id, { regions: sql<string[]>`application_regions(id, owner_id)` });

export async function setParcels(db: Db, subsidyId: string, parcelIds: string[]): Promise<void> {
  await db.deleteFrom('subsidy_parcels').where('subsidy_id', '=', subsidyId).execute();
  if (!parcelIds.length) return;
  await db
    .insertInto('subsidy_parcels')
    .values(parcelIds.map((parcelId) => ({ subsidy_id: subsidyId, parcel_id: parcelId })))
    .execute();
}

export async function listParcelIds(db: Db, subsidyId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('subsidy_parcels')
    .select('parcel_id')
    .where('subsidy_id', '=', subsidyId)
    .orderBy('parcel_id')
    .execute();
  return rows.map(({ parcel_id }) => parcel_id);
}

/** Condition on `parcels`: the application names the parcel, or names none. */
const isConcerned = sql`(
  not exists (select from subsidy_parcels where subsidy_id = application.id)
  or parcels.id in (select parcel_id from subsidy_parcels where subsidy_id = application.id))`;

/** Facts about the parcels that each application names, or about all of its farmer's if it names none. */
export async function listFacts(db: Db, applicationIds: string[]): Promise<Map<string, ParcelFacts[]>> {
  const rows = await rowsOf<ParcelFacts & { applicationId: string }>(db)`
    select application.id as "applicationId", facts.* from subsidies as application
    cross join lateral (${selectFacts(sql`application.owner_id`, isConcerned)}) as facts
    where application.id = any(${applicationIds}::uuid[])`;
  const facts = new Map<string, ParcelFacts[]>(applicationIds.map((id) => [id, []]));
  for (const row of rows) facts.get(row.applicationId)!.push(withCropKeys(row));
  return facts;
}
