/** Offline support for parcels and their records: outbox screens and persisted reads. */

import { today } from '../../lib/device/clock.ts';
import { answerRead, type OfflinePart, pageRead } from '../../offline/persisted-reads.ts';
import { screens } from './call-screens.ts';
import { DASHBOARD_SHOWS, parcelKeys } from './keys.ts';
import { parcelPages, parcelScores } from './persisted-reads.ts';

/** Scores of further parcels are computed on the device from their records, with the server's engine. */
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
