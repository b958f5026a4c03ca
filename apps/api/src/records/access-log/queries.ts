/** Access log entries about a person, as shown to that person. */
import type { AccessLook, Role } from '@ardhi/contract';
import { sql } from 'kysely';
import type { Db } from '../../lib/database/db.ts';
import type { PageRequest } from '../../lib/database/rows.ts';

export interface AccessLogRow {
  id: string;
  created_at: string;
  look: AccessLook;
  area: string | null;
  viewer_name: string;
  viewer_role: Role;
  viewer_department: string | null;
  entity_name: string | null;
}

/** Entries that name the person, plus area-wide entries from when the person was a farmer with land in that area. */
export async function listAccessLog(
  db: Db,
  userId: string,
  { limit, after }: PageRequest,
): Promise<AccessLogRow[]> {
  const older = after
    ? sql`and (line.created_at, line.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`
    : sql``;
  const newestFirst = sql`order by line.created_at desc, line.id desc limit ${limit + 1}`;
  const { rows } = await sql<AccessLogRow>`
    select line.id, line.created_at, line.look, line.area,
      viewer.name as viewer_name, viewer.role as viewer_role, viewer.department as viewer_department,
      coalesce(parcels.name, subsidies.name) as entity_name
    from (
      (select * from access_lines as line where line.people @> array[${userId}]::uuid[] ${older} ${newestFirst})
      union all
      (select line.* from access_lines as line
        join users as farmer on farmer.id = ${userId} and farmer.role = 'farmer'
        where line.area is not null and line.viewer_id <> farmer.id and line.created_at >= farmer.created_at
          and (line.area = 'all' or exists (
            select from parcels
            where owner_id = farmer.id and line.area in (county, region) and created_at <= line.created_at
              and (deleted_at is null or deleted_at > line.created_at)))
          ${older} ${newestFirst})
    ) as line
    join users as viewer on viewer.id = line.viewer_id
    left join parcels on line.look = 'parcel' and parcels.id = line.entity_id
    left join subsidies on line.look = 'application' and subsidies.id = line.entity_id
    ${newestFirst}
  `.execute(db);
  return rows;
}
