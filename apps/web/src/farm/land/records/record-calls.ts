/** Calls of parcel records that can be queued offline. */
import type { QueueableCall } from '@ardhi/contract';
import type { Work } from '../../../outbox/entry.ts';
import type { Known, OfflineCalls } from '../../../outbox/offline-calls.ts';
import { cachedParcel, PARCEL_CALL } from '../parcel/parcel-calls.ts';
import type { RecordKind } from './kinds.ts';
import { addRecord, confirmHarvest, correctRecord, findRecord, removeRecord } from './record-overlay.ts';

function knownRecord(known: Known, work: Work) {
  const parcel = cachedParcel(known, work);
  return parcel && findRecord(parcel, work.params.recordId);
}

const addCall = (kind: RecordKind) => ({ ...PARCEL_CALL, effect: 'create' as const, apply: addRecord(kind) });
const correctCall = (kind: RecordKind) => ({
  ...PARCEL_CALL,
  effect: 'edit' as const,
  base: knownRecord,
  apply: correctRecord(kind),
});
const removeCall = (kind: RecordKind) => ({
  ...PARCEL_CALL,
  effect: 'remove' as const,
  base: knownRecord,
  apply: removeRecord(kind),
});

export const recordCalls = {
  'POST /land/{id}/crops': addCall('crops'),
  'PUT /land/{id}/crops/{recordId}': correctCall('crops'),
  'PUT /land/{id}/crops/{recordId}/harvest': {
    ...correctCall('crops'),
    separate: true,
    apply: confirmHarvest,
  },
  'DELETE /land/{id}/crops/{recordId}': removeCall('crops'),
  'POST /land/{id}/water': addCall('water'),
  'PUT /land/{id}/water/{recordId}': correctCall('water'),
  'DELETE /land/{id}/water/{recordId}': removeCall('water'),
  'POST /land/{id}/fertilizer': addCall('fertilizer'),
  'PUT /land/{id}/fertilizer/{recordId}': correctCall('fertilizer'),
  'DELETE /land/{id}/fertilizer/{recordId}': removeCall('fertilizer'),
  'POST /land/{id}/pesticides': addCall('pesticides'),
  'PUT /land/{id}/pesticides/{recordId}': correctCall('pesticides'),
  'DELETE /land/{id}/pesticides/{recordId}': removeCall('pesticides'),
} satisfies OfflineCalls<Extract<QueueableCall, `${string} /land/{id}/${RecordKind}${string}`>>;
