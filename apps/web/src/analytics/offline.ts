import type { OfflineDomain } from '../offline/offline-domain.ts';
import { parcelViewKeys } from './keys.ts';

/** A farmer's phone persists who looked at the own parcels; the rest is officials' data and stays with the office. */
export const parcelViewsOffline = { kind: parcelViewKeys.kind } satisfies OfflineDomain;
