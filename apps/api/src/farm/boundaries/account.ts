/** Boundaries in the account data download. */
import type { Db } from '../../lib/database/db.ts';

/** GeoJSON with the source of the boundary; null if the parcel has none. */
export async function boundaryData(db: Db, parcelId: string) {
  const row = await db
    .selectFrom('boundaries')
    .select(['coordinates', 'source', 'updated_at'])
    .where('parcel_id', '=', parcelId)
    .executeTakeFirst();
  return row ? { type: 'MultiPolygon', ...row } : null;
}
