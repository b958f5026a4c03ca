import fc from 'fast-check';
import geodesic from 'geographiclib-geodesic';
import { describe, expect, it } from 'vitest';
import { areaOf, distanceBetween, perimeterOf } from './area.ts';
import type { Ring, Shape } from './shape.ts';
import { starShape } from './shapes.arbitrary.ts';

/** Outer rings minus holes. */
const sumOfRings = (shape: Shape, ringArea: (ring: Ring) => number) =>
  shape.reduce(
    (sum, [outer, ...holes]) =>
      sum + ringArea(outer!) - holes.reduce((taken, hole) => taken + ringArea(hole), 0),
    0,
  );

/** Reference value: calls GeographicLib directly, ring by ring, without the code under test. */
function libraryArea(shape: Shape): number {
  const ringArea = (ring: Ring) => {
    const polygon = geodesic.Geodesic.WGS84.Polygon(false);
    for (const [lon, lat] of ring.slice(0, -1)) polygon.AddPoint(lat, lon);
    return Math.abs(polygon.Compute(false, true).area ?? Number.NaN);
  };
  return sumOfRings(shape, ringArea);
}

/** Independent check: the shoelace formula in Lambert's cylindrical equal-area projection of the ellipsoid. */
function equalAreaSum(shape: Shape): number {
  const [a, f] = [6_378_137, 1 / 298.257223563];
  const e = Math.sqrt(f * (2 - f));
  const project = ([lon, lat]: readonly [number, number]) => {
    const s = Math.sin((lat * Math.PI) / 180);
    const q = (1 - e * e) * (s / (1 - e * e * s * s) + Math.atanh(e * s) / e);
    return [(a * lon * Math.PI) / 180, (a * q) / 2] as const;
  };
  const ringArea = (ring: Ring) => {
    const [x0, y0] = project(ring[0]!);
    let twice = 0;
    for (let index = 1; index < ring.length; index += 1) {
      const [x1, y1] = project(ring[index - 1]!);
      const [x2, y2] = project(ring[index]!);
      twice += (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0);
    }
    return Math.abs(twice / 2);
  };
  return sumOfRings(shape, ringArea);
}

describe('the area of a boundary', () => {
  it('equals GeographicLib and agrees with a second method from 0.01 to 10,000 ha, with holes and several polygons', () => {
    fc.assert(
      fc.property(starShape({ minHectares: 0.01, maxHectares: 10_000 }), (shape) => {
        const area = areaOf(shape);
        expect(Math.abs(area / libraryArea(shape) - 1)).toBeLessThan(1e-9);
        expect(Math.abs(area / equalAreaSum(shape) - 1)).toBeLessThan(1e-4);
      }),
      { numRuns: 300 },
    );
  });

  it('does not depend on direction, first vertex or closing', () => {
    fc.assert(
      fc.property(starShape({ minHectares: 0.01, maxHectares: 10_000 }), fc.nat(50), (shape, start) => {
        const ring = shape[0]![0]!.slice(0, -1);
        const turned = [...ring.slice(start % ring.length), ...ring.slice(0, start % ring.length)];
        const whole = areaOf([[ring]]);
        expect(areaOf([[turned.toReversed()]]) / whole).toBeCloseTo(1, 9);
        expect(areaOf([[[...turned, turned[0]!]]]) / whole).toBeCloseTo(1, 9);
      }),
      { numRuns: 100 },
    );
  });

  it('matches Planimeter for a cell of 0.01 degrees at the equator', () => {
    const cell: Shape = [
      [
        [
          [36, 0],
          [36.01, 0],
          [36.01, 0.01],
          [36, 0.01],
          [36, 0],
        ],
      ],
    ];
    expect(areaOf(cell)).toBeCloseTo(1_230_907.2, 0);
    expect(perimeterOf(cell)).toBeCloseTo(4437.9, 0);
    expect(distanceBetween([36, 0], [36.01, 0])).toBeCloseTo(1113.195, 2);
  });
});
