import type { Position, Shape } from '@ardhi/geo';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bboxOfTile, EXTENT, shapeInTile } from './project.ts';

const place = { z: 12, x: 2457, y: 2051 };
const { west, south, east, north } = bboxOfTile(place);
const square = (w: number, s: number, e: number, n: number): Shape => [
  [
    [
      [w, s],
      [e, s],
      [e, n],
      [w, n],
      [w, s],
    ],
  ],
];
const areaOf = (ring: Position[]) =>
  ring.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = ring[(index + 1) % ring.length]!;
    return sum + (x * nextY - nextX * y) / 2;
  }, 0);

it('a shape that covers the tile is clipped to the tile with its margin', () => {
  const [ring] = shapeInTile(square(west - 1, south - 1, east + 1, north + 1), place);
  expect(areaOf(ring!)).toBe((EXTENT + 128) ** 2);
});

it('a shape beside the tile is clipped away', () => {
  expect(shapeInTile(square(east + 0.01, south, east + 0.02, north), place)).toEqual([]);
});

it('outer rings are clockwise and holes counter-clockwise, in whichever direction they were drawn', () => {
  const outer = square(west + 0.01, south + 0.01, east - 0.01, north - 0.01)[0]![0]!;
  const hole = square(west + 0.02, south + 0.02, east - 0.02, north - 0.02)[0]![0]!;
  for (const turned of [outer, [...outer].reverse()]) {
    const rings = shapeInTile([[turned, hole]], place);
    expect(rings.map((ring) => areaOf(ring) > 0)).toEqual([true, false]);
  }
});

it('no point is outside the margin, and shapes inside keep their area', () => {
  const degree = (from: number, to: number) => fc.double({ min: from - 0.05, max: to + 0.05, noNaN: true });
  fc.assert(
    fc.property(
      degree(west, east),
      degree(south, north),
      fc.double({ min: 0.001, max: 0.05, noNaN: true }),
      (w, s, size) => {
        const rings = shapeInTile(square(w, s, w + size, s + size), place);
        for (const [x, y] of rings.flat()) {
          expect(Math.min(x, y)).toBeGreaterThanOrEqual(-64);
          expect(Math.max(x, y)).toBeLessThanOrEqual(EXTENT + 64);
        }
        const inside = w > west && s > south && w + size < east && s + size < north;
        if (!inside) return;
        const units = (size / 360) * 2 ** place.z * EXTENT;
        expect(areaOf(rings[0]!) / units ** 2).toBeCloseTo(1, 1);
      },
    ),
  );
});
