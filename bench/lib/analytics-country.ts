/** Parcels of a whole country for the bench of the analytics, and a recount of their rollups. */
import { COUNTIES } from '@ardhi/agronomy';
import { SCORE_VERSION } from '../../apps/api/src/farm/land/score.ts';
import type { Database } from '../../apps/api/src/lib/database/database.ts';
import { drawBoundaries, fieldPosition } from './fields.ts';

const places = 'call rebuild_farmer_places()';
const rollups = [
  ...['parcels', 'scores', 'soils', 'cover', 'harvests', 'farmers'],
  ...['county_scores', 'county_soils', 'county_cover'],
];
const recounting = rollups
  .map((name) => `delete from rollup_${name}; insert into rollup_${name} select * from recount_${name};`)
  .join('\n');

/** Recounts after writes without triggers. Not rebuild_rollups(), because the fixture has no crops. */
export async function recount({ pool }: Database): Promise<void> {
  await pool.query(`begin; lock table users, parcels, parcel_deltas, farmer_deltas in share row exclusive mode;
    delete from parcel_deltas; delete from farmer_deltas; ${recounting}
    alter table farmer_places disable trigger user; delete from farmer_places;
    ${places};
    alter table farmer_places enable trigger user; call rebuild_farmer_areas(); call rebuild_words(); commit`);
  // Every run on a reused database leaves dead rows from earlier counts in the same pages.
  const counted = [
    ...rollups.map((name) => `rollup_${name}`),
    'farmer_places',
    'parcel_deltas',
    'farmer_deltas',
  ];
  await pool.query(`vacuum (analyze) ${counted.join(', ')}`);
}

/** Search terms that do not occur in the rows of the writers. */
const WORDS = `nullif(concat_ws(' ', case when n % 20000 = 11 then 'habari' end, case when n % 200 = 14 then 'rafiki' end,
  case when n % 100 = 15 then 'asante' end, case when n % 20 = 16 then 'safari' end,
  case when n % 10 = 1 then 'kaskazi' end, case when n % 10 = 2 or n % 50000 = 1 then 'kusi' end), '')`;

/** Rows as after years of use, loaded without triggers and counted once at the end. */
export async function fillCountry(database: Database, parcels: number): Promise<void> {
  const client = await database.pool.connect();
  const farmers = Math.ceil(parcels / 2.5);
  try {
    const triggers = (how: string) =>
      client.query(
        ['users', 'parcels', 'farmer_places']
          .map((table) => `alter table ${table} ${how} trigger user`)
          .join(';'),
      );
    await triggers('disable');
    await client.query(
      `insert into users (id, email, name, role, password_hash)
       select gen_random_uuid(), 'mkulima' || n || '@bench.example', 'Mkulima ' || n, 'farmer', ''
       from generate_series(1, $1::int) as n`,
      [farmers],
    );
    await client.query(
      'create temporary table owners as select id, row_number() over () as place from users',
    );
    await client.query('create index on owners (place)');
    await client.query(
      `insert into parcels (id, owner_id, name, address, size_acres, soil_type, county, region, county_source, has_records,
         score, confidence, score_status, score_band, score_as_of, score_version, inputs_hash, covered_until, harvest_due,
         boundary_area_m2, boundary_revision, centre_lon, centre_lat)
       select gen_random_uuid(), owners.id, 'Shamba ' || n, ${WORDS}, (n % 200) / 10.0,
         ('{clay,sandy,silty,peaty,chalky,loamy}'::text[])[1 + n % 6],
         ($2::text[])[1 + owner % 47], ($3::text[])[1 + owner % 47], 'address', n % 5 <> 0,
         (n * 7) % 101, (n * 13) % 101, 'assessed', 
         ('{poor,needs attention,fair,good,very good}'::text[])[greatest(1, ceil((n * 7) % 101 / 20.0))::int],
         current_date, $4, '', current_date + (n % 700) - 500,
         case when n % 5 = 0 then '-infinity' else current_date + n % 120 end, 7800, 1, ${fieldPosition('n - 1', parcels)}
       from (select n, 1 + (n * 2 / 5) % $5::int as owner from generate_series(1, $1::int) as n) as numbered
       join owners on owners.place = owner`,
      [
        parcels,
        COUNTIES.map(({ name }) => name),
        COUNTIES.map(({ region }) => region),
        SCORE_VERSION,
        farmers,
      ],
    );
    // No crops are inserted: the totals use only the covered days, which are set above.
    await client.query(places);
    await client.query('call rebuild_farmer_areas()');
    await client.query(recounting);
    await client.query('call rebuild_words()');
    await client.query(
      `insert into score_runs (kind, target, parcels_total, finished_at) values ('version', $1, 0, now())`,
      [SCORE_VERSION],
    );
    await drawBoundaries(database);
    await triggers('enable');
    await client.query('vacuum analyze');
  } finally {
    client.release();
  }
}
