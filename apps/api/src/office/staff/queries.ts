/** Officials of an area with their posts and workload. */
import type { Duty, StaffFilter } from '@ardhi/contract';
import { POST_ENDED_DAYS, POST_ENDING_DAYS } from '@ardhi/contract/limits';
import { sql } from 'kysely';
import type * as z from 'zod';
import { isNamed } from '../../accounts/officials/queries.ts';
import type { Db, Sql } from '../../lib/database/db.ts';
import { type PageRequest, rowsOf } from '../../lib/database/rows.ts';
import { type Area, within } from '../../lib/http/scope.ts';

interface PostRow {
  id: string;
  place: string;
  duties: Duty[];
  from_day: string;
  until_day: string | null;
  ended_at: string | null;
}

export interface StaffRow {
  id: string;
  name: string;
  email: string;
  department: string | null;
  suspended: boolean;
  open_cases: number;
  posts: PostRow[];
}

const today = sql`nairobi_date(now())`;
const isOver = sql`(ended_at is not null or coalesce(until_day < ${today}, false))`;
/** Posts that ended long ago are history: the audit log has them. */
const isShown = sql`not (${isOver}) or coalesce(nairobi_date(ended_at), until_day) > ${today} - ${sql.lit(POST_ENDED_DAYS)}`;
const isEnding = sql`not ${isOver} and from_day <= ${today} and until_day < ${today} + ${sql.lit(POST_ENDING_DAYS)}`;

/** Open cases of this official in the area: the length of the list that the number opens. */
export const openCasesOf = (scope: Area, officialId: Sql): Sql => sql`(
  select count(*) from subsidies
  where kind = 'application' and status = 'pending' and assigned_to is not null and assigned_to = ${officialId}
    and ${within(scope, sql`subsidies.county`)})`;

interface Filters {
  q?: string;
  state?: z.output<typeof StaffFilter>;
  county?: string;
  duty?: Duty;
}

/** By name, with the index users_role_name. A filter of county or permission leaves out officials who never had a post. */
export function listStaff(
  db: Db,
  scope: Area,
  { q, state, county, duty, limit, after }: PageRequest & Filters,
): Promise<StaffRow[]> {
  const isRequested = sql`${county === undefined ? sql`true` : sql`place = ${county}`}
    and ${duty === undefined ? sql`true` : sql`${duty} = any (duties)`}`;
  const hasPost = (condition: Sql): Sql => sql`exists (
    select from posts
    where official_id = users.id and ${within(scope, sql`place`)} and ${isRequested} and (${condition}))`;
  const isOfArea =
    scope.kind === 'national' && county === undefined && duty === undefined
      ? sql`(${hasPost(isShown)} or not exists (select from posts where official_id = users.id))`
      : hasPost(isShown);
  const states = {
    ending: hasPost(isEnding),
    ended: sql`${hasPost(isOver)} and not ${hasPost(sql`not ${isOver}`)}`,
  };
  return rowsOf<StaffRow>(db)`
    select id, name, email, department, suspended_at is not null as suspended,
      ${openCasesOf(scope, sql`users.id`)} as open_cases,
      coalesce((
        select jsonb_agg(jsonb_build_object('id', id, 'place', place, 'duties', duties, 'from_day', from_day,
          'until_day', until_day, 'ended_at', ended_at) order by ${isOver}, from_day, id)
        from posts where official_id = users.id and ${within(scope, sql`place`)} and (${isShown})), '[]') as posts
    from users
    where role = 'government' and deleted_at is null and ${isOfArea}
      and ${q === undefined ? sql`true` : isNamed(q)} and ${state ? states[state] : sql`true`}
      and ${after ? sql`(name, id) > (${after[0]}, ${after[1]}::uuid)` : sql`true`}
    order by name, id limit ${limit + 1}`;
}
