import type { Api, Boundary, Overlap, QueryInput } from '@ardhi/contract';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call, callPage } from '../../lib/http/api.ts';
import { useOverlayEntries, withData } from '../../outbox/use-overlay.ts';
import { useScorePreview } from '../land/score/use-score-preview.ts';
import { useParcelEntries } from '../land/use-overlay.ts';
import { overlayBoundaries, overlayBoundary } from './calls.ts';
import { boundaryKeys } from './keys.ts';

/** Copies that 0.2.0 saved on the device draw the strip and lack its consent: hidden until they are refetched. */
const currentOverlaps = (overlaps: Overlap[]) => overlaps.filter(({ strip }) => strip);
const withCurrentOverlaps = (boundary: Boundary): Boundary => ({
  ...boundary,
  overlaps: currentOverlaps(boundary.overlaps),
});

export function useBoundary(landId: string, { enabled }: { enabled: boolean }) {
  const query = useQuery({
    queryKey: boundaryKeys.one(landId),
    meta: { failed: 'map.error.boundary' },
    queryFn: ({ signal }) => call('GET /land/{id}/boundary', { params: { id: landId }, signal }),
    select: withCurrentOverlaps,
    enabled,
  });
  const entries = useParcelEntries(query, landId);
  const tools = useScorePreview(entries.length > 0);
  const data = useMemo(
    () => (entries.length === 0 ? query.data : overlayBoundary(query.data, entries, landId, tools)),
    [query.data, entries, landId, tools],
  );
  return withData(query, data);
}

/** The server returns at most 500 boundaries; almost no farmer has more. */
export function useBoundaries() {
  const query = useQuery({
    queryKey: boundaryKeys.list,
    meta: { failed: 'map.error.page' },
    queryFn: ({ signal }) => call('GET /land/boundaries', { signal }),
  });
  const entries = useOverlayEntries(query, 'land');
  const tools = useScorePreview(entries.length > 0);
  const data = useMemo(
    () => (entries.length === 0 || !query.data ? query.data : overlayBoundaries(query.data, entries, tools)),
    [query.data, entries, tools],
  );
  return withData(query, data);
}

export function useOwnOverlaps() {
  return useQuery({
    queryKey: boundaryKeys.ownOverlaps,
    meta: { failed: 'map.error.overlaps' },
    queryFn: ({ signal }) => call('GET /boundaries/overlaps', { signal }),
    select: currentOverlaps,
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
