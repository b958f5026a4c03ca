/** Loading into tables stripped of what would look at every row on its own: it is done once, for all, at the end. */
import type pg from 'pg';
import { TABLES } from './loader.ts';

/** Rows are loaded without the triggers that count them; what they count is counted afterwards. */
export async function withoutTriggers(client: pg.ClientBase, load: () => Promise<void>): Promise<void> {
  const all = (verb: 'enable' | 'disable') =>
    client.query(TABLES.map((table) => `alter table ${table} ${verb} trigger user`).join(';'));
  await undone(
    () => all('disable'),
    load,
    () => all('enable'),
  );
  await client.query('select rebuild_rollups()');
}

/** Indexes other than primary keys and references to other tables are made anew from what was loaded. */
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
  await undone(
    () =>
      each([
        ...references.map(({ name, of }) => `alter table ${of} drop constraint ${name}`),
        ...indexes.map(({ name }) => `drop index ${name}`),
      ]),
    load,
    () =>
      each([
        `set maintenance_work_mem = '256MB'`,
        ...indexes.map(({ definition }) => definition),
        ...references.map(
          ({ name, of, definition }) => `alter table ${of} add constraint ${name} ${definition}`,
        ),
        'reset maintenance_work_mem',
      ]),
  );
}

async function undone(
  change: () => Promise<unknown>,
  work: () => Promise<void>,
  undo: () => Promise<unknown>,
): Promise<void> {
  await change();
  try {
    await work();
  } catch (error) {
    // In a transaction that failed this fails too, and its end undoes everything.
    await undo().catch(() => undefined);
    throw error;
  }
  await undo();
}
