/** What the domains say of unsent work on its screens, and of what is fetched to a farmer's phone. */
import { boundaryOffline } from '../boundaries/offline.ts';
import { equipmentOffline } from '../equipment/offline.ts';
import { parcelOffline } from '../land/offline.ts';
import { messageOffline } from '../messages/offline.ts';
import { noticeOffline } from '../notices/offline.ts';
import type { PersistedReads } from '../offline/persisted-reads.ts';
import type { ScreensOf } from '../outbox/call-screens.ts';
import { policyOffline } from '../policies/offline.ts';
import { subsidyOffline } from '../subsidies/offline.ts';
import type { calls } from './offline-calls.ts';

export const screens = {
  ...parcelOffline.screens,
  ...boundaryOffline.screens,
  ...equipmentOffline.screens,
  ...subsidyOffline.screens,
  ...messageOffline.screens,
} satisfies ScreensOf<typeof calls>;

export const reads: readonly PersistedReads[] = [
  parcelOffline,
  boundaryOffline,
  equipmentOffline,
  subsidyOffline,
  policyOffline,
  messageOffline,
  noticeOffline,
];
