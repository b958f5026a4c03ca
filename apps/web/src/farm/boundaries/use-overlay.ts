/** Applies queued changes on top of boundary queries. */
import type { Boundary, ListedBoundary } from '@ardhi/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useOverlayEntries, withData } from '../../outbox/use-overlay.ts';
import { useScorePreview } from '../land/score/use-score-preview.ts';
import { useParcelEntries } from '../land/use-overlay.ts';
import { overlayBoundaries, overlayBoundary } from './calls.ts';

export function useBoundaryOverlay(
  landId: string,
  query: UseQueryResult<Boundary>,
): UseQueryResult<Boundary> {
  const entries = useParcelEntries(query, landId);
  const tools = useScorePreview(entries.length > 0);
  const data = useMemo(
    () => (entries.length === 0 ? query.data : overlayBoundary(query.data, entries, landId, tools)),
    [query.data, entries, landId, tools],
  );
  return withData(query, data);
}

export function useBoundariesOverlay(
  query: UseQueryResult<ListedBoundary[]>,
): UseQueryResult<ListedBoundary[]> {
  const entries = useOverlayEntries(query, 'land');
  const tools = useScorePreview(entries.length > 0);
  const data = useMemo(
    () => (entries.length === 0 || !query.data ? query.data : overlayBoundaries(query.data, entries, tools)),
    [query.data, entries, tools],
  );
  return withData(query, data);
}
