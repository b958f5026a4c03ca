/** Number of rows that a page of a register reads, with twenty thousand parcels. */
import { type CompiledQuery, type KyselyPlugin, sql } from 'kysely';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import type { Db } from '../../lib/database/db.ts';
import { NATIONAL_SCOPE } from '../../lib/http/scope.ts';
import { type FarmerFilter, listFarmers, readFarmers } from './register-farmers.ts';
import { cursorOf } from './register-order.ts';
import { type ParcelFilter, readParcels } from './register-parcels.ts';

const FARMERS = 8000;
const PARCELS = 20_000;

const app = testApp();
beforeAll(async () => {
  // Triggers are disabled for speed; the rollups are rebuilt once at the end.
  await app.sql`alter table users disable trigger user`;
  await app.sql`alter table parcels disable trigger user`;
  await app.sql`
    insert into users (id, email, name, role, password_hash, phone_number, created_at)
    select gen_random_uuid(), 'mkulima' || n || '@shamba.example',
      (array['Wanjiku','Otieno','Achieng','Kamau','Mwende'])[1 + n % 5] || case when n <= 4 then ' Nyota' else '' end,
      'farmer', '', '+254 7' || lpad(n::text, 8, '0'), now() - (${FARMERS} - n) * interval '1 hour'
    from generate_series(1, ${FARMERS}::int) as n`;
  await app.sql`
    insert into parcels (id, owner_id, name, address, size_acres, soil_type, county, region, county_source, score, confidence,
      score_status, score_band, score_as_of, score_version, inputs_hash, created_at)
    select gen_random_uuid(), owner.id,
      'Shamba ' || n || case when n <= 5 then ' Kifaru' when n % 20 = 0 and n < 19000 then ' Twiga' else '' end,
      'Njoro', n % 100, case when n % 10 = 3 then 'clay' else 'loamy' end,
      (array['Nakuru','Kitui','Meru'])[1 + n % 3], (array['west','east','east'])[1 + n % 3], 'address', case when n % 100 = 1 then 51 else 61 + n % 39 end,
      case when n % 7 = 0 then 20 else 60 end, 'assessed',
      case when n % 100 = 1 then 'fair' when n % 39 < 20 then 'good' else 'very good' end, current_date, 'test', 'test', now() - (${PARCELS} - n) * interval '10 minutes'
    from generate_series(1, ${PARCELS}::int) as n
    join (select id, row_number() over (order by created_at) as place from users) as owner
      on owner.place = 1 + n % ${FARMERS}::int`;
  await app.sql`
    insert into crops (id, parcel_id, name, planting_date, harvest_date, yield_tons_per_hectare, yield_confirmed)
    select gen_random_uuid(), id, 'Maize', current_date - 120, current_date - 1, 2, size_acres % 4 = 0 from parcels
    where size_acres % 2 = 0`;
  await app.sql`alter table users enable trigger user`;
  await app.sql`alter table parcels enable trigger user`;
  await app.sql`select rebuild_rollups()`;
  await app.sql`analyze users, parcels, parcel_words, farmer_words`;
});

interface Plan {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Plan[];
}

/** Excludes the system catalogs, of which every query reads the same few rows. */
function rowsRead(plan: Plan): number {
  const table = plan['Relation Name'];
  const own =
    table && !table.startsWith('pg_')
      ? (plan['Actual Rows'] +
          (plan['Rows Removed by Filter'] ?? 0) +
          (plan['Rows Removed by Index Recheck'] ?? 0)) *
        plan['Actual Loops']
      : 0;
  return (plan.Plans ?? []).reduce((sum, part) => sum + rowsRead(part), own);
}

/** Runs the work, then repeats each of its statements under EXPLAIN to count the rows read. */
async function countReads<Result>(work: (db: Db) => Promise<Result>): Promise<Result & { read: number }> {
  const statements: CompiledQuery[] = [];
  const recorder: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      statements.push(app.db.getExecutor().compileQuery(node, queryId));
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const result = await work(app.db.withPlugin(recorder) as Db);
  let read = 0;
  for (const { sql: text, parameters, ...rest } of statements) {
    const { rows } = await app.db.executeQuery<{ 'QUERY PLAN': { Plan: Plan }[] }>({
      ...rest,
      parameters,
      sql: `explain (analyze, format json) ${text}`,
    });
    read += rowsRead(rows[0]!['QUERY PLAN'][0]!.Plan);
  }
  return { ...result, read };
}

const paging = { limit: 25, after: null };
const parcels = (filter: ParcelFilter) => countReads((db) => readParcels(db, NATIONAL_SCOPE, filter, paging));
const farmers = (filter: FarmerFilter) => countReads((db) => readFarmers(db, NATIONAL_SCOPE, filter, paging));

describe('a page of parcels reads few rows', () => {
  it.each<[what: string, filter: ParcelFilter, rows: number, most: number]>([
    ['no filter', {}, 26, 100],
    ['a term in no row', { q: 'helikopta' }, 0, 110],
    ['a term in the oldest rows only', { q: 'kifaru' }, 5, 150],
    ['a term in the oldest rows only, by size', { q: 'kifaru', sort: 'largest' }, 5, 150],
    ['a term in a thousand rows, but in none of the newest', { q: 'twiga' }, 26, 4500],
    ['a term in a thousand rows, by name', { q: 'twiga', sort: 'name' }, 26, 4500],
    ['a term in all rows', { q: 'shamba' }, 26, 300],
    ['a term in all rows, by name', { q: 'shamba', sort: 'name' }, 26, 300],
    ['the name of a few farmers', { q: 'nyota otieno' }, 2, 150],
    ['a term in all rows and one in a few', { q: 'shamba kifaru' }, 5, 150],
    ['a term in a thousand rows and one in all', { q: 'twiga njoro' }, 26, 4500],
    ['a rare term in a county', { q: 'kifaru', county: 'Kitui' }, 2, 150],
    ['a rare term in a county without it', { q: 'kifaru', county: 'Lamu' }, 0, 150],
    ['a common term and a common soil, never together', { q: 'twiga', soilType: 'clay' }, 0, 150],
    ['both, by size', { q: 'twiga', soilType: 'clay', sort: 'largest' }, 0, 150],
    ['a common term and a common score bucket', { q: 'twiga', bucket: '61-80' }, 26, 4500],
    ['two common filters, never together', { soilType: 'clay', band: 'fair' }, 0, 150],
    ['a term in all rows, in a county without rows', { q: 'shamba', county: 'Lamu' }, 0, 110],
    ['a term in a third of the rows, by size', { q: 'shamba', county: 'Meru', sort: 'largest' }, 26, 7200],
    ['the largest', { sort: 'largest' }, 26, 100],
    ['a county without rows', { county: 'Lamu' }, 0, 100],
    ['a county without rows, by name', { county: 'Lamu', sort: 'name' }, 0, 100],
    ['a region without rows', { region: 'north' }, 0, 100],
    ['a soil without rows', { soilType: 'peaty' }, 0, 100],
    ['a score bucket without rows', { bucket: '0-20' }, 0, 200],
    ['not yet assessed', { band: 'initial' }, 0, 100],
    ['a band without rows', { band: 'poor' }, 0, 150],
    ['a rare band', { band: 'fair' }, 26, 1000],
    ['overlaps, without any', { work: 'overlaps' }, 0, 100],
    ['an unknown farmer', { farmerId: '00000000-0000-7000-8000-000000000000' }, 0, 100],
  ])('%s', async (_what, filter, rows, most) => {
    const page = await parcels(filter);
    expect(page.rows).toHaveLength(rows);
    expect(page.read).toBeLessThanOrEqual(most);
  });
});

describe('a page of farmers reads few rows', () => {
  it.each<[what: string, filter: FarmerFilter, rows: number, most: number]>([
    ['no filter', {}, 26, 200],
    ['a term in no row', { q: 'helikopta' }, 0, 110],
    ['a term in the oldest rows only', { q: 'nyota' }, 4, 150],
    ['an email address', { q: 'mkulima7999@shamba.example' }, 1, 150],
    ['a phone number', { q: '0700 000 123' }, 1, 150],
    ['a term in all rows', { q: 'shamba.example' }, 26, 300],
    ['a term in all rows, in a region without rows', { q: 'shamba.example', region: 'north' }, 0, 110],
    ['by name', { sort: 'name' }, 26, 200],
    ['a county without rows', { county: 'Lamu' }, 0, 100],
    ['a region without rows', { region: 'north' }, 0, 100],
  ])('%s', async (_what, filter, rows, most) => {
    const page = await farmers(filter);
    expect(page.rows).toHaveLength(rows);
    expect(page.read).toBeLessThanOrEqual(most);
  });
});

it('returns the total if it is cheap to count', async () => {
  const totals = async (filter: ParcelFilter) =>
    (await readParcels(app.db, NATIONAL_SCOPE, filter, paging)).total;
  expect(await totals({})).toBe(PARCELS);
  expect(await totals({ county: 'Kitui' })).toBe(6667);
  expect(await totals({ region: 'west', bucket: '61-80' })).toBe(3554);
  expect(await totals({ q: 'kifaru' })).toBe(5);
  expect(await totals({ q: 'shamba' })).toBeUndefined();
  expect((await readFarmers(app.db, NATIONAL_SCOPE, {}, paging)).total).toBe(FARMERS);
});

it('finds the same rows by sorting hits and by an ordered scan', async () => {
  const pages: string[] = [];
  let after: string[] | null = null;
  do {
    const rows = await listFarmers(
      app.db,
      NATIONAL_SCOPE,
      { q: 'wanjiku', sort: 'oldest' },
      { limit: 500, after },
    );
    pages.push(...rows.slice(0, 500).map(({ email }) => email));
    const last = rows.at(499);
    after = rows.length > 500 && last ? [last.created_at, last.id] : null;
  } while (after);
  const rows = await app.sql<{ email: string }>`
    select email from users where name like 'Wanjiku%' order by created_at, id`;
  expect(pages).toEqual(rows.map(({ email }) => email));
});

describe('a search returns the same rows as a full scan, in every order', () => {
  interface Rows {
    newest: string[];
    oldest: string[];
    name: string[];
    largest: string[];
  }
  /** Full scan without an index: every search term must be a prefix of a word in the row. */
  async function fullScan(register: 'users' | 'parcels', q: string, filter: ParcelFilter) {
    const { soilType, bucket, band, compared, unplaced, work, ...place } = filter;
    const kinds = [
      ...(soilType ? [sql`soil_type = ${soilType}`] : []),
      ...(bucket ? [sql`score between ${bucket.split('-')[0]} and ${bucket.split('-')[1]}`] : []),
      ...(band ? [sql`score_band = ${band}`] : []),
      ...(compared ? [sql`(confidence >= 40) = ${compared === 'yes'}`] : []),
      ...(unplaced ? [sql`county is null`] : []),
      ...(work ? [sql`harvest_due < current_date`] : []),
      sql`true`,
    ];
    const inCounty = sql`(${place.county ?? null}::text is null or county = ${place.county ?? null})`;
    const inRegion = sql`(${place.region ?? null}::text is null or region = ${place.region ?? null})`;
    const rows =
      register === 'parcels'
        ? sql`select parcels.id, parcels.created_at, parcels.name, size_acres as size,
            concat_ws(' ', parcels.name, address, users.name) as text
          from parcels join users on users.id = owner_id
          where ${inCounty} and ${inRegion} and ${sql.join(kinds, sql` and `)}`
        : sql`select id, created_at, name, 0 as size, concat_ws(' ', name, email, replace(phone_number, ' ', '')) as text
          from users where id in (select owner_id from parcels where ${inCounty})
            and id in (select owner_id from parcels where ${inRegion})`;
    const found = await app.sql<Rows>`
      with matching as materialized (
        select * from (${rows}) as every where not exists (
          select from unnest(${q ? q.split(' ') : []}::text[]) as word
          where lower(text) !~ ('(^|[^a-z0-9])' || word))
      )
      select array(select id from matching order by created_at desc, id desc limit 60)::text[] as newest,
        array(select id from matching order by created_at, id limit 60)::text[] as oldest,
        array(select id from matching order by name, id limit 60)::text[] as name,
        array(select id from matching order by size desc, id desc limit 60)::text[] as largest
      from (values (1)) as one`;
    return found[0]!;
  }
  /** Reads two pages. */
  async function searched(
    read: (paging: { limit: number; after: string[] | null }) => Promise<{ rows: { id: string }[] }>,
    order: keyof Rows,
  ) {
    const first = await read({ limit: 30, after: null });
    const last = first.rows[29] as Parameters<ReturnType<typeof cursorOf>>[0] | undefined;
    const second =
      first.rows.length > 30 && last ? await read({ limit: 29, after: cursorOf(order)(last) }) : null;
    return [...first.rows.slice(0, 30), ...(second?.rows ?? [])].map(({ id }) => id);
  }

  const places = [
    {},
    { county: 'Kitui' },
    { region: 'west' as const },
    { county: 'Kitui', region: 'west' as const },
  ];
  const kinds: ParcelFilter[] = [
    { soilType: 'clay' },
    { bucket: '41-60', compared: 'yes' },
    { bucket: '81-100', county: 'Meru' },
    { band: 'fair', compared: 'no', region: 'west' },
    { work: 'no-harvest', soilType: 'loamy' },
    { unplaced: 'yes' },
  ];
  const words = [
    'helikopta',
    'kifaru',
    'twiga',
    'twiga njoro',
    'sham',
    '1',
    '12 twiga',
    '77 otieno shamba',
    'nyota',
  ];
  async function expectSameRows(q: string, filter: ParcelFilter) {
    const expected = await fullScan('parcels', q, filter);
    for (const sort of ['newest', 'oldest', 'name', 'largest'] as const)
      expect(
        await searched((paging) => readParcels(app.db, NATIONAL_SCOPE, { q, sort, ...filter }, paging), sort),
        `${JSON.stringify(filter)} ${sort}`,
      ).toEqual(expected[sort]);
  }
  /** All items in the full run; otherwise a different one for each search term. */
  const some = <Item>(items: readonly Item[], index: number) =>
    inject('isFull') ? items : [items[index % items.length]!];
  it.each([...words.entries()])('parcels: %i, %s', async (index, q) => {
    for (const filter of some([...places, ...kinds], index)) await expectSameRows(q, filter);
  });
  it('parcels with combined filters and no search term', async () => {
    for (const filter of some(kinds, 3)) await expectSameRows('', filter);
  });
  const people = ['helikopta', 'nyota', 'kamau', 'mku', '2547', 'mkulima12', 'otieno 25470000'];
  it.each([...people.entries()])('farmers: %i, %s', async (index, q) => {
    for (const place of some(places, index)) {
      const expected = await fullScan('users', q, place);
      for (const sort of ['newest', 'oldest', 'name'] as const)
        expect(
          await searched(
            (paging) => readFarmers(app.db, NATIONAL_SCOPE, { q, sort, ...place }, paging),
            sort,
          ),
          `${JSON.stringify(place)} ${sort}`,
        ).toEqual(expected[sort]);
    }
  });

  it('a text without a search term finds nothing, with or without an area', async () => {
    for (const place of places)
      for (const q of ['%%', '²'])
        expect((await readParcels(app.db, NATIONAL_SCOPE, { q, ...place }, paging)).rows).toEqual([]);
  });
});

describe('paging skips and repeats no row', () => {
  it.each(['newest', 'oldest', 'name'] as const)('%s', async (sort) => {
    const filter: ParcelFilter = { q: 'twiga njoro', sort };
    const found: string[] = [];
    let after: string[] | null = null;
    do {
      const { rows, total } = await readParcels(app.db, NATIONAL_SCOPE, filter, { limit: 400, after });
      expect(total).toBe(949);
      found.push(...rows.slice(0, 400).map(({ name }) => name));
      after = rows.length > 400 ? cursorOf(sort)(rows[399]!) : null;
    } while (after);
    const column = sql.ref(sort === 'name' ? 'name' : 'created_at');
    const rows = await app.sql<{ name: string }>`
      select name from parcels where name like '%Twiga'
      order by ${column} ${sql.raw(sort === 'newest' ? 'desc' : 'asc')}`;
    expect(found).toEqual(rows.map(({ name }) => name));
  });
});

describe('farmers of an area where only the oldest accounts have land', () => {
  beforeAll(async () => {
    await app.sql`
      insert into parcels (id, owner_id, name, size_acres, soil_type, county, region, county_source, score, confidence,
        score_status, score_as_of, score_version, inputs_hash)
      select gen_random_uuid(), id, 'Pwani', 1, 'sandy', 'Kwale', 'south', 'address', 50, 60, 'assessed', current_date,
        'test', 'test'
      from (select id from users where role = 'farmer' order by created_at limit 30) as first`;
    await app.sql`
      insert into equipment (id, owner_id, name, type)
      select gen_random_uuid(), id, 'Pump', 'Pump'
      from (select id from users where role = 'farmer' order by created_at limit 3) as first`;
    await app.sql`analyze farmer_areas, equipment`;
  });

  it.each<[what: string, filter: FarmerFilter, rows: number, most: number]>([
    ['a county', { county: 'Kwale' }, 26, 250],
    ['a county, by name', { county: 'Kwale', sort: 'name' }, 26, 250],
    ['a county, oldest first', { county: 'Kwale', sort: 'oldest' }, 26, 250],
    ['a region', { region: 'south' }, 26, 250],
    ['a region and its county', { region: 'south', county: 'Kwale' }, 26, 300],
    ['a term in all rows', { county: 'Kwale', q: 'shamba.example' }, 26, 350],
    ['owners of machines', { machines: 'yes' }, 3, 100],
    ['owners of machines in a county', { machines: 'yes', county: 'Kwale' }, 3, 100],
    ['owners of machines with a term in all rows', { machines: 'yes', q: 'shamba.example' }, 3, 100],
    ['owners of machines in a region without any', { machines: 'yes', region: 'north' }, 0, 100],
  ])('%s', async (_what, filter, rows, most) => {
    const page = await farmers(filter);
    expect(page.rows).toHaveLength(rows);
    expect(page.read).toBeLessThanOrEqual(most);
  });

  it('can be paged in each order', async () => {
    for (const sort of ['newest', 'oldest', 'name'] as const) {
      const filter: FarmerFilter = { county: 'Kwale', sort };
      const whole = await listFarmers(app.db, NATIONAL_SCOPE, filter, { limit: 100, after: null });
      expect(whole).toHaveLength(30);
      const first = await listFarmers(app.db, NATIONAL_SCOPE, filter, { limit: 12, after: null });
      const last = first[11]!;
      const after = [sort === 'name' ? last.name : last.created_at, last.id];
      const rest = await listFarmers(app.db, NATIONAL_SCOPE, filter, { limit: 100, after });
      expect([...first.slice(0, 12), ...rest].map(({ id }) => id)).toEqual(whole.map(({ id }) => id));
    }
  });
});
