/**
 * Content of a tile as JSON, which the tile worker parses, and a hash of it for the ETag. Optimised by measurement;
 * `npm run bench -- analytics` guards it.
 */
import type { ScoreBand, SoilType } from '@ardhi/contract';
import { MAX_TILE_FEATURES } from '@ardhi/contract/limits';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../lib/database/db.ts';
import { runPrepared } from '../../lib/database/prepared.ts';
import { type Area, within } from '../../lib/http/scope.ts';
import { bboxOfTile, type TilePlace } from './project.ts';

export interface TileFilter {
  soilType?: SoilType;
  band?: ScoreBand;
}

export interface Found {
  hash: string;
  /** null if the client already has this version. */
  found: string | null;
}

const MAX_OVERLAPS = 1000;
const MAX_PARCELS = MAX_TILE_FEATURES - MAX_OVERLAPS;
/** From this zoom on, a tile is too small to exceed the limit, except with garden plots. */
const ALL_FROM_ZOOM = 14;

async function read(db: Db, found: RawBuilder<unknown>, known: string[]): Promise<Found> {
  const query = sql<Found>`
    with answer as materialized (${found})
    select md5(found) as hash, case when md5(found) <> all (${known}::text[]) then found end as found from answer`;
  const [row] = await runPrepared(db, query.compile(db));
  return row!;
}

/** Parcel counts per cell, from the rollup and its unfolded deltas. */
export function findCells(
  db: Db,
  scope: Area,
  { z, x, y }: TilePlace,
  { soilType, band }: TileFilter,
  known: string[],
): Promise<Found> {
  const chosen = sql.join(
    [
      sql`parcels <> 0`,
      ...(soilType ? [sql`soil_type = ${soilType}`] : []),
      ...(band ? [sql`band = ${band}`] : []),
    ],
    sql` and `,
  );
  const cells = scope.kind === 'national' ? sql`live_cells` : sql`live_county_cells`;
  return read(
    db,
    sql`
      select json_build_object(
        'cells', coalesce(json_agg(json_build_array(place, parcels, compared, score_sum) order by place)
          filter (where parcels <> 0), '[]'),
        'overlaps', coalesce(json_agg(json_build_array(place, open) order by place)
          filter (where open <> 0), '[]'))::text as found
      from (
        select place, coalesce(sum(parcels) filter (where ${chosen}), 0) as parcels,
          coalesce(sum(compared) filter (where ${chosen}), 0) as compared,
          coalesce(sum(score_sum) filter (where ${chosen}), 0) as score_sum, sum(open_overlaps) as open
        from ${cells} where zoom = ${z} and tile_x = ${x} and tile_y = ${y} and ${within(scope, sql`county`)}
        group by place
      ) as counted`,
    known,
  );
}

/**
 * Parcel outlines. A crowded tile draws only the parcels selected for this zoom (see `drawn_from` in the migrations),
 * largest first.
 */
export async function findOutlines(
  db: Db,
  scope: Area,
  tile: TilePlace,
  { soilType, band }: TileFilter,
  known: string[],
): Promise<Found> {
  const { west, south, east, north } = bboxOfTile(tile);
  const bbox = sql`box(point(${west}::float8, ${south}::float8), point(${east}::float8, ${north}::float8))`;
  const crowded = tile.z < ALL_FROM_ZOOM && (await isCrowded(db, scope, bbox));
  const chosen = sql.join(
    [
      sql`boundaries.extent && ${bbox} and parcels.deleted_at is null`,
      within(scope, sql`parcels.county`),
      // A literal, not a parameter, so that the planner can choose the index.
      ...(crowded ? [sql`drawn_from(boundaries.extent, boundaries.parcel_id) <= ${sql.lit(tile.z)}`] : []),
      ...(soilType ? [sql`parcels.soil_type = ${soilType}`] : []),
      ...(band ? [sql`parcels.score_band = ${band}`] : []),
    ],
    sql` and `,
  );
  return read(
    db,
    sql`
      select json_build_object(
        'parcels', (
          select coalesce(json_agg(json_build_array(id, score, shape) order by size desc, id), '[]')
          from (
            select parcels.id, case when parcels.score_status <> 'initial' then parcels.score end as score,
              coalesce(boundaries.outline, boundaries.coordinates) as shape, area(boundaries.extent) as size
            from boundaries join parcels on parcels.id = boundaries.parcel_id
            where ${chosen}
            order by size desc, parcels.id limit ${sql.lit(MAX_PARCELS)}
          ) as drawn),
        'overlaps', (
          select coalesce(json_agg(json_build_array(id, status = 'open', coordinates) order by area_m2 desc, id), '[]')
          from (
            select id, status, coordinates, area_m2 from boundary_overlaps
            where extent && ${bbox} and counties is not null
              ${scope.kind === 'national' ? sql`` : sql`and counties @> array[${scope.county}]`}
            order by area_m2 desc, id limit ${sql.lit(MAX_OVERLAPS)}
          ) as drawn),
        'crowded', ${crowded}::boolean)::text as found`,
    known,
  );
}

async function isCrowded(db: Db, scope: Area, bbox: RawBuilder<unknown>): Promise<boolean> {
  const land = scope.kind === 'national' ? sql`` : sql`join parcels on parcels.id = parcel_id`;
  const query = sql<{ count: number }>`
    select count(*) as count from (
      select from boundaries ${land} where extent && ${bbox} and ${within(scope, sql`parcels.county`)} limit ${sql.lit(MAX_PARCELS + 1)}
    ) as found`;
  const [found] = await runPrepared(db, query.compile(db));
  return (found?.count ?? 0) > MAX_PARCELS;
}
