/** Outbox screens of parcels and their records. */
import { paths } from '@ardhi/contract/paths';
import { type Correction, choiceField, type ScreensOf, type TextTools } from '../../outbox/call-screens.ts';
import type { Fields } from '../../outbox/entry.ts';
import type { calls } from './calls.ts';
import { amountTexts } from './records/amount-texts.ts';

const DECLARED = {
  'rain-fed': 'land.declare.rainFedShort',
  none: 'land.declare.noFertilizerShort',
  recorded: 'outbox.value.recorded',
  unknown: 'outbox.value.unknown',
} as const;

const litres = ({ amount }: Fields, tools: TextTools) =>
  typeof amount === 'number' ? amountTexts(tools).litres(amount) : undefined;
const kilograms = ({ amount }: Fields, tools: TextTools) =>
  typeof amount === 'number' ? amountTexts(tools).kg(amount) : undefined;

const inForm = (name: keyof typeof import('./corrections.tsx')): Correction => ({
  form: async () => ({ default: (await import('./corrections.tsx'))[name] }),
});

const PARCEL = { restorePage: paths.land, correction: inForm('CorrectParcel') };
const CROP = {
  restorePage: paths.land,
  correction: inForm('CorrectCrop'),
  fields: {
    name: 'land.crop.name',
    plantingDate: 'land.crop.plantingDate',
    harvestDate: 'land.crop.harvestDate',
    yield: 'outbox.field.yield',
    areaShare: 'land.crop.share',
  },
} as const;
const WATER = {
  restorePage: paths.land,
  correction: inForm('CorrectWater'),
  amount: litres,
  fields: { amount: 'land.water.amount', date: 'land.record.date' },
} as const;
const FERTILIZER = {
  restorePage: paths.land,
  correction: inForm('CorrectFertilizer'),
  amount: kilograms,
  fields: { type: 'land.fertilizer.type', amount: 'land.fertilizer.amount', date: 'land.record.date' },
} as const;
const PESTICIDE = {
  restorePage: paths.land,
  correction: inForm('CorrectPesticide'),
  amount: (row: Fields, tools: TextTools) => (row.unit === 'L' ? litres(row, tools) : kilograms(row, tools)),
  fields: {
    product: 'land.pesticide.product',
    amount: 'land.pesticide.amount',
    unit: 'land.pesticide.measure',
    date: 'land.record.date',
  },
} as const;
/** Deletions and restores have no correction form. */
const NO_FORM = { correction: undefined };

export const screens = {
  'POST /land': { label: 'outbox.land.add', correction: PARCEL.correction },
  'PUT /land/{id}': {
    ...PARCEL,
    label: 'outbox.land.edit',
    fields: {
      name: 'land.name',
      size: 'land.size',
      'location.address': 'land.address',
      soilType: choiceField('land.soilType', {
        clay: 'land.soil.clay',
        sandy: 'land.soil.sandy',
        silty: 'land.soil.silty',
        peaty: 'land.soil.peaty',
        chalky: 'land.soil.chalky',
        loamy: 'land.soil.loamy',
      }),
      county: 'land.county',
      'declarations.irrigation': choiceField('outbox.field.irrigation', DECLARED),
      'declarations.fertilizer': choiceField('outbox.field.fertilizer', DECLARED),
      'declarations.pesticide': choiceField('outbox.field.pesticide', DECLARED),
    },
  },
  'DELETE /land/{id}': { ...PARCEL, ...NO_FORM, label: 'outbox.land.delete' },
  'POST /land/{id}/restore': { ...PARCEL, ...NO_FORM, label: 'outbox.land.restore' },
  'POST /land/{id}/crops': { ...CROP, label: 'outbox.crop.add' },
  'PUT /land/{id}/crops/{recordId}': { ...CROP, label: 'outbox.crop.edit' },
  'PUT /land/{id}/crops/{recordId}/harvest': {
    ...CROP,
    label: 'outbox.crop.harvest',
    correction: inForm('CorrectHarvest'),
  },
  'DELETE /land/{id}/crops/{recordId}': { ...CROP, ...NO_FORM, label: 'outbox.crop.delete' },
  'POST /land/{id}/water': { ...WATER, label: 'outbox.water.add' },
  'PUT /land/{id}/water/{recordId}': { ...WATER, label: 'outbox.water.edit' },
  'DELETE /land/{id}/water/{recordId}': { ...WATER, ...NO_FORM, label: 'outbox.water.delete' },
  'POST /land/{id}/fertilizer': { ...FERTILIZER, label: 'outbox.fertilizer.add' },
  'PUT /land/{id}/fertilizer/{recordId}': { ...FERTILIZER, label: 'outbox.fertilizer.edit' },
  'DELETE /land/{id}/fertilizer/{recordId}': {
    ...FERTILIZER,
    ...NO_FORM,
    label: 'outbox.fertilizer.delete',
  },
  'POST /land/{id}/pesticides': { ...PESTICIDE, label: 'outbox.pesticide.add' },
  'PUT /land/{id}/pesticides/{recordId}': { ...PESTICIDE, label: 'outbox.pesticide.edit' },
  'DELETE /land/{id}/pesticides/{recordId}': { ...PESTICIDE, ...NO_FORM, label: 'outbox.pesticide.delete' },
} satisfies ScreensOf<typeof calls>;
