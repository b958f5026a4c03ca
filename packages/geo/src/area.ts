/** Geodesic areas and lengths on WGS 84 by GeographicLib, accurate to far below a square metre at any size. */
import geodesic from 'geographiclib-geodesic';
import { type Position, type Ring, type Shape, samePosition } from './shape.ts';

const earth = geodesic.Geodesic.WGS84;

/** Area in square metres and perimeter in metres; the direction of the ring does not matter. */
export function measureRing(ring: Ring): { area: number; perimeter: number } {
  const vertices = samePosition(ring[0], ring.at(-1)) ? ring.slice(0, -1) : ring;
  if (vertices.length < 2) return { area: 0, perimeter: 0 };
  const polygon = earth.Polygon(false);
  for (const [lon, lat] of vertices) polygon.AddPoint(lat, lon);
  const { area, perimeter } = polygon.Compute(false, true);
  return { area: Math.abs(area ?? 0), perimeter };
}

/** In square metres, without the holes. */
export function areaOf(shape: Shape): number {
  let total = 0;
  for (const [outer, ...holes] of shape) {
    if (!outer) continue;
    total += measureRing(outer).area;
    for (const hole of holes) total -= measureRing(hole).area;
  }
  return total;
}

/** In metres, including the holes. */
export function perimeterOf(shape: Shape): number {
  return shape.flat().reduce((total, ring) => total + measureRing(ring).perimeter, 0);
}

/** In metres. */
export function distanceBetween([lon1, lat1]: Position, [lon2, lat2]: Position): number {
  return earth.Inverse(lat1, lon1, lat2, lon2, geodesic.Geodesic.DISTANCE).s12 ?? 0;
}
