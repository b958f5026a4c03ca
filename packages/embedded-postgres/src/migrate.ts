/** The migrations: numbered SQL files, applied once, in order, each in a transaction of its own. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

export interface Migration {
  number: number;
  /** The file's name, such as 0001_foundation.sql. */
  name: string;
  sha256: string;
  sql: string;
}

type Applied = Pick<Migration, 'number' | 'name' | 'sha256'>;

/** Held while migrations are applied, so that of two servers started at once one applies and the other waits. */
export const MIGRATION_LOCK = [0x61726468, 2];

const TABLE = `
  create table if not exists migrations (
    number     integer primary key,
    name       text not null,
    sha256     text not null,
    applied_at timestamptz(3) not null default now()
  )`;

/**
 * Brings the database up to the last file of `directory`, or to number `upTo`.
 * The connection must be a direct one: the lock would not outlive a statement behind a transaction pooler.
 */
export async function migrate(
  connectionString: string,
  directory: string,
  options: { upTo?: number } = {},
): Promise<{ applied: string[] }> {
  const migrations = readMigrations(directory);
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    if (pending(migrations, await readApplied(client), options.upTo).length === 0) return { applied: [] };
    await client.query('select pg_advisory_lock($1, $2)', MIGRATION_LOCK);
    await client.query(TABLE);
    const waiting = pending(migrations, await readApplied(client), options.upTo);
    for (const migration of waiting) {
      await client.query('begin');
      await applyMigration(client, migration);
      await client.query('commit');
    }
    return { applied: waiting.map(({ name }) => name) };
  } finally {
    await client.end();
  }
}

/** The files of a directory; a gap or a number used twice is a mistake that would show only on other machines. */
export function readMigrations(directory: string): Migration[] {
  const names = readdirSync(directory).filter((name) => name.endsWith('.sql'));
  return names.sort().map((name, index) => {
    const number = Number(/^(\d{4})_\w+\.sql$/.exec(name)?.[1]);
    if (number !== index + 1)
      throw new Error(
        `${join(directory, name)} should be migration ${index + 1}: number them 0001_name.sql, 0002_name.sql, … without gaps`,
      );
    // A checkout on Windows may have turned the line ends.
    const sql = readFileSync(join(directory, name), 'utf8').replaceAll('\r\n', '\n');
    return { number, name, sql, sha256: createHash('sha256').update(sql).digest('hex') };
  });
}

export async function createMigrationTable(client: pg.Client) {
  await client.query(TABLE);
}

/** Runs one migration in the transaction that `client` is in. */
export async function applyMigration(client: pg.Client, { number, name, sha256, sql }: Migration) {
  try {
    await client.query(sql);
  } catch (error) {
    const { message, position } = error as pg.DatabaseError;
    const line = position ? ` at line ${sql.slice(0, Number(position)).split('\n').length}` : '';
    throw new Error(`migration ${name} failed${line}: ${message}`, { cause: error });
  }
  await client.query('insert into migrations (number, name, sha256) values ($1, $2, $3)', [
    number,
    name,
    sha256,
  ]);
}

async function readApplied(client: pg.Client): Promise<Applied[]> {
  try {
    const { rows } = await client.query<Applied>(
      'select number, name, sha256 from migrations order by number',
    );
    return rows;
  } catch (error) {
    const isMissingTable = (error as pg.DatabaseError).code === '42P01';
    if (isMissingTable) return [];
    throw error;
  }
}

function pending(migrations: Migration[], applied: Applied[], upTo = Number.POSITIVE_INFINITY): Migration[] {
  for (const { number, name, sha256 } of applied) {
    const known = migrations[number - 1];
    if (!known)
      throw new Error(
        `the database is newer than this version of Ardhi: it has migration ${name}, and the last one known here is ${migrations.at(-1)?.name ?? 'none'}: start the newer version`,
      );
    if (known.sha256 !== sha256)
      throw new Error(
        `migration ${known.name} was changed after this database applied it: put it back and add a new one instead`,
      );
  }
  return migrations.slice(applied.length).filter(({ number }) => number <= upTo);
}
