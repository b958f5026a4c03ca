import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { centreOf } from './centre.ts';
import { isInside } from './inside.ts';
import { MAX_VERTICES } from './read.ts';
import { type Position, type Ring, type Shape, toGeometry, vertexCount } from './shape.ts';
import { star, starShape } from './shapes.arbitrary.ts';
import { simplifyShape } from './simplify.ts';
import { checkGeometry } from './validity.ts';

/** Offsets from a corner in Nakuru, in steps of about eleven metres. */
const at = (x: number, y: number): Position => [36 + x / 10_000, -0.3 + y / 10_000];
const ring = (...vertices: [number, number][]): Ring => [...vertices, vertices[0]!].map(([x, y]) => at(x, y));
const polygon = (...coordinates: Ring[]) => ({ type: 'Polygon', coordinates });
const multi = (...coordinates: Ring[][]) => ({ type: 'MultiPolygon', coordinates });
const square = ring([0, 0], [10, 0], [10, 10], [0, 10]);

const faultOf = (geometry: unknown) => {
  const result = checkGeometry(geometry);
  return 'fault' in result ? result.fault.code : null;
};

describe('a valid boundary', () => {
  it('keeps its vertices, with outer rings counter-clockwise and holes clockwise', () => {
    const hole = ring([2, 2], [4, 2], [4, 4], [2, 4]);
    const result = checkGeometry(polygon(square.toReversed(), hole));
    expect(result).toMatchObject({ shape: [[square, hole.toReversed()]] });
  });

  it('is accepted for any random star', () => {
    fc.assert(
      fc.property(starShape(), (shape) => {
        const result = checkGeometry(toGeometry(shape));
        expect('fault' in result ? result.fault : null).toBeNull();
      }),
      { numRuns: 200 },
    );
  });

  it('drops altitudes, decimals beyond the seventh and repeated vertices', () => {
    const geometry = polygon([
      [36.00000001, -0.3, 1800],
      [36.001, -0.3, 1801],
      [36.001, -0.3],
      [36.001, -0.299],
      [36.00000001, -0.3, 1800],
    ] as unknown as Ring);
    const vertex: Position = [36, -0.3];
    expect(checkGeometry(geometry)).toMatchObject({
      shape: [[[vertex, [36.001, -0.3], [36.001, -0.299], vertex]]],
    });
  });

  it('may have polygons with a common border, a polygon in a hole, and a hole that touches the outside in a vertex', () => {
    const beside = ring([10, 0], [20, 0], [20, 10], [10, 10]);
    expect(faultOf(multi([square], [beside]))).toBeNull();
    const large = ring([-20, -20], [40, -20], [40, 40], [-20, 40]);
    const gap = ring([-5, -5], [25, -5], [25, 25], [-5, 25]);
    expect(faultOf(multi([large, gap], [square]))).toBeNull();
    expect(faultOf(polygon(square, ring([0, 0], [4, 2], [2, 4])))).toBeNull();
  });
});

describe('an invalid boundary', () => {
  it.each<[string, unknown, string]>([
    ['nothing', null, 'not-a-polygon'],
    ['a line', { type: 'LineString', coordinates: square }, 'not-a-polygon'],
    ['no parts', multi(), 'empty'],
    ['a part without rings', polygon(), 'empty'],
    ['an empty ring', polygon([]), 'empty'],
    ['text', polygon([['a', 'b']] as unknown as Ring), 'not-numbers'],
    ['infinite numbers', polygon([[36, Number.NaN]] as unknown as Ring), 'not-numbers'],
    ['two corners', polygon(ring([0, 0], [10, 0])), 'too-few-corners'],
    ['an open ring', polygon(square.slice(0, -1)), 'not-closed'],
    ['a line there and back', polygon(ring([0, 0], [10, 0], [20, 0])), 'crosses-itself'],
    ['a square centimetre', polygon(ring([0, 0], [0.001, 0], [0.001, 0.001])), 'too-small'],
    [
      'half the country',
      polygon([
        [35, -4],
        [41, -4],
        [41, 4],
        [35, 4],
        [35, -4],
      ]),
      'too-large',
    ],
    ['a field in Uganda', polygon(square.map(([x, y]): Position => [x - 4, y + 1])), 'outside'],
    ['latitude first', polygon(square.map(([x, y]): Position => [y, x])), 'swapped'],
    [
      'metres of UTM zone 37',
      polygon(square.map(([x, y]): Position => [x * 7000, y * 1e7 + 1e7])),
      'projected',
    ],
    ['a bow tie', polygon(ring([0, 0], [10, 10], [10, 0], [0, 10])), 'crosses-itself'],
    ['a spike', polygon(ring([0, 0], [10, 0], [20, 0], [10, 0], [10, 10])), 'crosses-itself'],
    ['a pinch', polygon(ring([0, 0], [5, 5], [10, 0], [10, 10], [5, 5], [0, 10])), 'crosses-itself'],
    ['a hole across the border', polygon(square, ring([5, 5], [15, 5], [15, 8], [5, 8])), 'rings-cross'],
    ['a hole elsewhere', polygon(square, ring([20, 20], [22, 20], [22, 22])), 'hole-outside'],
    [
      'overlapping holes',
      polygon(square, ring([1, 1], [5, 1], [5, 5], [1, 5]), ring([2, 2], [3, 2], [3, 3])),
      'rings-cross',
    ],
    ['overlapping parts', multi([square], [ring([2, 2], [4, 2], [4, 4])]), 'parts-overlap'],
    ['the same part twice', multi([square], [square]), 'parts-overlap'],
  ])('%s', (_, geometry, code) => {
    expect(faultOf(geometry)).toBe(code);
  });

  it('reports the position where it crosses itself', () => {
    const result = checkGeometry(polygon(ring([0, 0], [10, 10], [10, 0], [0, 10])));
    expect(result).toMatchObject({
      fault: { position: [expect.closeTo(36.0005, 6), expect.closeTo(-0.2995, 6)] },
    });
  });

  it('is reported for more than 10,000 vertices', () => {
    const round = (vertices: number) => polygon(star([36, -0.3], 0.01, new Array(vertices).fill(1)));
    expect(faultOf(round(MAX_VERTICES))).toBeNull();
    expect(faultOf(round(MAX_VERTICES + 1))).toBe('too-many-points');
  });
});

describe('the centre of a boundary', () => {
  it('is inside any shape', () => {
    fc.assert(
      fc.property(starShape(), (shape) => {
        expect(isInside(centreOf(shape), shape)).toBe(true);
      }),
      { numRuns: 200 },
    );
    const horseshoe: Shape = [[ring([0, 0], [20, 0], [20, 20], [18, 20], [18, 2], [2, 2], [2, 20], [0, 20])]];
    expect(isInside(centreOf(horseshoe), horseshoe)).toBe(true);
  });
});

describe('a simplified boundary', () => {
  it('has at most the requested number of vertices and keeps its position', () => {
    const radii = Array.from({ length: 5000 }, (_, index) => 1 + (index % 2) / 1000);
    const simple = simplifyShape([[star([36, -0.3], 0.01, radii)]], 300);
    expect(vertexCount(simple)).toBeLessThanOrEqual(300);
    expect(isInside([36, -0.3], simple)).toBe(true);
    expect(simplifyShape([[square]], 300)).toEqual([[square]]);
  });
});
