/** Parcels and their records without a network: their calls that may wait, how those show among the unsent work, what a phone persists. */

import type { Parcel } from '@ardhi/contract';
import { today } from '../lib/clock.ts';
import { cachedRows } from '../lib/query.ts';
import { answerRead, type OfflinePart, pageRead } from '../offline/persisted-reads.ts';
import { screens } from './call-screens.ts';
import { DASHBOARD_SHOWS, parcelKeys } from './keys.ts';

const MAX_PARCELS = 40;

export const parcelOffline = {
  screens,
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
    cachedRows<Parcel>(client, parcelKeys.list)
      .slice(0, MAX_PARCELS)
      .flatMap(({ _id }) => [
        answerRead(parcelKeys.one(_id), `land/${_id}`),
        answerRead(parcelKeys.score(_id), `land/${_id}/score`),
      ]),
} satisfies OfflinePart;
