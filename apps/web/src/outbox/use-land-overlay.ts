import type {
  Boundary,
  DeletedParcel,
  HarvestToConfirm,
  ListedBoundary,
  Parcel,
  ParcelDetail,
  ParcelScore,
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
  overParcel,
  overParcels,
} from './land-overlay.ts';
import { listUnder, listWith, useEntriesOver, useFigures, withData } from './use-overlay.ts';

const LAND = / \/land(\/|$)/;

function useParcelEntries(query: UseQueryResult<unknown>, landId: string): readonly Entry[] {
  const entries = useEntriesOver(query, LAND);
  return useMemo(() => entries.filter((entry) => concerns(entry, landId)), [entries, landId]);
}

export function useOverParcel(id: string, query: UseQueryResult<ParcelDetail>): UseQueryResult<ParcelDetail> {
  const entries = useParcelEntries(query, id);
  const figures = useFigures(entries.length > 0);
  const data = useMemo(() => {
    if (entries.length === 0) return query.data;
    const parcel = overParcel(query.data, entries, id, figures);
    return parcel && figures ? figures.scored(parcel) : parcel;
  }, [query.data, entries, id, figures]);
  return withData(query, data);
}

export function useOverParcels(query: UseQueryResult<Page<Parcel>>): UseQueryResult<Page<Parcel>> {
  const client = useQueryClient();
  const entries = useEntriesOver(query, LAND);
  const figures = useFigures(entries.length > 0);
  const data = useMemo(() => {
    const page = listUnder(query);
    if (!page || entries.length === 0) return query.data;
    const laid = overParcels(page.rows, entries, figures);
    const rows = figures
      ? laid.map((row) => {
          if (!entries.some((entry) => concerns(entry, row._id))) return row;
          const detail = client.getQueryData<ParcelDetail>(['land', 'one', row._id]);
          return figures.scoredInList(row, overParcel(detail, entries, row._id, figures) ?? undefined);
        })
      : laid;
    return listWith(query, page, rows);
  }, [query, entries, figures, client]);
  return withData(query, data);
}

export function useOverScore(id: string, query: UseQueryResult<ParcelScore>): UseQueryResult<ParcelScore> {
  const entries = useParcelEntries(query, id);
  const figures = useFigures(entries.length > 0);
  // Reads what is there of the parcel and asks for nothing.
  const { data: known } = useQuery<ParcelDetail>({ queryKey: ['land', 'one', id], enabled: false });
  const data = useMemo(() => {
    if (entries.length === 0 || !figures) return query.data;
    const parcel = overParcel(known, entries, id, figures);
    return parcel ? figures.explained(parcel, query.data) : query.data;
  }, [query.data, entries, figures, known, id]);
  return withData(query, data);
}

export function useOverDeletedParcels(
  query: UseQueryResult<DeletedParcel[]>,
): UseQueryResult<DeletedParcel[]> {
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
  const entries = useParcelEntries(query, landId);
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
