/** Random boundaries in Kenya for property tests: stars around a centre, some with a hole, some with a second polygon. */
import { SQUARE_METRES_PER_HECTARE } from '@ardhi/contract/units';
import fc from 'fast-check';
import { closeRing } from './read.ts';
import { type Position, type Ring, roundPosition, type Shape } from './shape.ts';

const METRES_PER_DEGREE = 111_000;

interface Star {
  centre: Position;
  hectares: number;
  /** Distance of each vertex from the centre, as a fraction of the radius. */
  factors: number[];
  hole: boolean;
  second: boolean;
}

export function starShape({ minHectares = 0.01, maxHectares = 10_000 } = {}): fc.Arbitrary<Shape> {
  return fc
    .record<Star>({
      centre: fc.tuple(
        fc.double({ min: 34.5, max: 41.5, noNaN: true }),
        fc.double({ min: -4, max: 4.8, noNaN: true }),
      ),
      hectares: fc
        .double({ min: Math.log(minHectares), max: Math.log(maxHectares), noNaN: true })
        .map((logarithm) => Math.exp(logarithm)),
      factors: fc.array(fc.double({ min: 0.7, max: 1.4, noNaN: true }), { minLength: 5, maxLength: 40 }),
      hole: fc.boolean(),
      second: fc.boolean(),
    })
    .map(shapeOf);
}

function shapeOf({ centre, hectares, factors, hole, second }: Star): Shape {
  const radius = Math.sqrt((hectares * SQUARE_METRES_PER_HECTARE) / Math.PI) / METRES_PER_DEGREE;
  const first: Ring[] = [star(centre, radius, factors)];
  if (hole && hectares > 0.1) first.push(star(centre, radius * 0.3, factors).reverse());
  const beside: Position = [centre[0] + radius * 3.2, centre[1]];
  return second ? [first, [star(beside, radius * 0.8, factors)]] : [first];
}

export function star([lon, lat]: Position, radius: number, factors: readonly number[]): Ring {
  return closeRing(
    factors.map((factor, index) => {
      const angle = (index / factors.length) * 2 * Math.PI;
      return roundPosition([
        lon + radius * factor * Math.cos(angle),
        lat + radius * factor * Math.sin(angle),
      ]);
    }),
  );
}
