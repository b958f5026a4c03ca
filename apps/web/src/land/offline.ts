/** Parcels and their records without a network: their calls that may wait, how those show among the unsent work, what a phone persists. */

import type { Parcel } from '@ardhi/contract';
import { KEPT_PAGE_SIZE } from '@ardhi/contract/limits';
import { cachedRows } from '../lib/cached-rows.ts';
import { today } from '../lib/clock.ts';
import { answerRead, type OfflinePart, type PersistedRows, pageRead } from '../offline/persisted-reads.ts';
import { screens } from './call-screens.ts';
import { DASHBOARD_SHOWS, parcelKeys } from './keys.ts';

/** The explained score of the others is worked out from their records, by the engine of the server. */
const MAX_SCORES = 40;

/** Every parcel of the list with its last two years, by pages. */
function parcelPages(ids: readonly string[]): PersistedRows[] {
  const pages = Array.from({ length: Math.ceil(ids.length / KEPT_PAGE_SIZE) }, (_, page) =>
    ids.slice(page * KEPT_PAGE_SIZE, (page + 1) * KEPT_PAGE_SIZE),
  );
  return pages.map((page, index) => ({
    get: `land/details?page=${index + 1}`,
    parts: page.map((id) => answerRead(parcelKeys.one(id), `land/${id}`)),
  }));
}

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
  details: (client) => {
    const ids = cachedRows<Parcel>(client, parcelKeys.list).map(({ _id }) => _id);
    const scores = ids.slice(0, MAX_SCORES).map((id) => answerRead(parcelKeys.score(id), `land/${id}/score`));
    return [...parcelPages(ids), ...scores];
  },
} satisfies OfflinePart;
