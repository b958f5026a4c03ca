/** Sync screens and prefetched reads of all domains. */
import { boundaryOffline } from '../farm/boundaries/offline.ts';
import { equipmentOffline } from '../farm/equipment/offline.ts';
import { parcelOffline } from '../farm/land/offline.ts';
import { policyOffline } from '../office/policies/offline.ts';
import { subsidyOffline } from '../office/subsidies/offline.ts';
import type { PersistedReads } from '../offline/persisted-reads.ts';
import type { CallScreens } from '../outbox/call-screens.ts';
import { messageOffline } from '../records/messages/offline.ts';
import { noticeOffline } from '../records/notices/offline.ts';

export const screens = {
  ...parcelOffline.screens,
  ...boundaryOffline.screens,
  ...equipmentOffline.screens,
  ...subsidyOffline.screens,
  ...messageOffline.screens,
} satisfies CallScreens;

export const reads: readonly PersistedReads[] = [
  parcelOffline,
  boundaryOffline,
  equipmentOffline,
  subsidyOffline,
  policyOffline,
  messageOffline,
  noticeOffline,
];
