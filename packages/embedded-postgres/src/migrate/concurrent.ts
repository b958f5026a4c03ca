/** Migrations outside a transaction: they build and drop indexes concurrently, without blocking reads and writes. */
import type pg from 'pg';
import type { Migration } from './files.ts';
import { runFile } from './run.ts';

const CREATE = /^create (?:unique )?index concurrently (\w+) on \S/;
const DROP = /^drop index concurrently if exists \w+$/;

/** Safe to interrupt and rerun: valid indexes stay, invalid ones are rebuilt. */
export async function runConcurrent(client: pg.Client, migration: Migration): Promise<void> {
  for (const statement of statementsOf(migration)) {
    const index = CREATE.exec(statement)?.[1];
    if (index && (await isValidIndex(client, index))) continue;
    await runFile(client, `migration ${migration.name}`, statement);
  }
}

/** For use in a transaction, on a database without other users. */
export const withoutConcurrently = (migration: Migration): string =>
  statementsOf(migration)
    .map((statement) => `${statement.replace(' concurrently', '')};`)
    .join('\n');

function statementsOf({ name, sql }: Migration): string[] {
  const statements = sql
    .replaceAll(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim())
    .filter(Boolean);
  const other = statements.find((statement) => !CREATE.test(statement) && !DROP.test(statement));
  if (other)
    throw new Error(
      `migration ${name} runs without a transaction, so it may only \`create index concurrently name on …\` and \`drop index concurrently if exists name\`, not: ${other}`,
    );
  return statements;
}

/** Drops an invalid index: an interrupted build leaves one that PostgreSQL updates but never uses. */
async function isValidIndex(client: pg.Client, index: string): Promise<boolean> {
  const { rows } = await client.query<{ indisvalid: boolean }>(
    'select indisvalid from pg_index where indexrelid = to_regclass($1)',
    [index],
  );
  if (rows[0] && !rows[0].indisvalid) await client.query(`drop index concurrently ${index}`);
  return rows[0]?.indisvalid ?? false;
}
