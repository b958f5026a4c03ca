/** Log of officials who opened a farmer's parcel. */
import type { ParcelView } from '@ardhi/contract';
import { sql } from 'kysely';
import type { Db } from '../../lib/database/db.ts';
import type { PageRequest } from '../../lib/database/rows.ts';

/** Repeated openings within this time count as one view. */
const SAME_VIEW = '10 minutes';

export async function recordView(db: Db, parcelId: string, officialId: string): Promise<boolean> {
  const { rows } = await sql`
    insert into parcel_views (parcel_id, official_id)
    select ${parcelId}, ${officialId}
    where not exists (
      select from parcel_views
      where parcel_id = ${parcelId} and official_id = ${officialId} and viewed_at > now() - ${SAME_VIEW}::interval
    )
    returning id
  `.execute(db);
  return rows.length > 0;
}

export function listViews(db: Db, parcelId: string, { limit, after }: PageRequest) {
  return db
    .selectFrom('parcel_views as view')
    .innerJoin('users', 'users.id', 'view.official_id')
    .select(['view.id', 'view.viewed_at', 'users.name', 'users.department'])
    .where('view.parcel_id', '=', parcelId)
    .$if(after !== null, (query) => query.where('view.id', '<', Number(after?.[0])))
    .orderBy('view.id', 'desc')
    .limit(limit + 1)
    .execute();
}

export async function countViews(db: Db, parcelId: string): Promise<number> {
  const { count } = await db
    .selectFrom('parcel_views')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('parcel_id', '=', parcelId)
    .executeTakeFirstOrThrow();
  return count;
}

export function findOwner(db: Db, ownerId: string) {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'phone_number'])
    .where('id', '=', ownerId)
    .executeTakeFirstOrThrow();
}

export function presentView(row: Awaited<ReturnType<typeof listViews>>[number]): ParcelView {
  return {
    _id: String(row.id),
    viewedAt: row.viewed_at,
    official: row.name,
    department: row.department,
  };
}
