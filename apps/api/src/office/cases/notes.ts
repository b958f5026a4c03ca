/** Internal notes on applications. Only officials' calls read this table. */
import type { CaseNote } from '@ardhi/contract';
import { MAX_CASE_NOTES } from '@ardhi/contract/limits';
import { sql } from 'kysely';
import type { Db } from '../../lib/database/db.ts';
import { newId } from '../../lib/database/id.ts';
import { firstRow, rowsOf } from '../../lib/database/rows.ts';
import { type Scope, within } from '../../lib/http/scope.ts';

/** Oldest first. The caller checks that the official may see the application. */
export async function listNotes(db: Db, applicationId: string): Promise<CaseNote[]> {
  const rows = await rowsOf<{
    id: string;
    content: string;
    author_id: string;
    author_name: string;
    created_at: string;
  }>(db)`
    select note.id, note.content, note.author_id, author.name as author_name, note.created_at
    from case_notes as note join users as author on author.id = note.author_id
    where note.subsidy_id = ${applicationId}
    order by note.created_at, note.id limit ${MAX_CASE_NOTES}`;
  return rows.map(({ id, content, author_id, author_name, created_at }) => ({
    _id: id,
    content,
    author: { _id: author_id, name: author_name },
    createdAt: created_at,
  }));
}

/**
 * An application within the scope whose farmer has an account: a note after the deletion of the account would stay
 * forever. The lock lets the deletion wait, which then deletes the note.
 */
export const holdApplication = (db: Db, scope: Scope, id: string) =>
  firstRow<{ id: string; owner_id: string; owner_name: string; county: string | null }>(db)`
    select subsidies.id, owner_id, owner_name, county from subsidies join users on users.id = owner_id
    where subsidies.id = ${id} and kind = 'application' and deleted_at is null and ${within(scope, sql`county`)}
    for key share of users`;

export async function insertNote(
  db: Db,
  note: { subsidy_id: string; author_id: string; content: string },
): Promise<string> {
  const id = newId();
  await db
    .insertInto('case_notes')
    .values({ id, ...note })
    .execute();
  return id;
}

export const deleteNotesOf = (db: Db, farmerId: string) =>
  db
    .deleteFrom('case_notes')
    .where('subsidy_id', 'in', (select) =>
      select
        .selectFrom('subsidies')
        .select('id')
        .where('owner_id', '=', farmerId)
        .where('kind', '=', 'application'),
    )
    .execute();
