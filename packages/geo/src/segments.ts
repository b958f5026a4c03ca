/** The orientation of three positions and the intersection of two edges, exactly: on the grid of seven decimals all is whole numbers. */
import type { Position } from './shape.ts';

const GRID = 1e7;
/** Products below this are exact as doubles. */
const EXACT = 2 ** 52;

/** A position on the grid, as whole numbers. */
export const onGrid = ([lon, lat]: Position): Position => [Math.round(lon * GRID), Math.round(lat * GRID)];
export const fromGrid = ([x, y]: Position): Position => [x / GRID, y / GRID];

/** Positive: c lies left of the line from a to b; 0: on it. All three on the grid. */
export function orientation(a: Position, b: Position, c: Position): number {
  const left = (b[0] - a[0]) * (c[1] - a[1]);
  const right = (b[1] - a[1]) * (c[0] - a[0]);
  if (Math.abs(left) < EXACT && Math.abs(right) < EXACT) return Math.sign(left - right);
  const exact = BigInt(b[0] - a[0]) * BigInt(c[1] - a[1]) - BigInt(b[1] - a[1]) * BigInt(c[0] - a[0]);
  return exact > 0n ? 1 : exact < 0n ? -1 : 0;
}

/** Whether c, which lies on the line through a and b, lies between them. */
function between(a: Position, b: Position, c: Position): boolean {
  return (
    c[0] >= Math.min(a[0], b[0]) &&
    c[0] <= Math.max(a[0], b[0]) &&
    c[1] >= Math.min(a[1], b[1]) &&
    c[1] <= Math.max(a[1], b[1])
  );
}

/** `cross`: the edges pass through each other. `touch`: they share a position or run along each other. */
export type SegmentIntersection = 'none' | 'touch' | 'cross';

export function segmentIntersection(a: Position, b: Position, c: Position, d: Position): SegmentIntersection {
  const abc = orientation(a, b, c);
  const abd = orientation(a, b, d);
  const cda = orientation(c, d, a);
  const cdb = orientation(c, d, b);
  if (abc * abd < 0 && cda * cdb < 0) return 'cross';
  const touches =
    (abc === 0 && between(a, b, c)) ||
    (abd === 0 && between(a, b, d)) ||
    (cda === 0 && between(c, d, a)) ||
    (cdb === 0 && between(c, d, b));
  return touches ? 'touch' : 'none';
}
