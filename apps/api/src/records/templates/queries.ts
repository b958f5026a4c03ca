/** Templates of officials' texts. An office sees and edits only its own. */
import type { TemplateKind } from '@ardhi/contract/template-text';
import type { Selectable } from 'kysely';
import type { DB } from '../../lib/database/database.generated.ts';
import type { Db } from '../../lib/database/db.ts';
import { firstRow, nextRevision, onlyRow } from '../../lib/database/rows.ts';

const columns = ['id', 'kind', 'name', 'text_en', 'text_sw', 'revision'] as const;
export type TemplateRow = Selectable<Pick<DB['text_templates'], (typeof columns)[number]>>;

export const listTemplates = (
  db: Db,
  { office, kind, limit }: { office: string; kind?: TemplateKind; limit: number },
) =>
  db
    .selectFrom('text_templates')
    .select(columns)
    .where('office', '=', office)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? ''))
    .orderBy('kind')
    .orderBy('name')
    .orderBy('id')
    .limit(limit)
    .execute();

/** Locks the office's templates until the transaction ends, so that their number stays within the limit. */
export async function countForInsert(db: Db, office: string): Promise<number> {
  await onlyRow(db)`select pg_advisory_xact_lock(hashtextextended(${`ardhi-templates ${office}`}, 0))`;
  const { count } = await onlyRow<{ count: number }>(db)`
    select count(*) as count from text_templates where office = ${office}`;
  return count;
}

export const lockTemplate = (db: Db, office: string, id: string) =>
  db
    .selectFrom('text_templates')
    .select(columns)
    .where('office', '=', office)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

type Texts = Pick<DB['text_templates'], 'name' | 'text_en' | 'text_sw'>;

export const insertTemplate = (
  db: Db,
  template: Texts & { id: string; office: string; kind: TemplateKind; created_by: string },
) => db.insertInto('text_templates').values(template).returning(columns).executeTakeFirstOrThrow();

export const updateTemplate = (db: Db, id: string, texts: Texts) =>
  db
    .updateTable('text_templates')
    .set({ ...texts, revision: nextRevision })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();

export const deleteTemplate = (db: Db, id: string) =>
  db.deleteFrom('text_templates').where('id', '=', id).execute();

/** Another template of the office with the same kind and name. */
export const findNamesake = (
  db: Db,
  { office, kind, name, except }: { office: string; kind: string; name: string; except?: string },
) =>
  firstRow<{ id: string }>(db)`
    select id from text_templates where office = ${office} and kind = ${kind} and lower(name) = lower(${name})
      and id is distinct from ${except ?? null}::uuid`;
