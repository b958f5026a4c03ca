/** Boundaries for all parcels of a bench: adjacent fields in forty clusters across the country. */
import type { Database } from '../../apps/api/src/lib/database/database.ts';

/** About 90 metres: fields of two acres. */
const FIELD = 0.0008;
const CLUSTERS = 40;

/** South-west corner of a cluster, eight clusters per row. */
const originOf = (n: number): [number, number] => [34.3 + (n % 8) * 0.6, -3.5 + Math.floor(n / 8) * 1.1];

export function randomPosition(parcels: number): [number, number] {
  const [lon, lat] = originOf(Math.floor(Math.random() * CLUSTERS));
  const width = Math.ceil(Math.sqrt(parcels / CLUSTERS)) * FIELD;
  return [lon + Math.random() * width, lat + Math.random() * width];
}

/** SQL for the longitude and latitude of the centre of field `n`. */
export function fieldPosition(n: string, parcels: number): string {
  const columns = Math.ceil(Math.sqrt(parcels / CLUSTERS));
  const [cluster, field] = [`((${n}) % ${CLUSTERS})`, `((${n}) / ${CLUSTERS})`];
  return `34.3 + (${cluster} % 8) * 0.6 + (${field} % ${columns} + 0.5) * ${FIELD},
    -3.5 + (${cluster} / 8) * 1.1 + (${field} / ${columns} + 0.5) * ${FIELD}`;
}

const INDEXES = ['boundaries_extent', 'boundaries_drawn_11', 'boundaries_drawn_12', 'boundaries_drawn_13'];

/** Draws all parcels that have a centre. Triggers must be off: cells and indexes are built once at the end. */
export async function drawBoundaries({ pool }: Database): Promise<void> {
  const { rows: indexes } = await pool.query('select indexdef from pg_indexes where indexname = any ($1)', [
    INDEXES,
  ]);
  for (const name of INDEXES) await pool.query(`drop index ${name}`);
  await pool.query(
    `insert into boundaries (parcel_id, coordinates, extent, corner_count, source)
     select id, format('[[[[%1$s,%2$s],[%5$s,%6$s],[%3$s,%2$s],[%3$s,%4$s],[%5$s,%7$s],[%1$s,%4$s],[%1$s,%2$s]]]]',
         w, s, e, n, round((w + e) / 2, 7), s + 0.00004, n - 0.00004)::json,
       box(point(w::float8, s::float8), point(e::float8, n::float8)), 6, 'drawn'
     from parcels, lateral (
       select round(centre_lon::numeric - ${FIELD / 2}, 7) as w, round(centre_lat::numeric - ${FIELD / 2}, 7) as s,
         round(centre_lon::numeric + ${FIELD / 2}, 7) as e, round(centre_lat::numeric + ${FIELD / 2}, 7) as n
     ) as corners
     where centre_lon is not null`,
  );
  for (const { indexdef } of indexes) await pool.query(indexdef);
  for (const rollup of ['cells', 'county_cells'])
    await pool.query(`insert into rollup_${rollup} select * from recount_${rollup}`);
}
