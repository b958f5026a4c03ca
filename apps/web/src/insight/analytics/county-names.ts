import { COUNTY_OUTLINES } from './county-outlines.ts';

export const COUNTY_NAMES: readonly string[] = Object.keys(COUNTY_OUTLINES).sort((left, right) =>
  left.localeCompare(right),
);
