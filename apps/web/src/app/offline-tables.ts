/** The offline parts of all domains. A queueable call of the contract that none of them has does not compile here. */
import type { QueueableCall } from '@ardhi/contract';
import { boundaryOffline } from '../boundaries/offline.ts';
import { equipmentOffline } from '../equipment/offline.ts';
import { parcelOffline } from '../land/offline.ts';
import { messageOffline } from '../messages/offline.ts';
import { noticeOffline } from '../notices/offline.ts';
import type { PersistedReads } from '../offline/persisted-reads.ts';
import type { ScreensOf } from '../outbox/call-screens.ts';
import type { OfflineCalls } from '../outbox/offline-calls.ts';
import { policyOffline } from '../policies/offline.ts';
import { subsidyOffline } from '../subsidies/offline.ts';

export const calls = {
  ...parcelOffline.calls,
  ...boundaryOffline.calls,
  ...equipmentOffline.calls,
  ...subsidyOffline.calls,
  ...messageOffline.calls,
} satisfies OfflineCalls<QueueableCall>;

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
