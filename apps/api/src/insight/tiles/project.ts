/** Projects degrees to integer tile coordinates and clips at the tile's edge. Pure functions. */
import type { Bbox, Position, Ring, Shape } from '@ardhi/geo';
import { clipRing, type HalfPlane } from '../../farm/boundaries/clip.ts';

export interface TilePlace {
  z: number;
  x: number;
  y: number;
}

/** Width and height of a tile in units. */
export const EXTENT = 4096;
/** Shapes are clipped slightly outside the tile, so that no line shows along its edge. */
const MARGIN = 64;

/** Web Mercator, 0 to 1 from the west and from the north. */
const fromWest = (lon: number) => (lon + 180) / 360;
const fromNorth = (lat: number) => 0.5 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / (2 * Math.PI);
const lonAt = (x: number) => x * 360 - 180;
const latAt = (y: number) => (Math.atan(Math.sinh((0.5 - y) * 2 * Math.PI)) * 180) / Math.PI;

/** Includes the margin. */
export function bboxOfTile({ z, x, y }: TilePlace): Bbox {
  const [tiles, margin] = [2 ** z, MARGIN / EXTENT];
  return {
    west: lonAt((x - margin) / tiles),
    east: lonAt((x + 1 + margin) / tiles),
    north: latAt((y - margin) / tiles),
    south: latAt((y + 1 + margin) / tiles),
  };
}

/** Rings in tile units: outer rings clockwise, holes counter-clockwise, as the format requires. */
export function shapeInTile(shape: Shape, place: TilePlace): Position[][] {
  return shape.flatMap((polygon) => {
    const [outer, ...holes] = polygon.map((ring) => ringInTile(ring, place));
    if (!outer) return [];
    return [oriented(outer, true), ...holes.flatMap((hole) => (hole ? [oriented(hole, false)] : []))];
  });
}

function oriented(ring: Position[], clockwise: boolean): Position[] {
  let doubleArea = 0;
  for (const [index, [x, y]] of ring.entries()) {
    const [nextX, nextY] = ring[(index + 1) % ring.length]!;
    doubleArea += x * nextY - nextX * y;
  }
  // The y axis points down, so a positive area is clockwise.
  return doubleArea > 0 === clockwise ? ring : ring.reverse();
}

/** Returns null if nothing visible remains. */
function ringInTile(ring: Ring, { z, x, y }: TilePlace): Position[] | null {
  const units = 2 ** z * EXTENT;
  const points = ring.map(
    ([lon, lat]): Position => [fromWest(lon) * units - x * EXTENT, fromNorth(lat) * units - y * EXTENT],
  );
  const vertices: Position[] = [];
  for (const [left, top] of clipRing(points, TILE_EDGES)) {
    const vertex: Position = [Math.round(left), Math.round(top)];
    const last = vertices.at(-1);
    if (!last || last[0] !== vertex[0] || last[1] !== vertex[1]) vertices.push(vertex);
  }
  const [first, last] = [vertices[0], vertices.at(-1)];
  if (first && last && vertices.length > 1 && first[0] === last[0] && first[1] === last[1]) vertices.pop();
  return vertices.length < 3 ? null : [...vertices, first!];
}

const TILE_EDGES: HalfPlane[] = [
  ([left]) => left + MARGIN,
  ([left]) => EXTENT + MARGIN - left,
  ([, top]) => top + MARGIN,
  ([, top]) => EXTENT + MARGIN - top,
];
