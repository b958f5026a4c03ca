import { SQUARE_METRES_PER_ACRE } from '@ardhi/contract/units';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Problem } from '../../lib/text/problem.ts';
import { assertFewCovered, assertNearStatedSize } from './rules.ts';

/** The code of the refusal on the field `geometry`, or null. */
function refusal(check: () => void): string | null {
  try {
    check();
    return null;
  } catch (error) {
    const [issue] = (error as Problem).details.issues!;
    expect(issue!.path).toBe('geometry');
    return issue!.code;
  }
}

describe('a boundary against the stated size', () => {
  it('is refused over five times of it, where at least 0.1 acre is stated', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1000, noNaN: true }),
        fc.double({ min: 0, max: 10, noNaN: true }),
        (stated, times) => {
          const refused = refusal(() =>
            assertNearStatedSize(stated * times * SQUARE_METRES_PER_ACRE, stated),
          );
          // At the limit itself the rounding of the computation decides.
          if (Math.abs(times - 5) > 1e-9)
            expect(refused).toBe(stated >= 0.1 && times > 5 ? 'boundary-over-stated-size' : null);
        },
      ),
    );
    expect(refusal(() => assertNearStatedSize(1e9, 0))).toBeNull();
    expect(refusal(() => assertNearStatedSize(1e9, 0.09))).toBeNull();
  });
});

describe('a boundary over parcels of others', () => {
  const covered = (share: number) => ({ areaSquareMetres: 4000, insideSquareMetres: 4000 * share });

  it('is refused with three of them inside it, or more than ten touched', () => {
    fc.assert(
      fc.property(
        fc.nat(5),
        fc.nat(14),
        fc.double({ min: 0.001, max: 0.98, noNaN: true }),
        (inside, cut, share) => {
          const all = [...Array(inside).fill(covered(1)), ...Array(cut).fill(covered(share))];
          expect(refusal(() => assertFewCovered(all))).toBe(
            inside >= 3 ? 'boundary-contains-others' : inside + cut > 10 ? 'boundary-covers-many' : null,
          );
        },
      ),
    );
  });
});
