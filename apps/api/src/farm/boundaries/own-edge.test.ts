import { bboxOf, type Position, type Shape } from '@ardhi/geo';
import { describe, expect, it } from 'vitest';
import { rectangle } from '../../../test/boundaries.ts';
import { stripBetween } from './overlap.ts';
import { ownEdge, roundArea } from './own-edge.ts';

const field = (x: number, y: number, width = 10, height = 10): Shape =>
  [rectangle(x, y, width, height).coordinates] as Shape;
const own = field(0, 0);
const edgeOf = (other: Shape) => ownEdge(own, stripBetween(own, other, 2)!.shape);

describe('the side of an overlap', () => {
  it.each([
    ['east', field(8, 0)],
    ['west', field(-8, 0)],
    ['north', field(0, 8)],
    ['south', field(0, -8)],
    ['north-east', field(7, 7)],
    ['south-west', field(-7, -7)],
    ['middle', field(4, 4, 2, 2)],
    ['middle', field(-5, -5, 20, 20)],
  ] as const)('is %s', (side, other) => {
    expect(edgeOf(other).side).toBe(side);
  });
});

describe('the stretch of the own edge', () => {
  const { west, south, east, north } = bboxOf(own);
  const isOnEdge = ([lon, lat]: Position) =>
    [west, east].some((x) => Math.abs(lon - x) < 1e-7) ||
    [south, north].some((y) => Math.abs(lat - y) < 1e-7);

  it('is one side of a field that another one reaches into', () => {
    const { stretch } = edgeOf(field(9, 0));
    expect(stretch).toHaveLength(1);
    expect(bboxOf([stretch])).toEqual({ west: east, east, south, north });
    // The corners and no point between them.
    expect(stretch[0]).toHaveLength(2);
  });

  it('has only points of the own edge, and the same ones wherever the corner of the other field is', () => {
    const seen = new Set<string>();
    for (let x = 8; x < 9; x += 0.1)
      for (let y = 6; y < 8; y += 0.2) {
        const { stretch } = edgeOf(field(x, y));
        expect(stretch.flat().every(isOnEdge)).toBe(true);
        seen.add(JSON.stringify(stretch));
      }
    expect(seen.size).toBeLessThanOrEqual(4);
  });

  it('is empty inside the own field, and the whole edge inside the other one', () => {
    expect(edgeOf(field(4, 4, 2, 2)).stretch).toEqual([]);
    expect(bboxOf([edgeOf(field(-5, -5, 20, 20)).stretch])).toEqual({ west, south, east, north });
  });
});

it('areas are rounded by ratio', () => {
  expect([1, 140, 150, 300, 340, 2464, 3500, 7500, 2e6].map(roundArea)).toEqual([
    100, 100, 200, 200, 500, 2000, 5000, 10_000, 2e6,
  ]);
});
