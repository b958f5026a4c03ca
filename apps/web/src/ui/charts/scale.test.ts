import fc from 'fast-check';
import { expect, it } from 'vitest';
import { linearScale, roundTicks } from './scale.ts';

it('has ticks at round values', () => {
  expect(roundTicks([0, 100], 3)).toEqual([0, 50, 100]);
  expect(roundTicks([0, 2400], 3)).toEqual([0, 1000, 2000, 3000]);
  expect(roundTicks([0, 1], 3)).toEqual([0, 0.5, 1]);
  expect(roundTicks([0, 0.6], 3)).toEqual([0, 0.2, 0.4, 0.6]);
  expect(roundTicks([0, 7], 3)).toEqual([0, 2, 4, 6, 8]);
});

it('includes the whole domain between a few ticks', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.001, max: 1e12, noNaN: true }), (highest) => {
      const ticks = roundTicks([0, highest], 3);
      expect(ticks[0]).toBe(0);
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(highest * (1 - 1e-9));
      expect(ticks.length).toBeGreaterThan(1);
      expect(ticks.length).toBeLessThan(8);
    }),
  );
});

it('maps the ends of the domain to the ends of the range', () => {
  const scale = linearScale([10, 20], [200, 0]);
  expect([10, 15, 20].map(scale)).toEqual([200, 100, 0]);
  expect(linearScale([5, 5], [40, 80])(5)).toBe(40);
});
