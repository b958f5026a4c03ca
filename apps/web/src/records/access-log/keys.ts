/** The query keys of who looked at a parcel. No change event calls them old. */
import type { CacheRules } from '../../lib/http/query.ts';

export const parcelViewKeys = {
  ofParcel: (landId: string) => ['views', landId],
  ofAccount: ['views', 'account'],
} as const;

/** The farmer's to see; the rest of analytics is officials' data and stays with the office. */
export const parcelViewCache: CacheRules = { kind: 'views', persisted: true };
