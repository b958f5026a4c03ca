/** The calls of a parcel's records without a network. */
import type { QueueableCall } from '@ardhi/contract';
import type { MessageKey } from '../../lib/i18n.tsx';
import type { Fields, Work } from '../../outbox/entry.ts';
import type { FieldLabels, Known, OfflineCalls, TextTools } from '../../outbox/offline-calls.ts';
import { inForm, knownParcel, PARCEL_CALL } from '../parcel/parcel-calls.ts';
import { amountTexts } from './amount-texts.ts';
import type { RecordKind } from './kinds.ts';
import { addRecord, confirmHarvest, correctRecord, findRecord, removeRecord } from './record-overlay.ts';

const litres = ({ amount }: Fields, tools: TextTools) =>
  typeof amount === 'number' ? amountTexts(tools).litres(amount) : undefined;
const kilograms = ({ amount }: Fields, tools: TextTools) =>
  typeof amount === 'number' ? amountTexts(tools).kg(amount) : undefined;

const AMOUNTS = {
  crops: () => undefined,
  water: litres,
  fertilizer: kilograms,
  pesticides: (row: Fields, tools: TextTools) =>
    row.unit === 'L' ? litres(row, tools) : kilograms(row, tools),
} satisfies Record<RecordKind, unknown>;

const FIELDS: Record<RecordKind, FieldLabels> = {
  crops: {
    name: 'land.crop.name',
    plantingDate: 'land.crop.plantingDate',
    harvestDate: 'land.crop.harvestDate',
    yield: 'outbox.field.yield',
    areaShare: 'land.crop.share',
  },
  water: { amount: 'land.water.amount', date: 'land.record.date' },
  fertilizer: {
    type: 'land.fertilizer.type',
    amount: 'land.fertilizer.amount',
    date: 'land.record.date',
  },
  pesticides: {
    product: 'land.pesticide.product',
    amount: 'land.pesticide.amount',
    unit: 'land.pesticide.measure',
    date: 'land.record.date',
  },
};

const FORMS = {
  crops: inForm('CorrectCrop'),
  water: inForm('CorrectWater'),
  fertilizer: inForm('CorrectFertilizer'),
  pesticides: inForm('CorrectPesticide'),
} satisfies Record<RecordKind, unknown>;

function knownRecord(known: Known, work: Work) {
  const parcel = knownParcel(known, work);
  return parcel && findRecord(parcel, work.params.recordId);
}

const ofRecord = (kind: RecordKind, label: MessageKey) => ({ ...PARCEL_CALL, label, amount: AMOUNTS[kind] });

const adds = (kind: RecordKind, label: MessageKey) => ({
  ...ofRecord(kind, label),
  effect: 'create' as const,
  apply: addRecord(kind),
  correction: FORMS[kind],
});

const corrects = (kind: RecordKind, label: MessageKey) => ({
  ...ofRecord(kind, label),
  effect: 'edit' as const,
  base: knownRecord,
  fields: FIELDS[kind],
  apply: correctRecord(kind),
  correction: FORMS[kind],
});

const removes = (kind: RecordKind, label: MessageKey) => ({
  ...ofRecord(kind, label),
  effect: 'remove' as const,
  base: knownRecord,
  apply: removeRecord(kind),
});

export const recordCalls = {
  'POST /land/{id}/crops': adds('crops', 'outbox.crop.add'),
  'PUT /land/{id}/crops/{recordId}': corrects('crops', 'outbox.crop.edit'),
  'PUT /land/{id}/crops/{recordId}/harvest': {
    ...corrects('crops', 'outbox.crop.harvest'),
    separate: true,
    apply: confirmHarvest,
    correction: inForm('CorrectHarvest'),
  },
  'DELETE /land/{id}/crops/{recordId}': removes('crops', 'outbox.crop.delete'),
  'POST /land/{id}/water': adds('water', 'outbox.water.add'),
  'PUT /land/{id}/water/{recordId}': corrects('water', 'outbox.water.edit'),
  'DELETE /land/{id}/water/{recordId}': removes('water', 'outbox.water.delete'),
  'POST /land/{id}/fertilizer': adds('fertilizer', 'outbox.fertilizer.add'),
  'PUT /land/{id}/fertilizer/{recordId}': corrects('fertilizer', 'outbox.fertilizer.edit'),
  'DELETE /land/{id}/fertilizer/{recordId}': removes('fertilizer', 'outbox.fertilizer.delete'),
  'POST /land/{id}/pesticides': adds('pesticides', 'outbox.pesticide.add'),
  'PUT /land/{id}/pesticides/{recordId}': corrects('pesticides', 'outbox.pesticide.edit'),
  'DELETE /land/{id}/pesticides/{recordId}': removes('pesticides', 'outbox.pesticide.delete'),
} satisfies OfflineCalls<Extract<QueueableCall, `${string} /land/{id}/${RecordKind}${string}`>>;
