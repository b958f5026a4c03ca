/** Offline support for parcels and their records: outbox screens and persisted reads. */

import { today } from '../../lib/device/clock.ts';
import { type OfflinePart, pageRead, responseRead } from '../../offline/persisted-reads.ts';
import { screens } from './call-screens.ts';
import { DASHBOARD_LIMITS, parcelKeys } from './keys.ts';
import { parcelPages, parcelScores } from './persisted-reads.ts';

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
