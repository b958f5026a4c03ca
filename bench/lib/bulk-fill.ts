/**
 * Fills a database with millions of parcels in plain SQL: per parcel half a farmer, 7.5 records and a tenth of a
 * boundary, plus a policy read by a million farmers. Rows are loaded without triggers, indexes and WAL; derived data
 * follows.
 */
import { COUNTIES } from '@ardhi/agronomy';
import { migrate, startEmbeddedPostgres } from '@ardhi/embedded-postgres';
import { withoutIndexes } from '../../apps/api/src/demo/bare-tables.ts';
import { SCORE_VERSION } from '../../apps/api/src/farm/land/score.ts';
import { connect } from '../../apps/api/src/lib/database/database.ts';
import { drawBoundaries, fieldPosition } from './fields.ts';

/** Statement timeout: a single statement fills a whole table. */
export const DAY_MS = 86_400_000;

/** Unsafe settings for speed on a dedicated machine. After a crash the fill starts again. */
const FILLING = {
  fsync: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  archive_mode: 'off',
  autovacuum: 'off',
  max_wal_size: '4GB',
  checkpoint_timeout: '1h',
  maintenance_work_mem: '512MB',
  work_mem: '128MB',
};

/** Ids ascend in insertion order, so that indexes grow at one end. The last part is pseudo-random. */
const idOf = (kind: string, n: string) =>
  `(lpad(to_hex(${n}), 12, '0') || '7${kind}8' || substr(md5((${n})::text), 1, 15))::uuid`;

export const farmerId = (n: string) => idOf('a01', n);
export const parcelId = (n: string) => idOf('b01', n);

const FIRST = '{Wanjiku,Kamau,Achieng,Otieno,Mutua,Chebet,Hassan,Njeri,Barasa,Amina,Wairimu,Kiprono}';
const LAST = '{Njoroge,Odhiambo,Kilonzo,Rotich,Mohamed,Wafula,Kimani,Nyambura,Cheruiyot,Ouma,Mwangi}';

/** A search term that three parcels match, and one that nothing matches. */
export const RARE = 'kibanda';
export const ABSENT = 'helikopta';

const CREATED_AT = `timestamptz '2024-01-01' + make_interval(secs => n * 5)`;

const users = `
  insert into users (id, email, name, role, password_hash, location, created_at)
  select ${farmerId('n')}, 'mkulima' || n || '@country.example',
    ('${FIRST}'::text[])[1 + n % 12] || ' ' || ('${LAST}'::text[])[1 + n / 12 % 11], 'farmer', '', 'Njoro', ${CREATED_AT}
  from generate_series(1, $1::int) as n`;

/** Two consecutive parcels belong to one farmer. The stored totals match the records below. */
const parcels = (count: number) =>
  `
  insert into parcels (id, owner_id, name, size_acres, address, soil_type, county, region, county_source, has_records,
    crop_count, water_count, fertilizer_count, pesticide_count, water_litres, fertilizer_kg, pesticide_kg,
    score, confidence, score_status, score_band, score_as_of, score_version, inputs_hash, covered_until, has_harvest,
    harvest_due, boundary_area_m2, boundary_revision, centre_lon, centre_lat, created_at)
  select ${parcelId('n')}, ${farmerId('(n + 1) / 2')},
    case when n % (${count} / 3) = 7 then '${RARE}' else 'Shamba ' || n end, 0.5 + (n % 200) / 10.0, 'Njoro',
    ('{clay,sandy,silty,peaty,chalky,loamy}'::text[])[1 + n % 6],
    ($1::text[])[1 + (n + 1) / 2 % 47], ($2::text[])[1 + (n + 1) / 2 % 47], 'address', true,
    2, 2 + n % 2, 1 + n % 2, 1 + n % 2, 100 * (2 + n % 2), 50 * (1 + n % 2), 1 + n % 2,
    20 + n % 80, 40 + n % 60, 'assessed',
    ('{poor,needs attention,fair,good,very good}'::text[])[ceil((20 + n % 80) / 20.0)::int],
    current_date, $3, '', current_date + 60 - (n % 30)::int, n % 5 <> 0,
    case when n % 5 = 0 then '-infinity' else current_date + 60 - (n % 30)::int end,
    drawn.area, drawn.revision, drawn.lon, drawn.lat, ${CREATED_AT}
  from generate_series(1, ${count}) as n left join lateral (
    select 7800.0 as area, 1 as revision, place.* from (select ${fieldPosition('n / 10', Math.ceil(count / 10))}) as place (lon, lat)
    where n % 10 = 0
  ) as drawn on true`.replace('drawn.revision,', 'coalesce(drawn.revision, 0),');

/** Records of one parcel for a year or half a year. */
const records = (count: number): Record<string, string> => {
  const each = (perTwo: number) =>
    `from generate_series(1, ${(count * perTwo) / 2}) as r,
       lateral (select ${numberOf(perTwo)} as n, ${placeOf(perTwo)} as k) as of_parcel`;
  const id = (kind: string) => `${idOf(kind, 'r')}, ${parcelId('n')}`;
  return {
    crops: `insert into crops (id, parcel_id, name, planting_date, harvest_date, yield_tons_per_hectare, yield_confirmed,
        created_at)
      select ${id('c01')}, case k when 0 then 'Mahindi' else 'Maharagwe' end, planted, planted + 120, 2,
        k = 0 and n % 5 <> 0, ${CREATED_AT}
      ${each(4)}, lateral (
        select current_date - case k when 0 then 200 + (n % 300)::int else 60 + (n % 30)::int end as planted) as plan`,
    water_records: `insert into water_records (id, parcel_id, date, litres, created_at)
      select ${id('c02')}, current_date - 10 * (1 + k)::int, 100, ${CREATED_AT} ${each(5)}`,
    fertilizer_records: `insert into fertilizer_records (id, parcel_id, date, type, kg, created_at)
      select ${id('c03')}, current_date - 20 * (1 + k)::int, 'DAP', 50, ${CREATED_AT} ${each(3)}`,
    pesticide_records: `insert into pesticide_records (id, parcel_id, date, product, amount, unit, created_at)
      select ${id('c04')}, current_date - 30 * (1 + k)::int, 'Neem', 1, 'L', ${CREATED_AT} ${each(3)}`,
  };
};

/** Parcel number of record `r`, with `perTwo` records per two parcels. If odd, the first parcel has one more. */
const numberOf = (perTwo: number) => {
  const odd = Math.ceil(perTwo / 2);
  return `(r - 1) / ${perTwo} * 2 + case when (r - 1) % ${perTwo} < ${odd} then 1 else 2 end`;
};
const placeOf = (perTwo: number) => {
  const odd = Math.ceil(perTwo / 2);
  return `case when (r - 1) % ${perTwo} < ${odd} then (r - 1) % ${perTwo} else (r - 1) % ${perTwo} - ${odd} end`;
};

const POLICY = '00000000-0000-7000-8000-000000000001';
export const policyId = POLICY;

/** All recipients have read it: the worst case for counting. */
const policy = (readers: number) => [
  `insert into users (id, email, name, role, password_hash, department)
   values ('${POLICY}', 'official@country.example', 'Wairimu', 'government', '', 'Agriculture')`,
  `insert into policies (id, title, description, status, created_by)
   values ('${POLICY}', 'Terraces', 'Build terraces.', 'Active', '${POLICY}')`,
  `insert into notices (id, kind, audience) values ('${POLICY}', 'policy', 'farmer')`,
  `insert into policy_sendings (notice_id, policy_id, sent_by, farmers, mail, mail_finished_at)
   values ('${POLICY}', '${POLICY}', '${POLICY}', ${readers}, false, now())`,
  `insert into policy_recipients (notice_id, user_id, counties)
   select '${POLICY}', ${farmerId('n')}, array[($1::text[])[1 + n % 47]] from generate_series(1, ${readers}) as n`,
  `insert into notice_reads (notice_id, user_id) select notice_id, user_id from policy_recipients`,
  `insert into policy_audience (notice_id, county, region, farmers)
   select notice_id, counties[1], ($2::text[])[array_position($1::text[], counties[1])], count(*)
   from policy_recipients group by notice_id, counties[1]`,
];

/** Rebuilds a search table from stored rows, without indexes and foreign key. `farmer_places` must be filled first. */
const wordsOf = (table: string, owner: string, orders: Record<string, string>) => {
  const indexes = Object.entries({
    ...orders,
    words: 'using gin (words) with (gin_pending_list_limit = 128)',
  });
  return [
    `drop index ${indexes.map(([name]) => `${table}_${name}`).join(', ')}`,
    `alter table ${table} drop constraint ${table}_id_fkey`,
    `insert into ${table} select * from stored_${table} order by id`,
    ...indexes.map(([name, columns]) => `create index ${table}_${name} on ${table} ${columns}`),
    `alter table ${table} add constraint ${table}_id_fkey foreign key (id) references ${owner} on delete cascade`,
  ];
};
const NEWEST = { newest: '(created_at desc, id desc)', name: '(by_name, id)' };
const WORDS = [
  ...wordsOf('parcel_words', 'parcels', { ...NEWEST, size: '(by_size desc, id desc)' }),
  ...wordsOf('farmer_words', 'users', NEWEST),
];

export async function fillInBulk(dataDir: string, count: number): Promise<void> {
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined, settings: FILLING });
  await migrate(postgres.connectionString, 'apps/api/migrations');
  const database = connect(postgres.connectionString, { max: 2, statementMs: DAY_MS });
  const client = await database.pool.connect();
  const counties = COUNTIES.map(({ name }) => name);
  const regions = COUNTIES.map(({ region }) => region);
  const begin = performance.now();
  const logStep = (what: string) =>
    console.log(`${((performance.now() - begin) / 1000).toFixed(0).padStart(6)} s  ${what}`);
  /** A table truncated in the same transaction needs no WAL. */
  const load = async (table: string, statement: string, values: unknown[] = []) => {
    await client.query(`begin; truncate ${table} cascade`);
    await client.query(statement, values);
    await client.query('commit');
    logStep(table);
  };
  try {
    await client.query('set session_replication_role = replica').catch(() => undefined);
    const triggerTables = [
      'users',
      'parcels',
      'crops',
      'boundaries',
      'farmer_places',
      'notice_reads',
      'policy_sendings',
    ];
    const triggers = (how: string) =>
      client.query(triggerTables.map((table) => `alter table ${table} ${how} trigger user`).join(';'));
    await triggers('disable');
    await withoutIndexes(client, async () => {
      await load('users', users, [Math.ceil(count / 2)]);
      await load('parcels', parcels(count), [counties, regions, SCORE_VERSION]);
      for (const [table, statement] of Object.entries(records(count))) await load(table, statement);
    });
    logStep('indexes and references');
    await client.query('call rebuild_farmer_places()');
    for (const statement of WORDS) await client.query(statement);
    logStep('words');
    await client.query('call rebuild_farmer_areas()');
    await drawBoundaries(database);
    logStep('boundaries');
    for (const statement of policy(Math.min(1_000_000, Math.ceil(count / 2))))
      await client.query(
        statement,
        statement.includes('$2') ? [counties, regions] : statement.includes('$1') ? [counties] : [],
      );
    const { rows: rollups } = await client.query<{ name: string; deltas: string }>('select * from rollups');
    for (const { name, deltas } of rollups) {
      await client.query(`truncate ${deltas}, rollup_${name}`);
      await client.query(`insert into rollup_${name} select * from recount_${name}`);
    }
    logStep('rollups');
    await client.query(
      `insert into score_runs (kind, target, parcels_total, parcels_done, finished_at) values ('version', $1, $2, $2, now())`,
      [SCORE_VERSION, count],
    );
    await triggers('enable');
    await client.query('vacuum (analyze)');
    logStep('vacuum');
  } finally {
    client.release();
    await database.close();
    await postgres.stop();
  }
}
