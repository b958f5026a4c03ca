/** Objects of the schema `public`, without those that belong to an extension. */
import pg from 'pg';
import type { TableEntry } from './format.ts';

const { escapeIdentifier: quote } = pg;

const isNotFromExtension = (catalog: string) => `
  not exists (
    select from pg_depend
    where classid = '${catalog}'::regclass and objid = ${catalog}.oid and deptype = 'e'
  )`;

/** Persistent tables. A crash empties unlogged ones, so they hold nothing worth backing up. */
export async function persistentTables(
  client: pg.Client,
  leftOut: string[] = [],
): Promise<Omit<TableEntry, 'rows'>[]> {
  const { rows } = await client.query(
    `
    select relname as name, array_agg(attname::text order by attnum) as columns, (
        select jsonb_agg(jsonb_build_object('name', part.relname, 'bounds', pg_get_expr(part.relpartbound, part.oid))
          order by part.relname)
        from pg_inherits join pg_class as part on part.oid = inhrelid where inhparent = pg_class.oid and pg_class.relkind = 'p'
      ) as partitions
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and relpersistence = 'p' and relname <> all ($1)
      and attnum > 0 and not attisdropped and attgenerated = '' and ${isNotFromExtension('pg_class')}
    group by pg_class.oid, relname, relkind
    order by relname`,
    [['migrations', ...leftOut]],
  );
  return rows.map(({ partitions, ...table }) => (partitions ? { ...table, partitions } : table));
}

export async function countRows(client: pg.Client, table: string): Promise<number> {
  const { rows } = await client.query(`select count(*)::text as count from ${quote(table)}`);
  return Number(rows[0].count);
}

/** Sequences that were used, including those of identity columns. */
export async function usedSequences(client: pg.Client): Promise<{ name: string; value: string }[]> {
  const { rows } = await client.query(`
    select sequencename as name, last_value::text as value
    from pg_sequences
    where schemaname = 'public' and last_value is not null
    order by sequencename`);
  return rows;
}

/** Disables triggers and foreign keys during the load, so that tables load in any order and rows stay unchanged. */
export async function loadingStatements(client: pg.Client): Promise<{ before: string[]; after: string[] }> {
  const { rows: triggers } = await client.query(`
    select tgrelid::regclass::text as table, quote_ident(tgname) as name
    from pg_trigger join pg_class on pg_class.oid = tgrelid
    where relnamespace = 'public'::regnamespace and not tgisinternal and tgenabled = 'O' and tgparentid = 0`);
  const { rows: foreignKeys } = await client.query(`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint
    where connamespace = 'public'::regnamespace and contype = 'f' and conparentid = 0
    order by conname`);
  return {
    before: [
      ...triggers.map(({ table, name }) => `alter table ${table} disable trigger ${name}`),
      ...foreignKeys.map(({ table, name }) => `alter table ${table} drop constraint ${name}`),
    ],
    after: [
      ...foreignKeys.map(
        ({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`,
      ),
      ...triggers.map(({ table, name }) => `alter table ${table} enable trigger ${name}`),
    ],
  };
}

/** Drops all objects of the schema. Tables go first, because dropping them drops the sequences of identity columns. */
export async function droppingStatements(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query(`
    select format('drop %s if exists %I cascade', kind, relname) as statement
    from pg_class
    join (values ('r', 1, 'table'), ('p', 1, 'table'), ('f', 1, 'foreign table'), ('v', 2, 'view'),
                 ('m', 2, 'materialized view'), ('S', 3, 'sequence')) as kinds (letter, place, kind)
      on letter = relkind::text
    where relnamespace = 'public'::regnamespace and ${isNotFromExtension('pg_class')}
    order by place`);
  const { rows: others } = await client.query(`
    select format('drop routine if exists %s cascade', oid::regprocedure) as statement
    from pg_proc
    where pronamespace = 'public'::regnamespace and ${isNotFromExtension('pg_proc')}
    union all
    select format('drop type if exists %I cascade', typname)
    from pg_type
    where typnamespace = 'public'::regnamespace and ${isNotFromExtension('pg_type')}
      and (typtype in ('e', 'd', 'r') or typtype = 'c' and exists (
        select from pg_class where pg_class.oid = typrelid and relkind = 'c'))`);
  return [...rows, ...others].map(({ statement }) => statement as string);
}
