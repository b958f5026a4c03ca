/** Rejects valid boundaries that are a mistake or an attempt to locate other farmers’ fields. */
import { acresOf, exceedsStatedSize } from '@ardhi/geo';
import { fieldProblem } from '../../lib/text/problem.ts';

const MAX_OVERLAPPED = 10;
const MAX_CONTAINED = 2;
/** Below 1, because rounded coordinates make a contained parcel measure slightly less. */
const CONTAINED_SHARE = 0.99;

export function assertNearStatedSize(areaSquareMetres: number, statedAcres: number): void {
  if (!exceedsStatedSize(areaSquareMetres, statedAcres)) return;
  const area = Math.round(acresOf(areaSquareMetres) * 10) / 10;
  throw fieldProblem('geometry', 'issue.boundary-over-stated-size', { area, size: statedAcres });
}

/** Another farmer’s parcel and its area inside the boundary. */
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
