import { MAX_BOUNDARY_TO_STATED_RATIO, MIN_STATED_ACRES } from '@ardhi/contract/limits';
import { SQUARE_METRES_PER_ACRE } from '@ardhi/contract/units';

export const acresOf = (squareMetres: number) => squareMetres / SQUARE_METRES_PER_ACRE;

/** Whether a boundary is implausibly large for the stated size. */
export const exceedsStatedSize = (squareMetres: number, statedAcres: number) =>
  statedAcres >= MIN_STATED_ACRES && acresOf(squareMetres) > MAX_BOUNDARY_TO_STATED_RATIO * statedAcres;
