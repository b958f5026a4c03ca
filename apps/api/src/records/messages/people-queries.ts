/** People whom a user may write to. */
import type { Role } from '@ardhi/contract';
import { sql } from 'kysely';
import type { DB } from '../../lib/database/database.generated.ts';
import type { Db } from '../../lib/database/db.ts';
import { hasLandWithin, type Scope } from '../../lib/http/scope.ts';
import { prefixQuery } from '../../lib/text/search-terms.ts';

export type PersonRow = Pick<DB['users'], 'id' | 'name' | 'email' | 'role'> & { language: string };

export interface PeopleFilter {
  /** Id of the caller, who is left out. */
  except: string;
  /** Id of the one person to return. */
  only?: string;
  /** null: any role. */
  role: Role | null;
  limit: number;
  /** An official's scope: limits farmers to those with land in the area. */
  scope: Scope | null;
}

const columns = sql`id, name, email, role, language`;
// Matches the prefix index in any database collation.
const byName = sql`order by lower(name) using ~<~, id`;

function canBeWrittenTo({ except, only, role, scope }: PeopleFilter) {
  const one = only ? sql`and id = ${only}` : sql``;
  const near = scope ? sql`and (role <> 'farmer' or ${hasLandWithin(scope, sql`users.id`)})` : sql``;
  const ofRole = role ? sql`and role = ${role}` : sql``;
  return sql`deleted_at is null and id <> ${except} and not (must_confirm_email and email_confirmed_at is null) ${ofRole} ${one} ${near}`;
}

export async function listPeople(db: Db, filter: PeopleFilter): Promise<PersonRow[]> {
  const { rows } = await sql<PersonRow>`
    select ${columns} from users where ${canBeWrittenTo(filter)} ${byName} limit ${filter.limit}`.execute(db);
  return rows;
}

/** Ranks names that start with the text first, then any word of the name, then emails. Each part is an index scan. */
export async function searchPeople(db: Db, text: string, filter: PeopleFilter): Promise<PersonRow[]> {
  const prefix = `${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  const words = prefixQuery(text);
  const { rows } = await sql<PersonRow>`
    with by_name as materialized (
      select ${columns} from users
      where ${canBeWrittenTo(filter)} and lower(name) like ${prefix} ${byName} limit ${filter.limit}
    ),
    by_word as materialized (
      select ${columns} from users
      where ${canBeWrittenTo(filter)} and to_tsvector('simple', name) @@ to_tsquery('simple', ${words})
        and (select count(*) from by_name) < ${filter.limit}
        and id not in (select id from by_name)
      limit ${filter.limit}
    ),
    by_email as materialized (
      select ${columns} from users
      where ${canBeWrittenTo(filter)} and lower(email) like ${prefix}
        and (select count(*) from by_name) + (select count(*) from by_word) < ${filter.limit}
        and id not in (select id from by_name union all select id from by_word)
      limit ${filter.limit}
    )
    select ${columns} from (
      select *, 1 as rank from by_name
      union all select *, 2 from by_word
      union all select *, 3 from by_email
    ) as found
    order by rank, lower(name), id
    limit ${filter.limit}`.execute(db);
  return rows;
}

/** Returns those of `ids` who have written to the user in threads with visible names. */
export async function listCorrespondents(db: Db, userId: string, ids: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select other as id
    from (
      select id, partner_id as other, starter_alias from threads where starter_id = ${userId} and partner_id = any(${ids})
      union all
      select id, starter_id, starter_alias from threads where partner_id = ${userId} and starter_id = any(${ids})
    ) as thread
    where starter_alias is null and exists (select from messages where thread_id = thread.id and sender_id = other)`.execute(
    db,
  );
  return new Set(rows.map(({ id }) => id));
}
