/** Exact orientation and segment intersection: on a grid of seven decimals all coordinates are integers. */
import type { Position } from './shape.ts';

const GRID = 1e7;
/** Integer products below this are exact as doubles. */
const MAX_EXACT_PRODUCT = 2 ** 52;

/** Integer grid coordinates. */
export const onGrid = ([lon, lat]: Position): Position => [Math.round(lon * GRID), Math.round(lat * GRID)];
export const fromGrid = ([x, y]: Position): Position => [x / GRID, y / GRID];

/** Positive if c is left of the line from a to b, 0 if it is on the line. Expects grid coordinates. */
export function orientation(a: Position, b: Position, c: Position): number {
  const left = (b[0] - a[0]) * (c[1] - a[1]);
  const right = (b[1] - a[1]) * (c[0] - a[0]);
  if (Math.abs(left) < MAX_EXACT_PRODUCT && Math.abs(right) < MAX_EXACT_PRODUCT)
    return Math.sign(left - right);
  const exact = BigInt(b[0] - a[0]) * BigInt(c[1] - a[1]) - BigInt(b[1] - a[1]) * BigInt(c[0] - a[0]);
  return exact > 0n ? 1 : exact < 0n ? -1 : 0;
}

/** Expects c on the line through a and b. */
function isBetween(a: Position, b: Position, c: Position): boolean {
  return (
    c[0] >= Math.min(a[0], b[0]) &&
    c[0] <= Math.max(a[0], b[0]) &&
    c[1] >= Math.min(a[1], b[1]) &&
    c[1] <= Math.max(a[1], b[1])
  );
}

/** `cross`: the edges pass through each other. `touch`: they share a position or overlap. */
export type SegmentIntersection = 'none' | 'touch' | 'cross';

export function segmentIntersection(a: Position, b: Position, c: Position, d: Position): SegmentIntersection {
  const abc = orientation(a, b, c);
  const abd = orientation(a, b, d);
  const cda = orientation(c, d, a);
  const cdb = orientation(c, d, b);
  if (abc * abd < 0 && cda * cdb < 0) return 'cross';
  const touches =
    (abc === 0 && isBetween(a, b, c)) ||
    (abd === 0 && isBetween(a, b, d)) ||
    (cda === 0 && isBetween(c, d, a)) ||
    (cdb === 0 && isBetween(c, d, b));
  return touches ? 'touch' : 'none';
}
