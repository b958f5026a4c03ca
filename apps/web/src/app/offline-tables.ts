/** The offline parts of all domains. A queueable call of the contract that none of them has does not compile here. */
import type { QueueableCall } from '@ardhi/contract';
import { parcelViewsOffline } from '../analytics/offline.ts';
import { boundaryOffline } from '../boundaries/offline.ts';
import { equipmentOffline } from '../equipment/offline.ts';
import { parcelOffline } from '../land/offline.ts';
import { messageOffline } from '../messages/offline.ts';
import { noticeOffline } from '../notices/offline.ts';
import type { OfflineDomain } from '../offline/offline-domain.ts';
import type { OfflineCalls } from '../outbox/offline-calls.ts';
import { policyOffline } from '../policies/offline.ts';
import { subsidyOffline } from '../subsidies/offline.ts';

export const domains: readonly OfflineDomain[] = [
  parcelOffline,
  boundaryOffline,
  equipmentOffline,
  subsidyOffline,
  policyOffline,
  messageOffline,
  noticeOffline,
  parcelViewsOffline,
];

export const calls = {
  ...parcelOffline.calls,
  ...boundaryOffline.calls,
  ...equipmentOffline.calls,
  ...subsidyOffline.calls,
  ...messageOffline.calls,
} satisfies OfflineCalls<QueueableCall>;
