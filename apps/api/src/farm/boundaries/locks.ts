/** Serialises concurrent saves of neighbours: see lock_places in apps/api/sql/boundaries.sql. */
import type { Bbox } from '@ardhi/geo';
import { sql } from 'kysely';
import type { Db } from '../../lib/database/db.ts';

/** Call after locking the parcel's own row, never before: a fixed lock order prevents deadlocks. */
export async function lockPlaces(db: Db, bboxes: readonly Bbox[]): Promise<void> {
  const extents = bboxes.map(({ west, south, east, north }) => `(${west},${south}),(${east},${north})`);
  await sql`select lock_places(array(select unnest(${extents}::text[])::box))`.execute(db);
}
