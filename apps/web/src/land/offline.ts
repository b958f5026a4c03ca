/** Parcels and their records without a network: their calls that may wait, and what a phone persists of them. */
import type { Parcel } from '@ardhi/contract';
import { today } from '../lib/clock.ts';
import { answerRead, type OfflineDomain, pageRead, rowsIn } from '../offline/offline-domain.ts';
import { DASHBOARD_SHOWS, parcelKeys } from './keys.ts';
import { parcelCalls } from './parcel/parcel-calls.ts';
import { recordCalls } from './records/record-calls.ts';

const MAX_PARCELS = 40;

export const parcelOffline = {
  kind: 'land',
  byRow: true,
  calls: { ...parcelCalls, ...recordCalls },
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
} satisfies OfflineDomain;
