/**
 * Each upgrade drops the functions, triggers and views of the previous release and creates those of this one. Renamed
 * objects leave nothing behind, and a view may change its columns.
 */
import type pg from 'pg';
import type { SqlFolder } from './files.ts';
import { runFile } from './run.ts';

/** Runs in the current transaction of `client`. Records checksum and drop statements with the last migration. */
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

/** One statement per kind, as views and routines depend on each other. No cascade: objects of others must stay. */
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
