import type { MissingCode } from '../codes.ts';

/** A component that the evidence does not allow to score. */
export interface NotMeasured {
  score: null;
  completeness: 0;
  missing: MissingCode;
}

/** What every scored component has; each adds the figures it was scored from. */
export interface Measured {
  score: number;
  completeness: number;
  missing: null;
}

export function notMeasured(missing: MissingCode): NotMeasured {
  return { score: null, completeness: 0, missing };
}
