/** Writes files derived from migrations and reference tables; with --check it only reports those that are out of date. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  checksums,
  migrate,
  readMigrations,
  readSqlFolder,
  startEmbeddedPostgres,
} from '@ardhi/embedded-postgres';
import pg from 'pg';
import { scoreDocuments } from './lib/score-docs.ts';

interface Column {
  table: string;
  column: string;
  type: string;
  nullable: boolean;
  generated: boolean;
}

/** TypeScript type for each PostgreSQL type, as parsed by `lib/database/db.ts`. */
const typescriptTypes: Record<string, string> = {
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float8: 'number',
  numeric: 'number',
  bool: 'boolean',
  text: 'string',
  uuid: 'string',
  date: 'string',
  timestamptz: 'string',
  bytea: 'Buffer',
  jsonb: 'Json',
  json: 'Json',
  box: 'string',
  tsvector: 'string',
  _uuid: 'string[]',
  _text: 'string[]',
  _int4: 'number[]',
  _date: 'string[]',
  xid8: 'string',
  int8multirange: 'string',
};

async function columns(connectionString: string): Promise<Column[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<Column>(`
      select c.table_name as table, c.column_name as column, c.udt_name as type,
             c.is_nullable = 'YES' as nullable,
             c.column_default is not null or c.is_identity = 'YES' or c.is_generated = 'ALWAYS' as generated
      from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.table_name <> 'migrations'
        and not (select relispartition from pg_class where oid = quote_ident(c.table_name)::regclass)
      order by c.table_name, c.ordinal_position`);
    return rows;
  } finally {
    await client.end();
  }
}

function databaseTypes(found: Column[]): string {
  const tables = groupByTable(found);
  const body = [...tables].map(([table, list]) => `  ${table}: {\n${list.map(field).join('\n')}\n  };`);
  return [
    '/** Made from the migrations by `npm run generate`. Do not edit. */',
    "import type { ColumnType, Generated } from 'kysely';",
    '',
    '/** Read as parsed JSON, written as text. */',
    '// biome-ignore lint/suspicious/noExplicitAny: the shape of a document is known to its domain',
    'type Json = ColumnType<any, string | null | undefined, string | null>;',
    '',
    'export interface DB {',
    ...body,
    '}',
    '',
  ].join('\n');
}

function groupByTable(found: Column[]): Map<string, Column[]> {
  const tables = new Map<string, Column[]>();
  for (const column of found) tables.set(column.table, [...(tables.get(column.table) ?? []), column]);
  return tables;
}

function field({ table, column, type, nullable, generated }: Column): string {
  const base = typescriptTypes[type];
  if (!base)
    throw new Error(`No TypeScript type for ${type} (${table}.${column}); add it to scripts/generate.ts`);
  const value = nullable && base !== 'Json' ? `${base} | null` : base;
  return `    ${column}: ${generated && base !== 'Json' ? `Generated<${value}>` : value};`;
}

const MIGRATIONS = 'apps/api/migrations';
const CHECKSUMS = `${MIGRATIONS}/checksums.txt`;

async function main(): Promise<void> {
  const check = process.argv.includes('--check');
  const folder = mkdtempSync(join(tmpdir(), 'ardhi-generate-'));
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log: () => {} });
  try {
    await migrate(postgres.connectionString, MIGRATIONS);
    const files = new Map<string, string>([
      [CHECKSUMS, checksums(readMigrations(MIGRATIONS), readSqlFolder(MIGRATIONS), read(CHECKSUMS) ?? '')],
      [
        'apps/api/src/lib/database/database.generated.ts',
        databaseTypes(await columns(postgres.connectionString)),
      ],
      ...scoreDocuments(),
    ]);
    const stale = [...files].filter(([path, text]) => read(path) !== text);
    if (check && stale.length) {
      console.error(`Out of date: ${stale.map(([path]) => path).join(', ')}. Run: npm run generate`);
      process.exitCode = 1;
    } else if (!check) {
      for (const [path, text] of stale) writeFileSync(path, text);
      console.log(
        stale.length ? `Wrote ${stale.map(([path]) => path).join(', ')}` : 'Everything is up to date',
      );
    }
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

await main();
