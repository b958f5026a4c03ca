/** SQL files of a release: numbered migrations, and the folder `sql` with functions, triggers and views. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

export interface Migration {
  number: number;
  /** The file's name, such as 0001_foundation.sql. */
  name: string;
  sha256: string;
  sql: string;
  /** Builds indexes concurrently, so it runs outside the transaction of the upgrade. */
  isConcurrent: boolean;
  /** Number of the last migration that older code must know to run alongside this one. Undefined: no older code may. */
  oldestCode?: number;
  /** Only for a baseline: the last of the migrations that it replaces, under whose number it continues. */
  replaces?: { name: string; sha256: string };
}

export interface SqlFile {
  /** Includes the folder: sql/parcels.sql. */
  name: string;
  sql: string;
}

export interface SqlFolder {
  /** In the order of order.txt. */
  files: SqlFile[];
  /** upgrade-lock.sql runs before the tables are locked, upgrade-before.sql and -after.sql around the migrations. */
  lock?: SqlFile;
  before?: SqlFile;
  after?: SqlFile;
  sha256: string;
}

/** The first line of a migration that builds indexes concurrently. */
const CONCURRENT = '-- without a transaction\n';

/** A line of the leading comment. */
const OLDEST_CODE = /^(?:--.*\n)*?-- oldest code: (\d{4})(?:\n|$)/;

/** A baseline names the last migration that it replaces among its first comments. */
const REPLACES = /^(?:--.*\n)*?-- replaces: (\S+) ([0-9a-f]{64})(?:\n|$)/;

/** Rejects gaps and duplicate numbers, which would otherwise fail only on other machines. */
export function readMigrations(directory: string): Migration[] {
  const names = readdirSync(directory)
    .filter((name) => name.endsWith('.sql'))
    .sort();
  const migrations = names.map((name) => readMigration(directory, name));
  const first = migrations[0]?.replaces ? migrations[0].number : 1;
  for (const [index, { name, number }] of migrations.entries())
    if (number !== first + index)
      throw new Error(
        `${join(directory, name)} should be migration ${first + index}: number them 0001_name.sql, 0002_name.sql, … without gaps`,
      );
  return migrations;
}

function readMigration(directory: string, name: string): Migration {
  const sql = readText(join(directory, name));
  const [, replacedName, replacedSha256] = REPLACES.exec(sql) ?? [];
  return {
    number: Number(/^(\d{4})_\w+\.sql$/.exec(name)?.[1]),
    name,
    sql,
    sha256: sha256(sql),
    isConcurrent: sql.startsWith(CONCURRENT),
    oldestCode: Number(OLDEST_CODE.exec(sql)?.[1]) || undefined,
    ...(replacedName && replacedSha256 && { replaces: { name: replacedName, sha256: replacedSha256 } }),
  };
}

export const lastNumber = (migrations: Migration[]): number => migrations.at(-1)?.number ?? 0;

/** The folder `sql` next to the migrations, if it exists. */
export function readSqlFolder(migrations: string): SqlFolder | undefined {
  const folder = join(migrations, '..', 'sql');
  if (!existsSync(join(folder, 'order.txt'))) return undefined;
  const read = (name: string): SqlFile => ({
    name: `${basename(folder)}/${name}`,
    sql: readText(join(folder, name)),
  });
  const order = readText(join(folder, 'order.txt'))
    .split('\n')
    .filter((line) => line && !line.startsWith('#'));
  const present = readdirSync(folder).filter((name) => name.endsWith('.sql'));
  const unlisted = present.filter((name) => !order.includes(name) && !name.startsWith('upgrade-'));
  if (unlisted.length) throw new Error(`${join(folder, 'order.txt')} does not list ${unlisted.join(', ')}`);
  const readIfPresent = (name: string) => (present.includes(name) ? read(name) : undefined);
  const found: SqlFolder = {
    files: order.map(read),
    lock: readIfPresent('upgrade-lock.sql'),
    before: readIfPresent('upgrade-before.sql'),
    after: readIfPresent('upgrade-after.sql'),
    sha256: '',
  };
  return { ...found, sha256: sha256(JSON.stringify(found)) };
}

/** A checkout on Windows may have converted the line ends. */
const readText = (path: string) => readFileSync(path, 'utf8').replaceAll('\r\n', '\n');

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
