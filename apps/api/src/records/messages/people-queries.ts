/** Whom a person may write to. */
import type { Role } from '@ardhi/contract';
import { sql } from 'kysely';
import type { Db } from '../../lib/database/db.ts';
import { hasLandWithin, type Scope } from '../../lib/http/scope.ts';
import { prefixQuery } from '../../lib/text/words.ts';

export interface PersonRow {
  id: string;
  name: string;
  email: string;
  role: string;
}

export interface PeopleFilter {
  /** Whoever asks is left out. */
  except: string;
  /** This person and nobody else. */
  only?: string;
  /** null: either. */
  role: Role | null;
  limit: number;
  /** Of an official: farmers are found who have land in the area. */
  scope: Scope | null;
}

const columns = sql`id, name, email, role`;
// The order of the prefix index, whatever the database's collation is.
const byName = sql`order by lower(name) using ~<~, id`;

function writable({ except, only, role, scope }: PeopleFilter) {
  const one = only ? sql`and id = ${only}` : sql``;
  const near = scope ? sql`and (role <> 'farmer' or ${hasLandWithin(scope, sql`users.id`)})` : sql``;
  const ofRole = role ? sql`and role = ${role}` : sql``;
  return sql`deleted_at is null and id <> ${except} and not (must_confirm_email and email_confirmed_at is null) ${ofRole} ${one} ${near}`;
}

export async function listPeople(db: Db, filter: PeopleFilter): Promise<PersonRow[]> {
  const { rows } = await sql<PersonRow>`
    select ${columns} from users where ${writable(filter)} ${byName} limit ${filter.limit}`.execute(db);
  return rows;
}

/** Names that begin with the text first, then those with words that do, then addresses. Each part is an index scan. */
export async function searchPeople(db: Db, text: string, filter: PeopleFilter): Promise<PersonRow[]> {
  const prefix = `${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  const words = prefixQuery(text);
  const { rows } = await sql<PersonRow>`
    with by_name as materialized (
      select ${columns} from users
      where ${writable(filter)} and lower(name) like ${prefix} ${byName} limit ${filter.limit}
    ),
    by_word as materialized (
      select ${columns} from users
      where ${writable(filter)} and to_tsvector('simple', name) @@ to_tsquery('simple', ${words})
        and (select count(*) from by_name) < ${filter.limit}
        and id not in (select id from by_name)
      limit ${filter.limit}
    ),
    by_email as materialized (
      select ${columns} from users
      where ${writable(filter)} and lower(email) like ${prefix}
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

/** Those of these people who have written to the person, under their names. */
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
