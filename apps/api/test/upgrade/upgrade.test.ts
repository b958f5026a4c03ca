/** A database that came all the way is the same as a new one, and no figure moves on the way. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { backup, restore } from '@ardhi/embedded-postgres';
import {
  type BareDatabase,
  bareDatabase,
  newRelease,
  type Release,
} from '@ardhi/embedded-postgres/test/release';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';

const COUNTRY = readFileSync(new URL('0012.sql', import.meta.url), 'utf8');

/** This release. */
const release = newRelease(fileURLToPath(new URL('../..', import.meta.url)));
let folder: string;
const releases: Release[] = [];
const databases: BareDatabase[] = [];
/** Made once, and copied for each test: of the last release that had its functions in numbered migrations, and brought here. */
let old: BareDatabase;
let upgraded: BareDatabase;
beforeAll(async () => {
  old = await bareDatabase();
  await old.upgrade(release, { upTo: 12 });
  await old.query(COUNTRY);
  await old.disconnect();
  upgraded = await bareDatabase(nameOf(old));
  await upgraded.upgrade(release);
  await upgraded.disconnect();
}, 60_000);
afterAll(async () => {
  for (const made of [old, upgraded]) await made.drop();
  release.clear();
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ardhi-upgrade-'));
});
afterEach(async () => {
  for (const database of databases.splice(0)) await database.drop();
  for (const one of releases.splice(0)) one.clear();
  rmSync(folder, { recursive: true });
});

const nameOf = ({ connectionString }: BareDatabase) => new URL(connectionString).pathname.slice(1);

async function newDatabase(copyOf?: BareDatabase): Promise<BareDatabase> {
  const database = await bareDatabase(copyOf && nameOf(copyOf));
  databases.push(database);
  return database;
}

/** Functions, views, triggers, columns, indexes, constraints. Partitions have those of their table. */
const schema = (database: BareDatabase) =>
  database.query(`
    select oid::regprocedure::text as name, pg_get_functiondef(oid) as definition
    from pg_proc where pronamespace = 'public'::regnamespace
    union all
    select oid::regclass::text, pg_get_viewdef(oid) from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'v'
    union all
    select tgrelid::regclass || '.' || tgname, tgenabled::text || pg_get_triggerdef(pg_trigger.oid)
    from pg_trigger join pg_class on pg_class.oid = tgrelid
    where relnamespace = 'public'::regnamespace and not tgisinternal and tgparentid = 0
    union all
    select attrelid::regclass || '.' || attname, format_type(atttypid, atttypmod) || attnotnull || coalesce(pg_get_expr(adbin, adrelid), '')
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
    where connamespace = 'public'::regnamespace and relispartition is not true
    order by 1, 2`);

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
  cells: 'zoom, tile_x, tile_y, place, soil_type, band',
};

/** Since 0025 counties are counted beside the regions, and an application in one county alone; since 0032 overlaps of all. */
const COUNTED_SINCE = {
  farmers: "region in ('all', 'north', 'south', 'east', 'west')",
  equipment: "region in ('all', 'north', 'south', 'east', 'west')",
  equipment_days: "region in ('all', 'north', 'south', 'east', 'west')",
  subsidies: "scope <> 'county'",
  overlaps: "county <> '*'",
} as Record<string, string>;

/** What is read of each rollup, added up, without places from which everything went. */
async function figures(database: BareDatabase): Promise<Record<string, pg.QueryResultRow[]>> {
  const found: Record<string, pg.QueryResultRow[]> = {};
  for (const [name, keys] of Object.entries(ROLLUPS))
    found[name] = await database.query(`
      select ${keys}, key, trim_scale(sum(value::numeric)) as total
      from live_${name} as live, jsonb_each_text(to_jsonb(live) - string_to_array('${keys}', ', ')) as measure (key, value)
      where ${COUNTED_SINCE[name] ?? 'true'}
      group by ${keys}, key having sum(value::numeric) <> 0 order by ${keys}, key`);
  return found;
}

const differences = (database: BareDatabase) => database.query('select * from verify_rollups()');
const unfolded = async (database: BareDatabase) =>
  (await database.query<{ count: number }>('select count(*)::integer as count from parcel_deltas'))[0]!.count;

/** The next release, in which a delta says the opposite: 1 for a parcel that has no records. */
function releaseWithOtherDeltas(): Release {
  const next = release.copy();
  releases.push(next);
  next.add('next', '-- Nothing in the tables.');
  next.edit('sql/parcels.sql', (text) =>
    text
      .replace('parcel.has_records::integer', '(not parcel.has_records)::integer')
      .replace('(sign * recorded)', '(sign * (1 - recorded))'),
  );
  return next;
}

it('a database that was upgraded has the figures that it had, and the schema of a new one', async () => {
  const database = await newDatabase(old);
  const before = await figures(database);
  expect(await differences(database)).toEqual([]);
  expect(await unfolded(database)).toBeGreaterThan(0);
  for (const found of Object.values(before)) expect(found.length).toBeGreaterThan(0);

  await database.upgrade(release);
  expect(await figures(database)).toEqual(before);
  expect(await differences(database)).toEqual([]);
  const fresh = await newDatabase();
  await fresh.upgrade(release);
  expect(await schema(database)).toEqual(await schema(fresh));
  // What is counted anew by the new functions is the same, too.
  await database.query('select rebuild_rollups()');
  expect(await figures(database)).toEqual(before);
});

it('names are hidden in conversations about an overlap that nobody has answered', async () => {
  const database = await newDatabase(old);
  const id = (kind: string, n: number) => `00000000-0000-7000-${kind}-${String(n).padStart(12, '0')}`;
  const [answered, unanswered, mended, other] = [1, 2, 3, 4].map((n) => id('b000', n));
  for (const thread of [answered, unanswered, mended, other])
    await database.query(`
      insert into threads (id, channel_type, subject, starter_id, partner_id, message_count, last_message_at)
      values ('${thread}', 'farmer-farmer', 'Border', '${id('8000', 1)}', '${id('8000', 2)}', 1, now());
      insert into messages (id, thread_id, number, sender_id, recipient_id, channel_type, subject, content, created_at)
      values ('${thread}', '${thread}', 1, '${id('8000', 1)}', '${id('8000', 2)}', 'farmer-farmer', 'Border', 'Hm', now())`);
  await database.query(`
    insert into messages (id, thread_id, number, sender_id, recipient_id, channel_type, subject, content, created_at)
    values (gen_random_uuid(), '${answered}', 2, '${id('8000', 2)}', '${id('8000', 1)}', 'farmer-farmer', 'Border', 'Hm', now());
    update boundary_overlaps set thread_id = '${answered}' where first_parcel_id = '${id('9000', 2)}';
    update boundary_overlaps set thread_id = '${unanswered}' where first_parcel_id = '${id('9000', 8)}';
    insert into audit_log (actor_id, action, entity, entity_id, after) values ('${id('8000', 1)}', 'message.send', 'message',
      '${mended}', '{"threadId": "${mended}", "overlapId": "${id('c000', 1)}"}')`);
  await database.upgrade(release);
  expect(await database.query('select id from threads where starter_alias is not null order by id')).toEqual([
    { id: unanswered },
    { id: mended },
  ]);
});

it('writers beside an upgrade neither fail nor go uncounted', async () => {
  const database = await newDatabase(old);
  let writing = true;
  const writes = [0, 0, 0];
  const write = async (writer: number) => {
    const client = await database.connect();
    for (; writing; writes[writer]! += 1)
      await client.query(`
        begin;
        update parcels set score = (score + ${writer + 1}) % 101 where name = 'Shamba ${1 + (writes[writer]! % 40)}';
        insert into equipment_usage (id, equipment_id, date, hours)
          select gen_random_uuid(), id, current_date, 1 from equipment where owner_id::text like '%${writer}' limit 1;
        commit`);
  };
  // A job of the release before: one whose functions are replaced under it is tried again, as jobs are.
  const fold = async () => {
    const client = await database.connect();
    while (writing)
      await client.query('select fold_rollups(5)').catch((error: Error) => {
        if (!error.message.startsWith('cache lookup failed for function')) throw error;
      });
  };
  const running = [write(0), write(1), write(2), fold()];
  await expect.poll(() => Math.min(...writes)).toBeGreaterThan(0);
  await database.upgrade(release);
  const before = [...writes];
  await expect.poll(() => writes.every((count, writer) => count > before[writer]!)).toBe(true);
  writing = false;
  await Promise.all(running);
  expect(await differences(database)).toEqual([]);
});

it('deltas are folded by those who wrote them when their meaning changes', async () => {
  const database = await newDatabase(upgraded);
  const before = await figures(database);
  await database.query(`update parcels set has_records = not has_records where name like '%9'`);
  expect(await unfolded(database)).toBeGreaterThan(0);
  const changed = await figures(database);
  expect(changed).not.toEqual(before);

  await database.upgrade(releaseWithOtherDeltas());
  expect(await unfolded(database)).toBe(0);
  expect(await figures(database)).toEqual(changed);
  await database.query(`update parcels set has_records = not has_records where name like '%9'`);
  expect(await figures(database)).toEqual(before);
  expect(await differences(database)).toEqual([]);
});

it('rows that a migration changes are counted by the new functions', async () => {
  const database = await newDatabase(upgraded);
  const next = releaseWithOtherDeltas();
  next.add('loam', `update parcels set soil_type = 'loamy', has_records = true where soil_type = 'peaty';`);
  await database.upgrade(next);
  expect(await differences(database)).toEqual([]);
  expect(await database.query(`select from live_soils where soil_type = 'peaty' and parcels <> 0`)).toEqual(
    [],
  );
});

it('a back-up comes back with its functions and its figures, whatever its deltas mean by now', {
  timeout: 60_000,
}, async () => {
  const source = await newDatabase(upgraded);
  await source.query(`update parcels set has_records = not has_records where name like '%9'`);
  const [before, file] = [await figures(source), join(folder, 'ardhi.backup')];
  await backup(source.connectionString, file);

  for (const into of [release, releaseWithOtherDeltas()]) {
    const target = await newDatabase();
    // A restore refuses to work beside others.
    await target.disconnect();
    await restore(target.connectionString, file, { migrations: into.directory });
    expect(await figures(target)).toEqual(before);
    // It counts what is written now.
    const had = await unfolded(target);
    await target.query(`update parcels set has_records = not has_records where name like '%9'`);
    expect(await unfolded(target)).toBeGreaterThan(had);
    expect(await differences(target)).toEqual([]);
    const fresh = await newDatabase();
    await fresh.upgrade(into);
    expect(await schema(target)).toEqual(await schema(fresh));
  }
});

/** Several batches; `npm run test:full` takes 100,000. */
const TRAIL_ROWS = Number(process.env.TRAIL_ROWS ?? 6_000);

it(`a trail of ${TRAIL_ROWS} rows comes along, is sealed in batches, and begins an epoch where it is restored`, {
  timeout: 120_000,
}, async () => {
  const database = await newDatabase(old);
  await database.query(`
    insert into audit_log (at, action, entity, after)
    select now() - make_interval(hours => n % 5000), 'land.create', 'land', jsonb_build_object('n', n)
    from generate_series(1, ${TRAIL_ROWS}) as n`);
  await database.upgrade(release);
  const waiting = async (of: BareDatabase) =>
    (
      await of.query<{ count: number }>(
        'select (select count(*) from audit_log)::int - sum(count)::int as count from audit_seals',
      )
    )[0]!.count;
  const sealAll = async (of: BareDatabase) => {
    // Other databases of the server write too, and their oldest transaction counts: then none is sealed for a moment.
    do while ((await of.query<{ count: string }>('select seal_trail() as count'))[0]!.count !== '0');
    while ((await waiting(of)) > 0);
  };
  expect(await waiting(database)).toBeGreaterThanOrEqual(TRAIL_ROWS);
  await sealAll(database);
  expect(await database.query('select * from verify_trail()')).toEqual([]);

  // Some wait for their seal when the back-up is made.
  await database.query(`insert into audit_log (action, entity) values ('land.delete', 'land')`);
  const [file, target] = [join(folder, 'trail.backup'), await newDatabase()];
  const { tables } = await backup(database.connectionString, file);
  const [{ rows }] = (await database.query<{ rows: number }>(
    'select count(*)::int as rows from audit_log',
  )) as [{ rows: number }];
  expect(tables.filter(({ name }) => name.startsWith('audit_log'))).toMatchObject([
    { name: 'audit_log', rows },
  ]);
  await target.disconnect();
  await restore(target.connectionString, file, { migrations: release.directory });
  const trail = `select count(*), md5(string_agg(entry::text, '' order by id)) from audit_log as entry`;
  expect(await target.query(trail)).toEqual(await database.query(trail));
  const last = 'select epoch, month, count::int from audit_seals order by id desc limit 2';
  expect(await target.query(last)).toMatchObject([
    { epoch: 2, month: null, count: 0 },
    { epoch: 1, count: 1 },
  ]);
  await target.query(`insert into audit_log (action, entity) values ('land.restore', 'land')`);
  await sealAll(target);
  expect(await target.query(last)).toMatchObject([
    { epoch: 2, count: 1 },
    { epoch: 2, month: null },
  ]);
  expect(await target.query('select * from verify_trail()')).toEqual([]);
});
