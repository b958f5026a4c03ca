/** Calls of parcel records that can be queued offline. */
import type { QueueableCall } from '@ardhi/contract';
import type { MessageKey } from '../../../lib/text/i18n.tsx';
import type { Work } from '../../../outbox/entry.ts';
import type { Known, OfflineCalls } from '../../../outbox/offline-calls.ts';
import { cachedParcel, PARCEL_CALL } from '../parcel/parcel-calls.ts';
import type { RecordKind } from './kinds.ts';
import {
  addRecord,
  confirmHarvest,
  correctRecord,
  findRecord,
  removeRecord,
  takeHarvestBack,
} from './record-overlay.ts';

function knownRecord(known: Known, work: Work) {
  const parcel = cachedParcel(known, work);
  return parcel && findRecord(parcel, work.params.recordId);
}

const addCall = (kind: RecordKind, failed: MessageKey) =>
  ({
    ...PARCEL_CALL,
    effect: 'create',
    label: `land.queued.${kind}.add`,
    failed,
    apply: addRecord(kind),
  }) as const;
const correctCall = (kind: RecordKind) =>
  ({
    ...PARCEL_CALL,
    effect: 'edit',
    label: `land.queued.${kind}.edit`,
    failed: 'land.error.correct',
    base: knownRecord,
    apply: correctRecord(kind),
  }) as const;
const removeCall = (kind: RecordKind) =>
  ({
    ...PARCEL_CALL,
    effect: 'remove',
    label: `land.queued.${kind}.delete`,
    failed: 'land.error.deleteRecord',
    base: knownRecord,
    apply: removeRecord(kind),
  }) as const;

export const recordCalls = {
  'POST /land/{id}/crops': addCall('crops', 'land.error.addCrop'),
  'PUT /land/{id}/crops/{recordId}': {
    ...correctCall('crops'),
    fieldLabel: (path) => `land.crop.${path}`,
  },
  'PUT /land/{id}/crops/{recordId}/harvest': {
    ...correctCall('crops'),
    label: 'land.queued.crops.harvest',
    failed: 'land.error.harvest',
    fieldLabel: (path) => `land.crop.${path}`,
    separate: true,
    apply: confirmHarvest,
  },
  'PUT /land/{id}/crops/{recordId}/harvest/undo': {
    ...correctCall('crops'),
    label: 'land.queued.crops.harvestUndo',
    failed: 'land.error.harvest',
    fieldLabel: (path) => `land.crop.${path}`,
    separate: true,
    apply: takeHarvestBack,
  },
  'DELETE /land/{id}/crops/{recordId}': removeCall('crops'),
  'POST /land/{id}/water': addCall('water', 'land.error.addWater'),
  'PUT /land/{id}/water/{recordId}': {
    ...correctCall('water'),
    fieldLabel: (path) => (path === 'date' ? 'land.record.date' : `land.water.${path}`),
  },
  'DELETE /land/{id}/water/{recordId}': removeCall('water'),
  'POST /land/{id}/fertilizer': addCall('fertilizer', 'land.error.addFertilizer'),
  'PUT /land/{id}/fertilizer/{recordId}': {
    ...correctCall('fertilizer'),
    fieldLabel: (path) => (path === 'date' ? 'land.record.date' : `land.fertilizer.${path}`),
  },
  'DELETE /land/{id}/fertilizer/{recordId}': removeCall('fertilizer'),
  'POST /land/{id}/pesticides': addCall('pesticides', 'land.error.addPesticide'),
  'PUT /land/{id}/pesticides/{recordId}': {
    ...correctCall('pesticides'),
    fieldLabel: (path) => (path === 'date' ? 'land.record.date' : `land.pesticide.${path}`),
  },
  'DELETE /land/{id}/pesticides/{recordId}': removeCall('pesticides'),
} satisfies OfflineCalls<Extract<QueueableCall, `${string} /land/{id}/${RecordKind}${string}`>>;
