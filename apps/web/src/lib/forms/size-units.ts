import { HECTARES_PER_ACRE, SQUARE_METRES_PER_ACRE } from '@ardhi/contract/units';

const SQUARE_METRES_PER_SQUARE_FOOT = 0.3048 ** 2;

/** Units of a size with their acres; forms show the first one, and its step binds only amounts in it. */
export const SIZE_UNITS = [
  { id: 'acres', factor: 1 },
  { id: 'quarterAcre', factor: 0.25 },
  { id: 'plot', factor: (50 * 100 * SQUARE_METRES_PER_SQUARE_FOOT) / SQUARE_METRES_PER_ACRE },
  { id: 'hectares', factor: 1 / HECTARES_PER_ACRE },
  { id: 'squareMetres', factor: 1 / SQUARE_METRES_PER_ACRE },
] as const;
