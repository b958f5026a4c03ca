/** Query keys of the access log. No change event invalidates them. */
import type { CacheRules } from '../../lib/http/query.ts';

export const parcelViewKeys = {
  ofParcel: (landId: string) => ['views', landId],
  ofAccount: ['views', 'account'],
} as const;

/** Persisted because it is the farmer's own data; the other analytics belong to officials and are not. */
export const parcelViewCache: CacheRules = { kind: 'views', persisted: true };
