import type {
  Boundary,
  DeletedLand,
  HarvestToConfirm,
  Land,
  LandDetail,
  LandScore,
  ListedBoundary,
} from '@ardhi/contract';
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Page } from '../lib/api.ts';
import { concerns, type Entry } from './entry.ts';
import {
  overBoundaries,
  overBoundary,
  overDeleted,
  overHarvests,
  overLand,
  overLands,
} from './land-overlay.ts';
import { listUnder, listWith, useEntriesOver, useFigures, withData } from './use-overlay.ts';

const LAND = / \/land(\/|$)/;

function useLandEntries(query: UseQueryResult<unknown>, landId: string): readonly Entry[] {
  const entries = useEntriesOver(query, LAND);
  return useMemo(() => entries.filter((entry) => concerns(entry, landId)), [entries, landId]);
}

export function useOverLand(id: string, query: UseQueryResult<LandDetail>): UseQueryResult<LandDetail> {
  const entries = useLandEntries(query, id);
  const figures = useFigures(entries.length > 0);
  const data = useMemo(() => {
    if (entries.length === 0) return query.data;
    const land = overLand(query.data, entries, id, figures);
    return land && figures ? figures.scored(land) : land;
  }, [query.data, entries, id, figures]);
  return withData(query, data);
}

export function useOverLands(query: UseQueryResult<Page<Land>>): UseQueryResult<Page<Land>> {
  const client = useQueryClient();
  const entries = useEntriesOver(query, LAND);
  const figures = useFigures(entries.length > 0);
  const data = useMemo(() => {
    const page = listUnder(query);
    if (!page || entries.length === 0) return query.data;
    const laid = overLands(page.rows, entries, figures);
    const rows = figures
      ? laid.map((row) => {
          if (!entries.some((entry) => concerns(entry, row._id))) return row;
          const detail = client.getQueryData<LandDetail>(['land', 'one', row._id]);
          return figures.scoredInList(row, overLand(detail, entries, row._id, figures) ?? undefined);
        })
      : laid;
    return listWith(query, page, rows);
  }, [query, entries, figures, client]);
  return withData(query, data);
}

export function useOverScore(id: string, query: UseQueryResult<LandScore>): UseQueryResult<LandScore> {
  const entries = useLandEntries(query, id);
  const figures = useFigures(entries.length > 0);
  // Reads what is there of the parcel and asks for nothing.
  const { data: known } = useQuery<LandDetail>({ queryKey: ['land', 'one', id], enabled: false });
  const data = useMemo(() => {
    if (entries.length === 0 || !figures) return query.data;
    const land = overLand(known, entries, id, figures);
    return land ? figures.explained(land, query.data) : query.data;
  }, [query.data, entries, figures, known, id]);
  return withData(query, data);
}

export function useOverDeletedLands(query: UseQueryResult<DeletedLand[]>): UseQueryResult<DeletedLand[]> {
  const entries = useEntriesOver(query, LAND);
  return withData(query, query.data && overDeleted(query.data, entries));
}

export function useOverHarvests(
  query: UseQueryResult<HarvestToConfirm[]>,
): UseQueryResult<HarvestToConfirm[]> {
  const entries = useEntriesOver(query, LAND);
  return withData(query, query.data && overHarvests(query.data, entries));
}

export function useOverBoundary(landId: string, query: UseQueryResult<Boundary>): UseQueryResult<Boundary> {
  const entries = useLandEntries(query, landId);
  const figures = useFigures(entries.length > 0);
  const data = useMemo(
    () => (entries.length === 0 ? query.data : overBoundary(query.data, entries, landId, figures)),
    [query.data, entries, landId, figures],
  );
  return withData(query, data);
}

export function useOverBoundaries(query: UseQueryResult<ListedBoundary[]>): UseQueryResult<ListedBoundary[]> {
  const entries = useEntriesOver(query, LAND);
  const figures = useFigures(entries.length > 0);
  const data = useMemo(
    () => (entries.length === 0 || !query.data ? query.data : overBoundaries(query.data, entries, figures)),
    [query.data, entries, figures],
  );
  return withData(query, data);
}
