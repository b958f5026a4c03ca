/** Facts about a farmer's parcels, as input of a programme's rules. */
import { recogniseCrop } from '@ardhi/agronomy';
import { parcelFacts as landFacts } from '../../farm/land/facts.ts';
import type { Db } from '../../lib/database/db.ts';
import type { ParcelFacts } from './eligibility.ts';

/** All of the farmer's parcels, or only those with the given ids. */
export async function parcelFacts(db: Db, ownerId: string, only?: string[]): Promise<ParcelFacts[]> {
  const parcels = await landFacts(db, ownerId, only);
  return parcels.map(({ recentCrops, soilType: _, band: __, ...parcel }) => ({
    ...parcel,
    // Programmes name crops by the key of the crop table; farmers use free text.
    crops: [...new Set(recentCrops.map((name) => recogniseCrop(name)?.key ?? name))],
  }));
}
