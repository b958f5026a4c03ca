/**
 * Loads into tables without triggers or indexes: both are caught up once at the end. A load that fails leaves them off, so it
 * runs in a transaction or in a database that is thrown away.
 */
import type pg from 'pg';
import { TABLES } from './loader.ts';

/** The triggers maintain totals, which are rebuilt afterwards. */
export async function withoutTriggers(client: pg.ClientBase, load: () => Promise<void>): Promise<void> {
  const all = (verb: 'enable' | 'disable') =>
    client.query(TABLES.map((table) => `alter table ${table} ${verb} trigger user`).join(';'));
  await all('disable');
  await load();
  await all('enable');
  await client.query('select rebuild_rollups()');
}

/** Indexes other than primary keys and references to other tables are rebuilt afterwards. */
export async function withoutIndexes(client: pg.ClientBase, load: () => Promise<void>): Promise<void> {
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') as definition
     from pg_index
     where indrelid = any($1::regclass[]) and not exists (select from pg_constraint where conindid = indexrelid)`,
    [TABLES],
  );
  const { rows: references } = await client.query<{ name: string; of: string; definition: string }>(
    `select quote_ident(conname) as name, conrelid::regclass::text as of, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and conrelid = any($1::regclass[])`,
    [TABLES],
  );
  const each = async (statements: string[]) => {
    for (const statement of statements) await client.query(statement);
  };
  await each([
    ...references.map(({ name, of }) => `alter table ${of} drop constraint ${name}`),
    ...indexes.map(({ name }) => `drop index ${name}`),
  ]);
  await load();
  await each([
    `set maintenance_work_mem = '256MB'`,
    ...indexes.map(({ definition }) => definition),
    ...references.map(({ name, of, definition }) => `alter table ${of} add constraint ${name} ${definition}`),
    'reset maintenance_work_mem',
  ]);
}
