import { useMemo } from 'react';
import { mapStrip } from '../../map/map-features.ts';
import { useAllOverlaps } from './queries.ts';

/** The overlaps of an official's map: those that the cards below it list. */
export function useStrips(filter: { landId: string } | { farmerId: string }) {
  const { data } = useAllOverlaps(filter);
  return useMemo(() => data?.pages.flatMap(({ rows }) => rows.map(mapStrip)) ?? [], [data]);
}
