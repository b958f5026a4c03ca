import type { ParcelInput } from '../src/farm/land.ts';

/** A parcel with every optional field, for tests that check each field in API and web. */
export const COMPLETE_PARCEL = {
  name: 'River plot',
  size: 2.4711,
  location: { address: 'Kitengela' },
  soilType: 'clay',
  county: 'Kajiado',
  declarations: { irrigation: 'recorded', fertilizer: 'unknown', pesticide: 'none' },
} satisfies Required<Omit<ParcelInput, '_id'>>;
