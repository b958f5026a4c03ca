/** Databases of this release and of 0.2.0, whose migrations the baseline replaces. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { type BareDatabase, bareDatabase, newRelease } from '@ardhi/embedded-postgres/test/release';
import type pg from 'pg';
import { afterAll, afterEach } from 'vitest';

/** pg_dump of a small database of 0.2.0: 63 users, 200 parcels, some deltas folded and some not. */
const DUMP = gunzipSync(readFileSync(new URL('0.2.0.sql.gz', import.meta.url))).toString();
/** The same database, backed up by 0.2.0. */
export const BACKUP = fileURLToPath(new URL('0.2.0.backup', import.meta.url));

export const release = newRelease(fileURLToPath(new URL('../..', import.meta.url)));

const perTest: BareDatabase[] = [];
const perFile: BareDatabase[] = [];
afterEach(async () => {
  for (const database of perTest.splice(0)) await database.drop();
});
afterAll(async () => {
  for (const database of perFile.splice(0)) await database.drop();
  release.clear();
});

const nameOf = ({ connectionString }: BareDatabase) => new URL(connectionString).pathname.slice(1);

/** Dropped after the test. */
export async function newDatabase(copyOf?: BareDatabase): Promise<BareDatabase> {
  const database = await bareDatabase(copyOf && nameOf(copyOf));
  perTest.push(database);
  return database;
}

/** A database of 0.2.0, as a template for the tests of a file. */
export async function oldDatabase(): Promise<BareDatabase> {
  const old = await bareDatabase();
  perFile.push(old);
  await old.query(DUMP);
  // Its planned crops start as days pass. An upgrade and a restore count the started ones; so does the nightly job.
  await old.query('reset search_path; select settle_cover()');
  await old.disconnect();
  return old;
}

const ROUTINES = `
    select oid::regprocedure::text as name, pg_get_functiondef(oid) as definition
    from pg_proc where pronamespace = 'public'::regnamespace
    union all
    select oid::regclass::text, pg_get_viewdef(oid) from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'v'
    union all
    select tgrelid::regclass || '.' || tgname, tgenabled::text || pg_get_triggerdef(pg_trigger.oid)
    from pg_trigger join pg_class on pg_class.oid = tgrelid
    where relnamespace = 'public'::regnamespace and not tgisinternal and tgparentid = 0`;
const TABLES = `
    select attrelid::regclass || '.' || attname as name,
      format_type(atttypid, atttypmod) || attnotnull || coalesce(pg_get_expr(adbin, adrelid), '') as definition
    from pg_attribute join pg_class on pg_class.oid = attrelid
    left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and attnum > 0 and not attisdropped
    union all
    select indexrelid::regclass::text, pg_get_indexdef(indexrelid) from pg_index join pg_class on pg_class.oid = indrelid
    where relnamespace = 'public'::regnamespace and not relispartition
    union all
    select conrelid::regclass || '.' || conname, pg_get_constraintdef(pg_constraint.oid)
    from pg_constraint left join pg_class on pg_class.oid = conrelid
    where connamespace = 'public'::regnamespace and contype <> 'n' and relispartition is not true`;

/** Columns, indexes and constraints. Omits partitions, which have those of their table, and generated names of not null. */
export const tableSchema = (database: BareDatabase) => database.query(`${TABLES} order by 1, 2`);
/** With functions, views and triggers. */
export const schema = (database: BareDatabase) =>
  database.query(`${ROUTINES} union all ${TABLES} order by 1, 2`);

const ROLLUPS: Record<string, string> = {
  parcels: 'region, county',
  scores: 'region, score',
  soils: 'region, soil_type',
  cover: 'region, from_day, until_day',
  farmers: 'region',
  equipment: 'region, status',
  equipment_days: 'region, status, day',
  subsidies: 'scope, place, day',
  overlaps: 'county',
  // Without the band: releases label the same score in different ways.
  cells: 'zoom, tile_x, tile_y, place, soil_type',
};

/** Totals of each rollup, without places whose totals are zero. */
export async function rollupTotals(database: BareDatabase): Promise<Record<string, pg.QueryResultRow[]>> {
  const found: Record<string, pg.QueryResultRow[]> = {};
  for (const [name, keys] of Object.entries(ROLLUPS))
    found[name] = await database.query(`
      select ${keys}, key, trim_scale(sum(value::numeric)) as total
      from live_${name} as live, jsonb_each_text(to_jsonb(live) - string_to_array('${keys}, band', ', ')) as measure (key, value)
      group by ${keys}, key having sum(value::numeric) <> 0 order by ${keys}, key`);
  return found;
}

export const differences = (database: BareDatabase) => database.query('select * from verify_rollups()');
export const unfolded = async (database: BareDatabase) =>
  (await database.query<{ count: number }>('select count(*)::integer as count from parcel_deltas'))[0]!.count;
