/**
 * Names that other programs, stored data or the specification depend on. Code and comments may be reworded; these may
 * not. A rolling upgrade runs 0.2.0 on the same database, phones hold its data, and operators have its settings.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { api } from '@ardhi/contract';
import { AUDIT_ACTIONS } from '@ardhi/contract/audit-actions';
import { openApiDocument } from '@ardhi/contract/openapi';
import { paths } from '@ardhi/contract/paths';
import pg from 'pg';
import { expect, it } from 'vitest';
import { jobs } from '../src/jobs.ts';
import { settingNames } from '../src/lib/settings/setting-names.ts';
import { statusByCode } from '../src/lib/text/problem.ts';
import { createTestDatabase } from './database.ts';
import names from './unchanged-names.json' with { type: 'json' };

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Contents of all files below the folder whose names have this ending. */
const contents = (folder: string, ending: RegExp): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => ending.test(file) && !file.includes('.test.'))
    .map((file) => readFileSync(join(root, folder, file), 'utf8'));

function expectAll(known: readonly string[], found: Iterable<string>): void {
  const present = new Set(found);
  expect(known.filter((name) => !present.has(name))).toEqual([]);
}

/** Parameters and properties at any depth. */
function* jsonNames(node: unknown): Generator<string> {
  if (typeof node !== 'object' || node === null) return;
  if ('in' in node && 'name' in node) yield String(node.name);
  if ('properties' in node) yield* Object.keys(node.properties as object);
  for (const child of Object.values(node)) yield* jsonNames(child);
}

it('calls, JSON names, problem codes and audit actions are those of 0.2.0', () => {
  expectAll(names.calls, Object.keys(api));
  expectAll(names.jsonNames, jsonNames(openApiDocument()));
  expectAll(names.problemCodes, Object.keys(statusByCode));
  expectAll(names.auditActions, Object.values(AUDIT_ACTIONS).flat());
});

it('settings, jobs and metrics are those of 0.2.0', () => {
  expectAll(names.settings, settingNames());
  expectAll(names.jobs, Object.keys(jobs));
  expectAll(
    names.metrics,
    contents('apps/api/src', /\.ts$/).flatMap((text) => text.match(/\bardhi_[a-z_]+/g) ?? []),
  );
});

it('the database has all columns, functions and views of 0.2.0', async () => {
  const database = await createTestDatabase();
  const client = new pg.Client(database);
  await client.connect();
  const { rows } = await client.query<{ columns: string[]; callable: string[] }>(`
    select array(select table_name || '.' || column_name from information_schema.columns
        where table_schema = 'public') as columns,
      array(select proname::text from pg_proc where pronamespace = 'public'::regnamespace
        union select viewname from pg_views where schemaname = 'public') as callable`);
  await client.end();
  await database.drop();
  expectAll(names.columns, rows[0]!.columns);
  expectAll(names.functionsAndViews, rows[0]!.callable);
});

it('names in the browser and in headers are those of 0.2.0', () => {
  const source = [...contents('apps/web/src', /\.tsx?$/), ...contents('apps/api/src', /\.ts$/)].join('\n');
  const isInSource = (name: string) => new RegExp(`['"\`]${name}(?=['"\`$:])`, 'i').test(source);
  const { storageKeys, indexedDb, caches, locksAndChannels, cookies, headers } = names;
  const all = [storageKeys, indexedDb, caches, locksAndChannels, cookies, headers].flat();
  expect(all.filter((name) => !isInSource(name))).toEqual([]);
});

it('pages have the addresses of 0.2.0', () => {
  const addresses = Object.values(paths).map((path) =>
    typeof path === 'string' ? path : (path as (...ids: string[]) => string)(':id', ':mode'),
  );
  expectAll(
    names.pages,
    addresses.map((address) => address.replace(/[?#].*/, '')),
  );
});

it('texts of the specification are in the English catalogues', () => {
  const texts = [
    ...contents('apps/web/src/locales/en', /\.json$/),
    ...contents('apps/api/src/locales/en', /\.json$/),
  ]
    .flatMap((text) => Object.values(JSON.parse(text) as object))
    .map(String);
  const isShown = (text: string) => texts.some((shown) => shown.includes(text));
  expect(names.specificationTexts.filter((text) => !isShown(text))).toEqual([]);
});
