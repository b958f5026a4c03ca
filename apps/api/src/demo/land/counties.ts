import { easternCounties } from './counties-east.ts';
import { westernCounties } from './counties-west.ts';
import type { CountyProfile } from './county-profile.ts';

const countyProfiles: Record<string, CountyProfile> = { ...easternCounties, ...westernCounties };

export function profileOf(county: string): CountyProfile {
  const profile = countyProfiles[county];
  if (!profile) throw new Error(`Nothing is known of farming in ${county}`);
  return profile;
}
