import { SQUARE_METRES_PER_ACRE } from '@ardhi/contract/units';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Problem } from '../../lib/text/problem.ts';
import { assertFewCovered, assertNearStatedSize } from './rules.ts';

/** Error code on the field `geometry`, or null. */
function errorCode(check: () => void): string | null {
  try {
    check();
    return null;
  } catch (error) {
    const [issue] = (error as Problem).details.issues!;
    expect(issue!.path).toBe('geometry');
    return issue!.code;
  }
}

describe('a boundary larger than the stated size', () => {
  it('is rejected above five times a stated size of at least 0.1 acre', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1000, noNaN: true }),
        fc.double({ min: 0, max: 10, noNaN: true }),
        (stated, times) => {
          const code = errorCode(() => assertNearStatedSize(stated * times * SQUARE_METRES_PER_ACRE, stated));
          // At the exact limit floating-point rounding decides.
          if (Math.abs(times - 5) > 1e-9)
            expect(code).toBe(stated >= 0.1 && times > 5 ? 'boundary-over-stated-size' : null);
        },
      ),
    );
    expect(errorCode(() => assertNearStatedSize(1e9, 0))).toBeNull();
    expect(errorCode(() => assertNearStatedSize(1e9, 0.09))).toBeNull();
  });
});

describe('a boundary over parcels of other farmers', () => {
  const covered = (share: number) => ({ areaSquareMetres: 4000, insideSquareMetres: 4000 * share });

  it('is rejected if it contains three of them or overlaps more than ten', () => {
    fc.assert(
      fc.property(
        fc.nat(5),
        fc.nat(14),
        fc.double({ min: 0.001, max: 0.98, noNaN: true }),
        (inside, cut, share) => {
          const all = [...Array(inside).fill(covered(1)), ...Array(cut).fill(covered(share))];
          expect(errorCode(() => assertFewCovered(all))).toBe(
            inside >= 3 ? 'boundary-contains-others' : inside + cut > 10 ? 'boundary-covers-many' : null,
          );
        },
      ),
    );
  });
});
