/** Parcels and their records without a network: their calls that may wait, how those show among the unsent work, what a phone persists. */

import { today } from '../../lib/device/clock.ts';
import { answerRead, type OfflinePart, pageRead } from '../../offline/persisted-reads.ts';
import { screens } from './call-screens.ts';
import { DASHBOARD_SHOWS, parcelKeys } from './keys.ts';
import { parcelPages, parcelScores } from './persisted-reads.ts';

/** The explained score of the others is worked out from their records, by the engine of the server. */
const MAX_SCORES = 40;

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
  details: (client) => [...parcelPages(client), ...parcelScores(client, MAX_SCORES)],
} satisfies OfflinePart;
