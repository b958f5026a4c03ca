import type { ParcelInput } from '../src/farm/land.ts';

/** A parcel of which everything is said: the tests of API and web follow each of its fields. */
export const STATED_PARCEL = {
  name: 'River plot',
  size: 2.4711,
  location: { address: 'Kitengela' },
  soilType: 'clay',
  county: 'Kajiado',
  declarations: { irrigation: 'recorded', fertilizer: 'unknown', pesticide: 'none' },
} satisfies Required<Omit<ParcelInput, '_id'>>;
