/** Parcels and their records without a network: what each call does, how it shows before it is sent, what is persisted. */
import type { Parcel, QueueableCall } from '@ardhi/contract';
import { today } from '../lib/clock.ts';
import { paths } from '../lib/paths.ts';
import { answerRead, type OfflineDomain, pageRead, rowsIn } from '../offline/offline-domain.ts';
import type { Fields, Work } from '../outbox/entry.ts';
import {
  type Correction,
  choiceField,
  type Known,
  type OfflineCalls,
  type TextTools,
} from '../outbox/offline-calls.ts';
import { DASHBOARD_SHOWS, parcelKeys } from './keys.ts';
import { knownParcel, parcelName } from './parcel/known-parcel.ts';
import { draftParcel, editParcel } from './parcel/parcel-overlay.ts';
import { amountTexts } from './records/amount-texts.ts';
import {
  addRecord,
  confirmHarvest,
  correctRecord,
  findRecord,
  removeRecord,
} from './records/record-overlay.ts';

type ParcelCall = Exclude<Extract<QueueableCall, `${string} /land${string}`>, `${string}/boundary`>;

function recordOf(known: Known, work: Work) {
  const parcel = knownParcel(known, work);
  return parcel && findRecord(parcel, work.params.recordId);
}

const litres = ({ amount }: Fields, tools: TextTools) =>
  typeof amount === 'number' ? amountTexts(tools).litres(amount) : undefined;
const kilograms = ({ amount }: Fields, tools: TextTools) =>
  typeof amount === 'number' ? amountTexts(tools).kg(amount) : undefined;
const kilogramsOrLitres = (row: Fields, tools: TextTools) =>
  row.unit === 'L' ? litres(row, tools) : kilograms(row, tools);

const DECLARED = {
  'rain-fed': 'land.declare.rainFedShort',
  none: 'land.declare.noFertilizerShort',
  recorded: 'outbox.value.recorded',
  unknown: 'outbox.value.unknown',
} as const;

const SOILS = {
  clay: 'land.soil.clay',
  sandy: 'land.soil.sandy',
  silty: 'land.soil.silty',
  peaty: 'land.soil.peaty',
  chalky: 'land.soil.chalky',
  loamy: 'land.soil.loamy',
} as const;

const PARCEL_FIELDS = {
  name: 'land.name',
  size: 'land.size',
  'location.address': 'land.address',
  soilType: choiceField('land.soilType', SOILS),
  county: 'land.county',
  'declarations.irrigation': choiceField('outbox.field.irrigation', DECLARED),
  'declarations.fertilizer': choiceField('outbox.field.fertilizer', DECLARED),
  'declarations.pesticide': choiceField('outbox.field.pesticide', DECLARED),
} as const;
const CROP_FIELDS = {
  name: 'land.crop.name',
  plantingDate: 'land.crop.plantingDate',
  harvestDate: 'land.crop.harvestDate',
  yield: 'outbox.field.yield',
  areaShare: 'land.crop.share',
} as const;
const WATER_FIELDS = { amount: 'land.water.amount', date: 'land.record.date' } as const;
const FERTILIZER_FIELDS = {
  type: 'land.fertilizer.type',
  amount: 'land.fertilizer.amount',
  date: 'land.record.date',
} as const;
const PESTICIDE_FIELDS = {
  product: 'land.pesticide.product',
  amount: 'land.pesticide.amount',
  unit: 'land.pesticide.measure',
  date: 'land.record.date',
} as const;

type Form = keyof typeof import('./corrections.tsx');
const inForm = (name: Form): Correction => ({
  form: async () => ({ default: (await import('./corrections.tsx'))[name] }),
});

const PARCEL = {
  kind: 'land',
  about: parcelName,
  restorePage: paths.land,
} as const;
const CREATE = { ...PARCEL, effect: 'create' } as const;
const EDIT = { ...PARCEL, effect: 'edit', base: recordOf } as const;
const REMOVE = { ...PARCEL, effect: 'remove', base: recordOf } as const;

const calls = {
  'POST /land': {
    kind: 'land',
    effect: 'create',
    label: 'outbox.land.add',
    draft: draftParcel,
    correction: inForm('CorrectParcel'),
  },
  'PUT /land/{id}': {
    ...EDIT,
    label: 'outbox.land.edit',
    base: knownParcel,
    fields: PARCEL_FIELDS,
    // The form shows a county only where the farmer has confirmed it; a body has no such mark.
    merge: {
      shown: {
        county: ({ county, countyConfirmed = true }) => (countyConfirmed ? county : null),
      },
    },
    apply: editParcel,
    correction: inForm('CorrectParcel'),
  },
  'DELETE /land/{id}': { ...REMOVE, label: 'outbox.land.delete', base: knownParcel },
  'POST /land/{id}/restore': { ...PARCEL, effect: 'restore', label: 'outbox.land.restore' },

  'POST /land/{id}/crops': {
    ...CREATE,
    label: 'outbox.crop.add',
    apply: addRecord('crops'),
    correction: inForm('CorrectCrop'),
  },
  'PUT /land/{id}/crops/{recordId}': {
    ...EDIT,
    label: 'outbox.crop.edit',
    fields: CROP_FIELDS,
    apply: correctRecord('crops'),
    correction: inForm('CorrectCrop'),
  },
  'PUT /land/{id}/crops/{recordId}/harvest': {
    ...EDIT,
    label: 'outbox.crop.harvest',
    fields: CROP_FIELDS,
    separate: true,
    apply: confirmHarvest,
    correction: inForm('CorrectHarvest'),
  },
  'DELETE /land/{id}/crops/{recordId}': {
    ...REMOVE,
    label: 'outbox.crop.delete',
    apply: removeRecord('crops'),
  },

  'POST /land/{id}/water': {
    ...CREATE,
    label: 'outbox.water.add',
    amount: litres,
    apply: addRecord('water'),
    correction: inForm('CorrectWater'),
  },
  'PUT /land/{id}/water/{recordId}': {
    ...EDIT,
    label: 'outbox.water.edit',
    amount: litres,
    fields: WATER_FIELDS,
    apply: correctRecord('water'),
    correction: inForm('CorrectWater'),
  },
  'DELETE /land/{id}/water/{recordId}': {
    ...REMOVE,
    label: 'outbox.water.delete',
    amount: litres,
    apply: removeRecord('water'),
  },

  'POST /land/{id}/fertilizer': {
    ...CREATE,
    label: 'outbox.fertilizer.add',
    amount: kilograms,
    apply: addRecord('fertilizer'),
    correction: inForm('CorrectFertilizer'),
  },
  'PUT /land/{id}/fertilizer/{recordId}': {
    ...EDIT,
    label: 'outbox.fertilizer.edit',
    amount: kilograms,
    fields: FERTILIZER_FIELDS,
    apply: correctRecord('fertilizer'),
    correction: inForm('CorrectFertilizer'),
  },
  'DELETE /land/{id}/fertilizer/{recordId}': {
    ...REMOVE,
    label: 'outbox.fertilizer.delete',
    amount: kilograms,
    apply: removeRecord('fertilizer'),
  },

  'POST /land/{id}/pesticides': {
    ...CREATE,
    label: 'outbox.pesticide.add',
    amount: kilogramsOrLitres,
    apply: addRecord('pesticides'),
    correction: inForm('CorrectPesticide'),
  },
  'PUT /land/{id}/pesticides/{recordId}': {
    ...EDIT,
    label: 'outbox.pesticide.edit',
    amount: kilogramsOrLitres,
    fields: PESTICIDE_FIELDS,
    apply: correctRecord('pesticides'),
    correction: inForm('CorrectPesticide'),
  },
  'DELETE /land/{id}/pesticides/{recordId}': {
    ...REMOVE,
    label: 'outbox.pesticide.delete',
    amount: kilogramsOrLitres,
    apply: removeRecord('pesticides'),
  },
} satisfies OfflineCalls<ParcelCall>;

const MAX_PARCELS = 40;

export const parcelOffline = {
  kind: 'land',
  byRow: true,
  calls,
  overview: () => {
    const month = today().slice(0, 7);
    const { activities, advice, harvests } = DASHBOARD_SHOWS;
    return [
      pageRead(parcelKeys.list, 'land'),
      answerRead(parcelKeys.deleted, 'land/deleted'),
      answerRead(parcelKeys.activities(activities), `land/activities?limit=${activities}`),
      answerRead(parcelKeys.advice(advice), `land/advice?limit=${advice}`),
      answerRead(parcelKeys.harvests(harvests), `land/harvests-to-confirm?limit=${harvests}`),
      answerRead(parcelKeys.monthly(month), `reports/monthly?month=${month}`),
      answerRead(parcelKeys.sustainability, 'reports/sustainability'),
    ];
  },
  details: (client) =>
    rowsIn<Parcel>(client, parcelKeys.list)
      .slice(0, MAX_PARCELS)
      .flatMap(({ _id }) => [
        answerRead(parcelKeys.one(_id), `land/${_id}`),
        answerRead(parcelKeys.score(_id), `land/${_id}/score`),
      ]),
} satisfies OfflineDomain & { calls: typeof calls };
