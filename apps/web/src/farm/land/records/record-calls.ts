/** The calls of a parcel's records without a network. */
import type { QueueableCall } from '@ardhi/contract';
import type { Work } from '../../../outbox/entry.ts';
import type { Known, OfflineCalls } from '../../../outbox/offline-calls.ts';
import { knownParcel, PARCEL_CALL } from '../parcel/parcel-calls.ts';
import type { RecordKind } from './kinds.ts';
import { addRecord, confirmHarvest, correctRecord, findRecord, removeRecord } from './record-overlay.ts';

function knownRecord(known: Known, work: Work) {
  const parcel = knownParcel(known, work);
  return parcel && findRecord(parcel, work.params.recordId);
}

const adds = (kind: RecordKind) => ({ ...PARCEL_CALL, effect: 'create' as const, apply: addRecord(kind) });
const corrects = (kind: RecordKind) => ({
  ...PARCEL_CALL,
  effect: 'edit' as const,
  base: knownRecord,
  apply: correctRecord(kind),
});
const removes = (kind: RecordKind) => ({
  ...PARCEL_CALL,
  effect: 'remove' as const,
  base: knownRecord,
  apply: removeRecord(kind),
});

export const recordCalls = {
  'POST /land/{id}/crops': adds('crops'),
  'PUT /land/{id}/crops/{recordId}': corrects('crops'),
  'PUT /land/{id}/crops/{recordId}/harvest': {
    ...corrects('crops'),
    separate: true,
    apply: confirmHarvest,
  },
  'DELETE /land/{id}/crops/{recordId}': removes('crops'),
  'POST /land/{id}/water': adds('water'),
  'PUT /land/{id}/water/{recordId}': corrects('water'),
  'DELETE /land/{id}/water/{recordId}': removes('water'),
  'POST /land/{id}/fertilizer': adds('fertilizer'),
  'PUT /land/{id}/fertilizer/{recordId}': corrects('fertilizer'),
  'DELETE /land/{id}/fertilizer/{recordId}': removes('fertilizer'),
  'POST /land/{id}/pesticides': adds('pesticides'),
  'PUT /land/{id}/pesticides/{recordId}': corrects('pesticides'),
  'DELETE /land/{id}/pesticides/{recordId}': removes('pesticides'),
} satisfies OfflineCalls<Extract<QueueableCall, `${string} /land/{id}/${RecordKind}${string}`>>;
