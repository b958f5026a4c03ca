/** Which valid boundaries are refused: they are a mistake, or a way to ask where everybody’s fields are. */
import { acresOf, exceedsStatedSize } from '@ardhi/geo';
import { fieldProblem } from '../../lib/text/problem.ts';

const MAX_OVERLAPPED = 10;
const MAX_CONTAINED = 2;
/** What lies wholly inside measures a little less where coordinates were rounded. */
const CONTAINED_SHARE = 0.99;

export function assertNearStatedSize(areaSquareMetres: number, statedAcres: number): void {
  if (!exceedsStatedSize(areaSquareMetres, statedAcres)) return;
  const area = Math.round(acresOf(areaSquareMetres) * 10) / 10;
  throw fieldProblem('geometry', 'issue.boundary-over-stated-size', { area, size: statedAcres });
}

/** Another farmer’s parcel and how much of it lies inside. */
export interface Covered {
  areaSquareMetres: number;
  insideSquareMetres: number;
}

export function assertFewCovered(covered: readonly Covered[]): void {
  const contained = covered.filter(
    ({ areaSquareMetres, insideSquareMetres }) => insideSquareMetres >= CONTAINED_SHARE * areaSquareMetres,
  );
  if (contained.length > MAX_CONTAINED) throw fieldProblem('geometry', 'issue.boundary-contains-others');
  if (covered.length > MAX_OVERLAPPED) throw coversMany();
}

export const coversMany = () => fieldProblem('geometry', 'issue.boundary-covers-many');
