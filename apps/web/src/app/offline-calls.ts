/** All calls that may wait for a network. One of the contract that no domain has a row for does not compile here. */
import type { QueueableCall } from '@ardhi/contract';
import { calls as boundaryCalls } from '../farm/boundaries/calls.ts';
import { calls as equipmentCalls } from '../farm/equipment/calls.ts';
import { calls as parcelCalls } from '../farm/land/calls.ts';
import { calls as subsidyCalls } from '../office/subsidies/calls.ts';
import type { OfflineCalls } from '../outbox/offline-calls.ts';
import { calls as messageCalls } from '../records/messages/calls.ts';

export const calls = {
  ...parcelCalls,
  ...boundaryCalls,
  ...equipmentCalls,
  ...subsidyCalls,
  ...messageCalls,
} satisfies OfflineCalls<QueueableCall>;
