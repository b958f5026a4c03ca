/** Parses untrusted GeoJSON into a shape with plausible coordinates; errors are fault codes. */
import { measureRing } from './area.ts';
import { type BoundaryFault, FaultError } from './fault.ts';
import {
  type Bbox,
  bboxOfPositions,
  type Polygon,
  type Position,
  type Ring,
  roundPosition,
  type Shape,
  samePosition,
} from './shape.ts';

export const MAX_VERTICES = 10_000;

/** Kenya with a margin, in degrees. */
export const COUNTRY_EXTENT: Bbox = { west: 33.5, south: -5, east: 42.2, north: 5.6 };

/** Rounds vertices to seven decimals, drops repeated ones and makes outer rings counter-clockwise. */
export function readGeometry(value: unknown): { shape: Shape } | { fault: BoundaryFault } {
  try {
    const rings = ringsIn(value);
    checkExtent(rings.flat(2));
    return { shape: rings.map((polygon) => polygon.map((ring, index) => tidyRing(ring, index > 0))) };
  } catch (error) {
    if (error instanceof FaultError) return { fault: error.fault };
    throw error;
  }
}

function ringsIn(value: unknown): Shape {
  const { type, coordinates } = (value ?? {}) as { type?: unknown; coordinates?: unknown };
  const polygons = type === 'Polygon' ? [coordinates] : type === 'MultiPolygon' ? coordinates : null;
  if (!Array.isArray(polygons)) throw new FaultError({ code: 'not-a-polygon' });
  if (polygons.length === 0) throw new FaultError({ code: 'empty' });
  const budget = { left: MAX_VERTICES };
  return polygons.map((polygon) => readPolygon(polygon, budget));
}

function readPolygon(polygon: unknown, budget: { left: number }): Polygon {
  if (!Array.isArray(polygon)) throw new FaultError({ code: 'not-a-polygon' });
  if (polygon.length === 0) throw new FaultError({ code: 'empty' });
  return polygon.map((ring) => readRing(ring, budget));
}

function readRing(ring: unknown, budget: { left: number }): Ring {
  if (!Array.isArray(ring)) throw new FaultError({ code: 'not-a-polygon' });
  if (ring.length === 0) throw new FaultError({ code: 'empty' });
  budget.left -= ring.length - 1;
  if (budget.left < 0) throw new FaultError({ code: 'too-many-points' });
  return ring.map(readPosition);
}

/** Drops the altitude and any further elements. */
function readPosition(position: unknown): Position {
  if (!Array.isArray(position)) throw new FaultError({ code: 'not-a-polygon' });
  const [lon, lat] = position as unknown[];
  if (typeof lon !== 'number' || typeof lat !== 'number' || !Number.isFinite(lon) || !Number.isFinite(lat))
    throw new FaultError({ code: 'not-numbers' });
  return [lon, lat];
}

function checkExtent(positions: Position[]): void {
  const bbox = bboxOfPositions(positions);
  if (isWithin(bbox, COUNTRY_EXTENT)) return;
  const { west, south, east, north } = bbox;
  if (west < -180 || east > 180 || south < -90 || north > 90) {
    // Swapped coordinates are still degrees; projected metres are far larger.
    throw new FaultError({ code: Math.max(-west, east, -south, north) > 360 ? 'projected' : 'outside' });
  }
  const swapped = { west: south, south: west, east: north, north: east };
  throw new FaultError({ code: isWithin(swapped, COUNTRY_EXTENT) ? 'swapped' : 'outside' });
}

const isWithin = (bbox: Bbox, within: Bbox) =>
  bbox.west >= within.west &&
  bbox.east <= within.east &&
  bbox.south >= within.south &&
  bbox.north <= within.north;

function tidyRing(ring: Ring, hole: boolean): Ring {
  const rounded = ring.map(roundPosition);
  if (!samePosition(rounded[0], rounded.at(-1)) || ring.length < 2)
    throw new FaultError({ code: 'not-closed' });
  const vertices = rounded.filter(
    (position, index) => index === 0 || !samePosition(position, rounded[index - 1]),
  );
  if (vertices.length < 4) throw new FaultError({ code: 'too-few-corners' });
  return isClockwise(vertices) === hole ? vertices : vertices.reverse();
}

function isClockwise(ring: Ring): boolean {
  const [originLon, originLat] = ring[0]!;
  let twiceArea = 0;
  for (let index = 1; index < ring.length; index += 1) {
    const [from, to] = [ring[index - 1]!, ring[index]!];
    twiceArea += (from[0] - originLon) * (to[1] - originLat) - (to[0] - originLon) * (from[1] - originLat);
  }
  return twiceArea < 0;
}

/** Drawings and GPS tracks do not repeat their first position; a boundary ring must. */
export function closeRing(ring: Ring): Ring {
  const first = ring[0];
  return first && !samePosition(first, ring.at(-1)) ? [...ring, first] : ring;
}

const MIN_SQUARE_METRES = 1;
/** One million acres, the limit for a parcel's size. */
const MAX_SQUARE_METRES = 4_046_856_422;

/** Expects a shape that passed all other checks. */
export function checkArea(area: number, shape: Shape): BoundaryFault | null {
  if (area > MAX_SQUARE_METRES) return { code: 'too-large' };
  const smallest = Math.min(...shape.map((polygon) => measureRing(polygon[0] ?? []).area));
  return smallest < MIN_SQUARE_METRES ? { code: 'too-small' } : null;
}
