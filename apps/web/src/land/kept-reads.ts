/** What a phone keeps of each parcel, for the pages that open one. */
import type { Parcel } from '@ardhi/contract';
import { KEPT_PAGE_SIZE } from '@ardhi/contract/limits';
import type { QueryClient } from '@tanstack/react-query';
import { cachedRows } from '../lib/cached-rows.ts';
import { answerRead, type PersistedRead, type PersistedRows } from '../offline/persisted-reads.ts';
import { parcelKeys } from './keys.ts';

const idsOf = (client: QueryClient) => cachedRows<Parcel>(client, parcelKeys.list).map(({ _id }) => _id);

/** Every parcel of the list with its last two years, by pages. */
export function parcelPages(client: QueryClient): PersistedRows[] {
  const ids = idsOf(client);
  const pages = Array.from({ length: Math.ceil(ids.length / KEPT_PAGE_SIZE) }, (_, page) =>
    ids.slice(page * KEPT_PAGE_SIZE, (page + 1) * KEPT_PAGE_SIZE),
  );
  return pages.map((page, index) => ({
    get: `land/details?page=${index + 1}`,
    parts: page.map((id) => answerRead(parcelKeys.one(id), `land/${id}`)),
  }));
}

export const parcelScores = (client: QueryClient, most: number): PersistedRead[] =>
  idsOf(client)
    .slice(0, most)
    .map((id) => answerRead(parcelKeys.score(id), `land/${id}/score`));
