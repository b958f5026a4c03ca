/** Point-in-polygon tests. */
import { onGrid, segmentIntersection } from './segments.ts';
import type { Position, Ring, Shape } from './shape.ts';

export type RingLocation = 'inside' | 'outside' | 'edge';

/** Ray casting: counts the crossings of a ray to the east. */
export function locateInRing(position: Position, ring: Ring): RingLocation {
  const [x, y] = position;
  let inside = false;
  for (let index = 1; index < ring.length; index += 1) {
    const from = ring[index - 1]!;
    const to = ring[index]!;
    const low = Math.min(from[1], to[1]);
    const high = Math.max(from[1], to[1]);
    if (y < low || y > high) continue;
    if (isOnEdge(position, from, to)) return 'edge';
    if (from[1] > y === to[1] > y) continue;
    if (x < from[0] + ((y - from[1]) / (to[1] - from[1])) * (to[0] - from[0])) inside = !inside;
  }
  return inside ? 'inside' : 'outside';
}

function isOnEdge(position: Position, from: Position, to: Position): boolean {
  if (position[0] < Math.min(from[0], to[0]) || position[0] > Math.max(from[0], to[0])) return false;
  const grid = onGrid(position);
  return segmentIntersection(onGrid(from), onGrid(to), grid, grid) !== 'none';
}

export function isInside(position: Position, shape: Shape): boolean {
  return shape.some(([outer, ...holes]) => {
    if (!outer || locateInRing(position, outer) !== 'inside') return false;
    return holes.every((hole) => locateInRing(position, hole) === 'outside');
  });
}
