/** Offline support for parcels and their records: outbox screens and persisted reads. */
import type { JsonObject } from '@ardhi/contract';
import { paths } from '@ardhi/contract/paths';
import { today } from '../../lib/device/clock.ts';
import { type OfflinePart, pageRead, responseRead } from '../../offline/persisted-reads.ts';
import type { CallScreens, Correction, TextTools } from '../../outbox/call-screens.ts';
import { DASHBOARD_LIMITS, parcelKeys } from './keys.ts';
import { parcelPages, parcelScores } from './persisted-reads.ts';
import { amountTexts } from './records/amount-texts.ts';

const litres = ({ amount }: JsonObject, tools: TextTools) =>
  typeof amount === 'number' ? amountTexts(tools).litres(amount) : undefined;
const kilograms = ({ amount }: JsonObject, tools: TextTools) =>
  typeof amount === 'number' ? amountTexts(tools).kg(amount) : undefined;
const pesticide = (row: JsonObject, tools: TextTools) => (row.unit === 'L' ? litres : kilograms)(row, tools);

const inForm = (name: keyof typeof import('./corrections.tsx')): Correction => ({
  form: async () => ({ default: (await import('./corrections.tsx'))[name] }),
});

/** Deletions and restores have no correction form. */
const PARCEL = { restorePage: paths.land };
const WATER = { ...PARCEL, amount: litres };
const FERTILIZER = { ...PARCEL, amount: kilograms };
const PESTICIDE = { ...PARCEL, amount: pesticide };

const screens = {
  'POST /land': { correction: inForm('CorrectParcel') },
  'PUT /land/{id}': { ...PARCEL, correction: inForm('CorrectParcel') },
  'DELETE /land/{id}': PARCEL,
  'POST /land/{id}/restore': PARCEL,
  'POST /land/{id}/crops': { ...PARCEL, correction: inForm('CorrectCrop') },
  'PUT /land/{id}/crops/{recordId}': { ...PARCEL, correction: inForm('CorrectCrop') },
  'PUT /land/{id}/crops/{recordId}/harvest': { ...PARCEL, correction: inForm('CorrectHarvest') },
  'PUT /land/{id}/crops/{recordId}/harvest/undo': PARCEL,
  'DELETE /land/{id}/crops/{recordId}': PARCEL,
  'POST /land/{id}/water': { ...WATER, correction: inForm('CorrectWater') },
  'PUT /land/{id}/water/{recordId}': { ...WATER, correction: inForm('CorrectWater') },
  'DELETE /land/{id}/water/{recordId}': WATER,
  'POST /land/{id}/fertilizer': { ...FERTILIZER, correction: inForm('CorrectFertilizer') },
  'PUT /land/{id}/fertilizer/{recordId}': { ...FERTILIZER, correction: inForm('CorrectFertilizer') },
  'DELETE /land/{id}/fertilizer/{recordId}': FERTILIZER,
  'POST /land/{id}/pesticides': { ...PESTICIDE, correction: inForm('CorrectPesticide') },
  'PUT /land/{id}/pesticides/{recordId}': { ...PESTICIDE, correction: inForm('CorrectPesticide') },
  'DELETE /land/{id}/pesticides/{recordId}': PESTICIDE,
} satisfies CallScreens;

/** Scores of further parcels are computed on the device from their records, with the server's engine. */
const MAX_SCORES = 40;

export const parcelOffline = {
  screens,
  overview: () => {
    const month = today().slice(0, 7);
    const { activities, advice, harvests } = DASHBOARD_LIMITS;
    return [
      pageRead(parcelKeys.list, 'land'),
      responseRead(parcelKeys.deleted, 'land/deleted'),
      responseRead(parcelKeys.activities(activities), `land/activities?limit=${activities}`),
      responseRead(parcelKeys.advice(advice), `land/advice?limit=${advice}`),
      responseRead(parcelKeys.harvests(harvests), `land/harvests-to-confirm?limit=${harvests}`),
      responseRead(parcelKeys.monthly(month), `reports/monthly?month=${month}`),
      responseRead(parcelKeys.sustainability, 'reports/sustainability'),
    ];
  },
  details: (client) => [...parcelPages(client), ...parcelScores(client, MAX_SCORES)],
} satisfies OfflinePart;
