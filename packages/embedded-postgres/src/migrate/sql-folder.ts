/**
 * Functions, triggers and views are made anew with every upgrade: those of the last one go, all of this release come.
 * So nothing is left behind when one is renamed, and a view may change its columns.
 */
import type pg from 'pg';
import type { SqlFolder } from './files.ts';
import { runFile } from './run.ts';

/** In the transaction that `client` is in. Notes with the last migration what was run and how to take it away. */
export async function replaceSql(client: pg.Client, folder: SqlFolder): Promise<void> {
  const { rows } = await client.query<{ sql_drop: string[] }>(
    'select sql_drop from migrations where sql_drop is not null order by number desc limit 1',
  );
  for (const statement of rows[0]?.sql_drop ?? []) await client.query(statement);
  const others = new Set((await listObjects(client)).map(({ identity }) => identity));
  for (const { name, sql } of folder.files) await runFile(client, name, sql);
  const made = (await listObjects(client)).filter(({ identity }) => !others.has(identity));
  await client.query(
    'update migrations set sql_sha256 = $1, sql_drop = $2 where number = (select max(number) from migrations)',
    [folder.sha256, dropStatements(made)],
  );
}

interface SqlObject {
  kind: 'trigger' | 'view' | 'routine';
  identity: string;
}

async function listObjects(client: pg.Client): Promise<SqlObject[]> {
  const { rows } = await client.query<SqlObject>(`
    select 'trigger' as kind, format('%I on %s', tgname, tgrelid::regclass) as identity
    from pg_trigger join pg_class on pg_class.oid = tgrelid
    where relnamespace = 'public'::regnamespace and not tgisinternal and tgparentid = 0
    union all
    select 'view', oid::regclass::text from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'v'
    union all
    select 'routine', oid::regprocedure::text from pg_proc where pronamespace = 'public'::regnamespace`);
  return rows;
}

/** Views together and routines together, as they depend on one another. Not by cascade: what others made on them is theirs. */
function dropStatements(made: SqlObject[]): string[] {
  const of = (kind: SqlObject['kind']) =>
    made.filter((one) => one.kind === kind).map(({ identity }) => identity);
  return [
    ...of('trigger').map((trigger) => `drop trigger if exists ${trigger}`),
    ...[of('view')].filter(({ length }) => length).map((views) => `drop view if exists ${views.join(', ')}`),
    ...[of('routine')]
      .filter(({ length }) => length)
      .map((routines) => `drop routine if exists ${routines.join(', ')}`),
  ];
}
