/** Searches the whole database for texts, as a check that erasure was complete. */
import { sql } from 'kysely';
import type { Queries } from './database.ts';

/** Columns of all tables, including queued jobs, that contain one of the texts (as text, JSON, array or bytes). */
export async function columnsContaining(app: Queries, texts: string[]): Promise<string[]> {
  const columns = await app.sql<{ schema: string; table: string; column: string; type: string }>`
    select table_schema as schema, table_name as table, column_name as column, udt_name as type
    from information_schema.columns join pg_class on oid = format('%I.%I', table_schema, table_name)::regclass
    where table_schema in ('public', 'graphile_worker') and relkind in ('r', 'p') and not relispartition
      and udt_name in ('text', 'varchar', 'json', 'jsonb', '_text', 'bytea', 'tsvector')
  `;
  const patterns = texts.map((text) => `%${text.toLowerCase()}%`);
  const found: string[] = [];
  for (const { schema, table, column, type } of columns) {
    const value = sql.ref(column);
    const text = type === 'bytea' ? sql`encode(${value}, 'escape')` : sql`${value}::text`;
    const rows = await app.sql`
      select from ${sql.table(`${schema}.${table}`)} where lower(${text}) like any (${patterns}) limit 1`;
    if (rows.length > 0) found.push(`${table}.${column}`);
  }
  return found.sort();
}
