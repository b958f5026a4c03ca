/** Sutherland–Hodgman clipping of rings and shapes to half-planes. Pure. */
import type { Position, Ring, Shape } from '@ardhi/geo';

/** Signed distance of a position from a line, positive on the side to keep. */
export type HalfPlane = (position: Position) => number;

export const clipRing = (vertices: Ring, halfPlanes: readonly HalfPlane[]): Ring =>
  halfPlanes.reduce(clipAlong, vertices);

function clipAlong(vertices: Ring, distanceOf: HalfPlane): Ring {
  const clipped: Ring = [];
  let from = vertices.at(-1)!;
  let fromDistance = vertices.length > 0 ? distanceOf(from) : 0;
  for (const to of vertices) {
    const toDistance = distanceOf(to);
    if (fromDistance >= 0 !== toDistance >= 0) {
      const share = fromDistance / (fromDistance - toDistance);
      clipped.push([from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])]);
    }
    if (toDistance >= 0) clipped.push(to);
    [from, fromDistance] = [to, toDistance];
  }
  return clipped;
}

/** Leaves out polygons and holes of which nothing remains. */
export function clipShape(shape: Shape, halfPlanes: readonly HalfPlane[]): Shape {
  const clip = (ring: Ring) => {
    const clipped = clipRing(ring.slice(0, -1), halfPlanes);
    return clipped.length >= 3 ? [...clipped, clipped[0]!] : [];
  };
  return shape.flatMap((polygon) => {
    const [outer, ...holes] = polygon.map(clip);
    return outer && outer.length > 0 ? [[outer, ...holes.filter(({ length }) => length > 0)]] : [];
  });
}
