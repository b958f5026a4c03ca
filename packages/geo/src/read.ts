/** From whatever was sent or imported to a shape whose numbers make sense; what is wrong is told by a code. */
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

/** The vertices as sent, rounded to seven decimals, repeated ones left out, outer rings counter-clockwise. */
export function readGeometry(value: unknown): { shape: Shape } | { fault: BoundaryFault } {
  try {
    const rings = ringsIn(value);
    checkPlaces(rings.flat(2));
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

/** Heights and whatever else follows are left out. */
function readPosition(position: unknown): Position {
  if (!Array.isArray(position)) throw new FaultError({ code: 'not-a-polygon' });
  const [lon, lat] = position as unknown[];
  if (typeof lon !== 'number' || typeof lat !== 'number' || !Number.isFinite(lon) || !Number.isFinite(lat))
    throw new FaultError({ code: 'not-numbers' });
  return [lon, lat];
}

function checkPlaces(positions: Position[]): void {
  const bbox = bboxOfPositions(positions);
  if (lies(bbox, COUNTRY_EXTENT)) return;
  const { west, south, east, north } = bbox;
  if (west < -180 || east > 180 || south < -90 || north > 90) {
    // Swapped ones are still degrees; metres of a projection are far above.
    throw new FaultError({ code: Math.max(-west, east, -south, north) > 360 ? 'projected' : 'outside' });
  }
  const turned = { west: south, south: west, east: north, north: east };
  throw new FaultError({ code: lies(turned, COUNTRY_EXTENT) ? 'swapped' : 'outside' });
}

const lies = (bbox: Bbox, within: Bbox) =>
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

/** Closes rings that end beside their beginning: drawings and tracks do, a boundary must not. */
export function closeRing(ring: Ring): Ring {
  const first = ring[0];
  return first && !samePosition(first, ring.at(-1)) ? [...ring, first] : ring;
}

const MIN_SQUARE_METRES = 1;
/** A million acres, as for the size of a parcel. */
const MAX_SQUARE_METRES = 4_046_856_422;

/** Of a shape that is otherwise in order. */
export function checkArea(area: number, shape: Shape): BoundaryFault | null {
  if (area > MAX_SQUARE_METRES) return { code: 'too-large' };
  const smallest = Math.min(...shape.map((polygon) => measureRing(polygon[0] ?? []).area));
  return smallest < MIN_SQUARE_METRES ? { code: 'too-small' } : null;
}
