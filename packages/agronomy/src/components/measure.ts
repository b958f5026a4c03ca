import type { MissingCode } from '../codes.ts';

/** A component without enough evidence for a score. */
export interface NotMeasured {
  score: null;
  completeness: 0;
  missing: MissingCode;
}

/** Base of every scored component; each adds the values behind its score. */
export interface Measured {
  score: number;
  completeness: number;
  missing: null;
}

export function notMeasured(missing: MissingCode): NotMeasured {
  return { score: null, completeness: 0, missing };
}
