/** Encodes query results as vector tiles. Pure functions that run in a worker. */
import type { Position, Shape } from '@ardhi/geo';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import { EXTENT, shapeInTile, type TilePlace } from './project.ts';

/** Query results as JSON, parsed in the worker to keep the event loop free. */
export interface CellsFound {
  cells: [place: number, count: number, compared: number, scoreSum: number][];
  overlaps: [place: number, open: number][];
}
export interface OutlinesFound {
  parcels: [id: string, score: number | null, shape: Shape][];
  overlaps: [id: string, open: boolean, shape: Shape][];
  crowded: boolean;
}

export interface TileWork {
  cells: { args: [found: string]; result: Uint8Array };
  outlines: { args: [found: string, place: TilePlace]; result: Uint8Array };
}

type Tags = Record<string, string | number | boolean>;
const POINT = 1;
const POLYGON = 3;
type Feature =
  | { type: typeof POINT; geometry: Position[]; tags: Tags }
  | { type: typeof POLYGON; geometry: Position[][]; tags: Tags };

function encode(layers: Record<string, Feature[]>): Uint8Array {
  const filled = Object.entries(layers).filter(([, features]) => features.length > 0);
  const tiles = Object.fromEntries(filled.map(([name, features]) => [name, { features }]));
  // The types require complete geojson-vt tiles, but only the features are read.
  return fromGeojsonVt(tiles as unknown as Parameters<typeof fromGeojsonVt>[0], {
    version: 2,
    extent: EXTENT,
  });
}

const CELLS_ACROSS = 32;
const CELL = EXTENT / CELLS_ACROSS;

function cellOrigin(place: number): Position {
  return [(place % CELLS_ACROSS) * CELL, Math.floor(place / CELLS_ACROSS) * CELL];
}

export const tileWork = {
  cells(found: string): Uint8Array {
    const { cells, overlaps } = JSON.parse(found) as CellsFound;
    return encode({
      cells: cells.map(([place, count, compared, scoreSum]) => {
        const [left, top] = cellOrigin(place);
        return {
          type: POLYGON,
          geometry: [
            [
              [left, top],
              [left + CELL, top],
              [left + CELL, top + CELL],
              [left, top + CELL],
              [left, top],
            ],
          ],
          tags: { count, compared, ...(compared > 0 ? { score: Math.round(scoreSum / compared) } : {}) },
        };
      }),
      'overlap-counts': overlaps.map(([place, open]) => {
        const [left, top] = cellOrigin(place);
        return { type: POINT, geometry: [[left + CELL / 2, top + CELL / 2]], tags: { open } };
      }),
    });
  },

  outlines(found: string, place: TilePlace): Uint8Array {
    const { parcels, overlaps, crowded } = JSON.parse(found) as OutlinesFound;
    const drawn = (shape: Shape, tags: Tags): Feature[] => {
      const geometry = shapeInTile(shape, place);
      return geometry.length > 0 ? [{ type: POLYGON, geometry, tags }] : [];
    };
    return encode({
      parcels: parcels.flatMap(([id, score, shape]) => drawn(shape, score === null ? { id } : { id, score })),
      overlaps: overlaps.flatMap(([id, open, shape]) => drawn(shape, { id, open })),
      crowded: crowded
        ? [{ type: POINT, geometry: [[EXTENT / 2, EXTENT / 2]], tags: { drawn: parcels.length } }]
        : [],
    });
  },
};
