/** Douglas-Peucker simplification for maps with many parcels. */
import { type Polygon, type Position, type Ring, type Shape, vertexCount } from './shape.ts';

const FIRST_TOLERANCE = 2e-5; // about two metres

/** Returns at most about `maxVertices` vertices; may drop small holes and polygons, but never all polygons. */
export function simplifyShape(shape: Shape, maxVertices: number): Shape {
  let simple = shape;
  for (let tolerance = FIRST_TOLERANCE; vertexCount(simple) > maxVertices; tolerance *= 2) {
    simple = simplifyPolygons(shape, tolerance);
    if (tolerance > 1) break;
  }
  return simple;
}

function simplifyPolygons(shape: Shape, tolerance: number): Shape {
  const polygons = shape.flatMap((polygon): Polygon[] => {
    const [outer, ...holes] = polygon.map((ring) => simplifyRing(ring, tolerance));
    return outer ? [[outer, ...holes.filter((hole) => hole !== null)]] : [];
  });
  return polygons.length > 0 ? polygons : [[triangle(shape[0]?.[0] ?? [])]];
}

/** Fallback that keeps a tiny shape visible. */
function triangle(ring: Ring): Ring {
  const third = Math.floor((ring.length - 1) / 3);
  return [ring[0]!, ring[third]!, ring[2 * third]!, ring[0]!];
}

/** Returns null when the ring is smaller than the tolerance. */
function simplifyRing(ring: Ring, tolerance: number): Ring | null {
  const keep = new Uint8Array(ring.length);
  keep[0] = 1;
  keep[ring.length - 1] = 1;
  const farthest = farthestFrom(ring, 0, ring.length - 1).index;
  keep[farthest] = 1;
  const open: [number, number][] = [
    [0, farthest],
    [farthest, ring.length - 1],
  ];
  for (let span = open.pop(); span; span = open.pop()) {
    const { index, distance } = farthestFrom(ring, ...span);
    if (distance <= tolerance) continue;
    keep[index] = 1;
    open.push([span[0], index], [index, span[1]]);
  }
  const keptVertices = ring.filter((_, index) => keep[index]);
  return keptVertices.length >= 4 ? keptVertices : null;
}

function farthestFrom(ring: Ring, from: number, to: number): { index: number; distance: number } {
  let found = { index: from, distance: 0 };
  for (let index = from + 1; index < to; index += 1) {
    const distance = distanceToEdge(ring[index]!, ring[from]!, ring[to]!);
    if (distance > found.distance) found = { index, distance };
  }
  return found;
}

/** Planar, in degrees. */
function distanceToEdge([x, y]: Position, [x1, y1]: Position, [x2, y2]: Position): number {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / length));
  return Math.hypot(x - x1 - share * dx, y - y1 - share * dy);
}
