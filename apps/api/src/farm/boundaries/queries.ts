import type { BoundarySource } from '@ardhi/contract';
import type { Bbox, Shape } from '@ardhi/geo';
import { sql } from 'kysely';
import type { Db } from '../../lib/database/db.ts';
import { firstRow, isAfter, type PageRequest, rowsOf } from '../../lib/database/rows.ts';
import type { MeasuredBoundary } from './geometry-tasks.ts';

export interface BoundaryRow {
  parcel_id: string;
  coordinates: Shape;
  source: BoundarySource;
  updated_at: string;
  area_m2: number;
  centre_lat: number;
  centre_lon: number;
  revision: number;
  /** Null if the farmer sees the overlaps of this boundary. */
  overlaps_from: string | null;
}

const boundaryColumns = sql.raw(
  [
    'boundaries.parcel_id, boundaries.source, boundaries.updated_at',
    'parcels.boundary_area_m2 as area_m2, parcels.centre_lat, parcels.centre_lon',
    'parcels.boundary_revision as revision',
    'case when boundaries.overlaps_from > now() then boundaries.overlaps_from end as overlaps_from',
  ].join(', '),
);

export const findBoundary = (db: Db, parcelId: string) =>
  firstRow<BoundaryRow>(db)`
    select ${boundaryColumns}, boundaries.coordinates
    from boundaries join parcels on parcels.id = boundaries.parcel_id
    where boundaries.parcel_id = ${parcelId}`;

/** Boundaries in the order of the parcels, one more than `limit`; large ones as simplified outline. */
export const listBoundaries = (db: Db, ownerId: string, { limit, after }: PageRequest) =>
  rowsOf<BoundaryRow & { simplified: boolean; created_at: string }>(db)`
    select ${boundaryColumns}, parcels.created_at, boundaries.outline is not null as simplified,
      coalesce(boundaries.outline, boundaries.coordinates) as coordinates
    from parcels join boundaries on boundaries.parcel_id = parcels.id
    where parcels.owner_id = ${ownerId} and parcels.deleted_at is null
      and ${isAfter(['parcels.created_at', 'parcels.id'], 'asc', after)}
    order by parcels.created_at, parcels.id
    limit ${limit + 1}`;

const boxOf = ({ west, south, east, north }: Bbox) =>
  sql`box(point(${west}::float8, ${south}::float8), point(${east}::float8, ${north}::float8))`;

/** Stores the shape and its measurements. Increments the boundary's revision, not the parcel's. */
export async function saveBoundary(
  db: Db,
  parcelId: string,
  boundary: MeasuredBoundary,
  source: BoundarySource,
  overlapsFrom: string | null,
): Promise<void> {
  const { shape, outline, bbox, areaSquareMetres, centre, vertexCount } = boundary;
  await sql`
    with shape as (
      insert into boundaries (parcel_id, coordinates, outline, extent, corner_count, source, overlaps_from)
      values (${parcelId}, ${JSON.stringify(shape)}::json, ${outline && JSON.stringify(outline)}::json,
              ${boxOf(bbox)}, ${vertexCount}, ${source}, ${overlapsFrom}::timestamptz)
      on conflict (parcel_id) do update set
        coordinates = excluded.coordinates, outline = excluded.outline, extent = excluded.extent,
        corner_count = excluded.corner_count, source = excluded.source, updated_at = now(),
        overlaps_from = excluded.overlaps_from
    )
    update parcels set
      boundary_area_m2 = ${areaSquareMetres}, centre_lon = ${centre[0]}, centre_lat = ${centre[1]},
      boundary_revision = next_revision(boundary_revision)
    where id = ${parcelId}
  `.execute(db);
}

export async function removeBoundary(db: Db, parcelId: string): Promise<void> {
  await sql`
    with shape as (delete from boundaries where parcel_id = ${parcelId})
    update parcels set
      boundary_area_m2 = null, centre_lon = null, centre_lat = null,
      boundary_revision = next_revision(boundary_revision)
    where id = ${parcelId}
  `.execute(db);
}

/** GeoJSON with the source of the boundary, for the account data download; null if the parcel has none. */
export async function boundaryData(db: Db, parcelId: string) {
  const row = await db
    .selectFrom('boundaries')
    .select(['coordinates', 'source', 'updated_at'])
    .where('parcel_id', '=', parcelId)
    .executeTakeFirst();
  return row ? { type: 'MultiPolygon', ...row } : null;
}

/**
 * Serialises concurrent saves of neighbours: see lock_places in apps/api/sql/boundaries.sql. Call after locking the
 * parcel's own row, never before: a fixed lock order prevents deadlocks.
 */
export async function lockPlaces(db: Db, bboxes: readonly Bbox[]): Promise<void> {
  const extents = bboxes.map(({ west, south, east, north }) => `(${west},${south}),(${east},${north})`);
  await sql`select lock_places(array(select unnest(${extents}::text[])::box))`.execute(db);
}

/**
 * Other farmers' boundaries whose extent intersects the bounding box, including those of deleted parcels. The scan ends at
 * the limit, to which the farmer's own parcels do not count: thousands of them must not hide a neighbour. PostgreSQL
 * estimates half a percent of all rows for any box; so the extents are scanned first and each owner is looked up by
 * key. Guarded by `npm run bench -- boundaries`.
 */
export async function listNeighbourIds(
  db: Db,
  ownerId: string,
  bbox: Bbox,
  limit: number,
): Promise<string[]> {
  const rows = await rowsOf<{ parcel_id: string }>(db)`
    with near as materialized (
      select parcel_id from boundaries where extent && ${boxOf(bbox)}
      limit ${limit} + (select count(*) from parcels where owner_id = ${ownerId})
    )
    select parcel_id from near
    where (select owner_id from parcels where id = near.parcel_id) <> ${ownerId} limit ${limit}`;
  return rows.map(({ parcel_id }) => parcel_id);
}

export interface ShapeRow {
  id: string;
  shape: Shape;
  areaSquareMetres: number;
  /** The parcel may still be restored. */
  deleted: boolean;
}

export const listShapes = (db: Db, parcelIds: string[]) =>
  rowsOf<ShapeRow>(db)`
    select parcels.id, boundaries.coordinates as shape, parcels.boundary_area_m2 as "areaSquareMetres",
      parcels.deleted_at is not null as deleted
    from boundaries join parcels on parcels.id = boundaries.parcel_id
    where boundaries.parcel_id = any(${parcelIds}::uuid[])`;
