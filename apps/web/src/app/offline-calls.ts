/** All queueable calls. Does not compile if a queueable call of the contract is missing. */
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
