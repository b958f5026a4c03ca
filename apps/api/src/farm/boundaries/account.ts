/** A parcel's boundary as part of the account's data. */
import type { Db } from '../../lib/database/db.ts';

/** As GeoJSON would have it, with where it came from; null without one. */
export async function boundaryData(db: Db, parcelId: string) {
  const row = await db
    .selectFrom('boundaries')
    .select(['coordinates', 'source', 'updated_at'])
    .where('parcel_id', '=', parcelId)
    .executeTakeFirst();
  return row ? { type: 'MultiPolygon', ...row } : null;
}
