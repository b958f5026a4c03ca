/** Persisted reads of parcel details and scores. */
import type { Parcel } from '@ardhi/contract';
import { OFFLINE_PAGE_SIZE } from '@ardhi/contract/limits';
import type { QueryClient } from '@tanstack/react-query';
import { cachedRows } from '../../lib/http/cached-rows.ts';
import { type PersistedRead, type PersistedRows, responseRead } from '../../offline/persisted-reads.ts';
import { DASHBOARD_LIMITS, parcelKeys } from './keys.ts';

const idsOf = (client: QueryClient) => cachedRows<Parcel>(client, parcelKeys.list).map(({ _id }) => _id);

/** All listed parcels with their last two years of records, in pages. */
export function parcelPages(client: QueryClient): PersistedRows[] {
  const ids = idsOf(client);
  const pages = Array.from({ length: Math.ceil(ids.length / OFFLINE_PAGE_SIZE) }, (_, page) =>
    ids.slice(page * OFFLINE_PAGE_SIZE, (page + 1) * OFFLINE_PAGE_SIZE),
  );
  return pages.map((page, index) => ({
    get: `land/details?page=${index + 1}`,
    parts: page.map((id) => responseRead(parcelKeys.one(id), `land/${id}`)),
  }));
}

export const parcelScores = (client: QueryClient, limit: number): PersistedRead[] =>
  idsOf(client)
    .slice(0, limit)
    .map((id) => responseRead(parcelKeys.score(id), `land/${id}/score`));

/** Missing reads for the parcels on the dashboard. Same requests as the offline fill, which can then skip them. */
export function nextParcelReads(client: QueryClient): (PersistedRead | PersistedRows)[] {
  const isMissing = ({ key }: PersistedRead) => client.getQueryData(key) === undefined;
  return [
    ...parcelPages(client)
      .slice(0, 1)
      .filter(({ parts }) => parts.some(isMissing)),
    ...parcelScores(client, DASHBOARD_LIMITS.parcels).filter(isMissing),
  ];
}
