import type { Api, QueryInput } from '@ardhi/contract';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { call, callPage } from '../../lib/http/api.ts';
import { boundaryKeys } from './keys.ts';
import { useBoundariesOverlay, useBoundaryOverlay } from './use-overlay.ts';

export function useBoundary(landId: string, { enabled }: { enabled: boolean }) {
  return useBoundaryOverlay(
    landId,
    useQuery({
      queryKey: boundaryKeys.one(landId),
      meta: { failed: 'map.error.boundary' },
      queryFn: ({ signal }) => call('GET /land/{id}/boundary', { params: { id: landId }, signal }),
      enabled,
    }),
  );
}

/** The server returns at most 500 boundaries; almost no farmer has more. */
export function useBoundaries() {
  return useBoundariesOverlay(
    useQuery({
      queryKey: boundaryKeys.list,
      meta: { failed: 'map.error.page' },
      queryFn: ({ signal }) => call('GET /land/boundaries', { signal }),
    }),
  );
}

export function useOwnOverlaps() {
  return useQuery({
    queryKey: boundaryKeys.ownOverlaps,
    meta: { failed: 'map.error.overlaps' },
    queryFn: ({ signal }) => call('GET /boundaries/overlaps', { signal }),
  });
}

type OverlapFilter = Omit<QueryInput<Api['GET /government/overlaps']>, 'limit' | 'cursor'>;

const PAGE = 20;

export function useAllOverlaps(filter: OverlapFilter) {
  return useInfiniteQuery({
    queryKey: boundaryKeys.allOverlaps(filter),
    meta: { failed: 'map.error.overlaps' },
    queryFn: ({ pageParam, signal }) =>
      callPage('GET /government/overlaps', { query: { ...filter, limit: PAGE, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
  });
}
