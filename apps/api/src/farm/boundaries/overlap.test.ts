import {
  areaOf,
  bboxesTouch,
  bboxOf,
  closeRing,
  type Position,
  type Ring,
  roundPosition,
  roundShape,
  type Shape,
} from '@ardhi/geo';
import fc from 'fast-check';
import { type Geom, intersection } from 'polyclip-ts';
import { describe, expect, inject, it } from 'vitest';
import { clipTo, stripBetween } from './overlap.ts';

const at = (x: number, y: number): Position => roundPosition([36 + x / 10_000, -0.3 + y / 10_000]);
const ring = (...vertices: [number, number][]): Ring => closeRing(vertices.map(([x, y]) => at(x, y)));
const rectangle = (x: number, y: number, width: number, height: number): Shape => [
  [ring([x, y], [x + width, y], [x + width, y + height], [x, y + height])],
];
const round = (x: number, y: number, radius: number, vertices: number): Shape => [
  [
    closeRing(
      Array.from({ length: vertices }, (_, index) => {
        const angle = (index / vertices) * 2 * Math.PI;
        return at(x + radius * Math.cos(angle), y + radius * Math.sin(angle));
      }),
    ),
  ],
];

/** Whether the polygons of a shape touch each other, which is invalid in a boundary. */
const polygonsTouch = ([one, other]: Shape) =>
  other !== undefined && bboxesTouch(bboxOf([one!]), bboxOf([other]));

const areaBetween = (one: Shape, other: Shape, tolerance = 0) =>
  stripBetween(one, other, tolerance)?.areaSquareMetres ?? 0;

describe('the overlap of two boundaries', () => {
  it('is the shared strip with its area', () => {
    const strip = stripBetween(rectangle(0, 0, 10, 10), rectangle(8, 0, 10, 10), 2);
    expect(strip?.areaSquareMetres).toBeCloseTo(areaOf(rectangle(8, 0, 2, 10)), 3);
    expect(bboxOf(strip!.shape)).toEqual(bboxOf(rectangle(8, 0, 2, 10)));
  });

  it('is null for neighbours that share a border, vertices or nothing', () => {
    expect(stripBetween(rectangle(0, 0, 10, 10), rectangle(10, 0, 10, 10), 0)).toBeNull();
    expect(stripBetween(rectangle(0, 0, 10, 10), rectangle(10, 10, 10, 10), 0)).toBeNull();
    expect(stripBetween(rectangle(0, 0, 10, 10), rectangle(10, 3, 10, 4), 0)).toBeNull();
    expect(stripBetween(rectangle(0, 0, 10, 10), rectangle(50, 50, 10, 10), 0)).toBeNull();
  });

  it('has the exact area for shapes with very many vertices', () => {
    const [one, other] = [round(0, 0, 50, 2000), round(30, 10, 40, 1500)];
    const exact = areaOf(roundShape(intersection(one as Geom, other as Geom) as Shape));
    expect(areaBetween(one, other)).toBeCloseTo(exact, 0);
    const holed: Shape = [[...rectangle(-20, -20, 40, 40)[0]!, rectangle(-5, -5, 10, 10)[0]![0]!]];
    expect(areaBetween(round(0, 0, 15, 2000), holed)).toBeCloseTo(
      areaOf(round(0, 0, 15, 2000)) - areaOf(rectangle(-5, -5, 10, 10)),
      0,
    );
  });

  it('is null if it is no wider than the tolerance, regardless of its length', () => {
    // 0.15 steps are about 1.7 metres.
    const [one, other] = [rectangle(0, 0, 10, 100), rectangle(9.85, 0, 10, 100)];
    expect(stripBetween(one, other, 2)).toBeNull();
    expect(areaBetween(one, other, 1)).toBeGreaterThan(1000);
  });

  it('leaves out thin pieces', () => {
    const comb: Shape = [
      [ring([0, 0], [30, 0], [30, 10], [20, 10], [20, 0.1], [10, 0.1], [10, 10], [0, 10])],
    ];
    const below = rectangle(0, -5, 30, 5.1);
    expect(areaBetween(comb, below)).toBeCloseTo(areaOf(rectangle(0, 0, 30, 0.1)), 0);
    expect(stripBetween(comb, below, 2)).toBeNull();
  });

  it('is the whole of a parcel inside another, and null for a parcel in a hole', () => {
    const large = rectangle(0, 0, 40, 40);
    const small = rectangle(10, 10, 5, 5);
    expect(areaBetween(large, small, 2)).toBeCloseTo(areaOf(small), 3);
    const withHole: Shape = [[large[0]![0]!, ring([5, 5], [5, 30], [30, 30], [30, 5])]];
    expect(stripBetween(withHole, small, 0)).toBeNull();
    expect(areaBetween(small, small)).toBeCloseTo(areaOf(small), 3);
  });

  it('matches the exact intersection for shapes with several polygons and holes', () => {
    const place = fc.integer({ min: -20, max: 20 });
    const size = fc.integer({ min: 1, max: 30 });
    const polygon = fc.tuple(place, place, size, size, fc.boolean()).map(([x, y, width, height, hollow]) => {
      const [outer] = rectangle(x, y, width, height)[0]!;
      const hole = ring([x + 0.2, y + 0.2], [x + 0.2, y + 0.7], [x + 0.7, y + 0.7], [x + 0.7, y + 0.2]);
      return hollow ? [outer!, hole] : [outer!];
    });
    const shape = fc.array(polygon, { minLength: 1, maxLength: 2 });
    fc.assert(
      fc.property(shape, shape, (one, other) => {
        fc.pre(!polygonsTouch(one) && !polygonsTouch(other));
        const exact = areaOf(roundShape(intersection(one as Geom, other as Geom) as Shape));
        expect(Math.abs(areaBetween(one, other) - exact)).toBeLessThan(1);
      }),
      { numRuns: inject('isFull') ? 300 : 60 },
    );
  });

  it('is symmetric, and the same for shapes with many vertices that are clipped first', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 8, max: 400 }),
        fc.double({ min: 5, max: 60, noNaN: true }),
        fc.double({ min: -30, max: 30, noNaN: true }),
        fc.double({ min: -30, max: 30, noNaN: true }),
        (vertices, radius, x, y) => {
          const many = round(0, 0, 40, vertices);
          const few = round(x, y, radius, 12);
          const area = areaBetween(many, few);
          expect(areaBetween(few, many)).toBeCloseTo(area, 2);
          expect(area).toBeLessThanOrEqual(Math.min(areaOf(many), areaOf(few)) + 1);
          // Rounded to the centimetre grid, too: over a long border rounding alone adds up to a square metre.
          const uncut = areaOf(roundShape(intersection(many as Geom, few as Geom) as Shape));
          expect(Math.abs(uncut - area)).toBeLessThan(1);
        },
      ),
      { numRuns: inject('isFull') ? 40 : 10 },
    );
  });

  it('clips a large shape without changing the part around the other one', () => {
    const comb: Ring = [];
    for (let tooth = 0; tooth < 60; tooth += 1)
      comb.push(at(tooth, 0), at(tooth + 0.2, 40), at(tooth + 0.5, 40), at(tooth + 0.7, 0));
    comb.push(at(60, -5), at(0, -5));
    const shape: Shape = [[closeRing(comb)]];
    const middle = rectangle(20.1, 10.1, 3, 3);
    const cut = clipTo(shape, bboxOf(middle));
    expect(cut[0]![0]!.length).toBeLessThan(40);
    // Three teeth, each 0.46 to 0.54 steps wide at that height.
    const share = areaBetween(shape, middle) / areaOf(middle);
    expect(share).toBeGreaterThan(0.4);
    expect(share).toBeLessThan(0.65);
  });
});
