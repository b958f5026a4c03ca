import { LAND_PAGE_SIZE } from '@ardhi/contract/limits';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call, callPage } from '../../lib/http/api.ts';
import { parcelKeys } from './keys.ts';
import { parcelQuery } from './parcel-query.ts';
import {
  useDeletedParcelsOverlay,
  useHarvestsOverlay,
  useParcelOverlay,
  useParcelsOverlay,
  useScoreOverlay,
} from './use-overlay.ts';

/** Oldest first. The server returns at most 500 parcels; almost no farmer has more. */
export function useParcels() {
  return useParcelsOverlay(
    useQuery({
      queryKey: parcelKeys.list,
      meta: { failed: 'land.error.fetchList' },
      queryFn: ({ signal }) => callPage('GET /land', { signal }),
    }),
  );
}

/** One page of a list that is too long to fetch at once. */
export function useParcelPage(page: number, { enabled }: { enabled: boolean }) {
  return useQuery({
    queryKey: parcelKeys.page(page),
    meta: { failed: 'land.error.fetchList' },
    queryFn: ({ signal }) => callPage('GET /land', { query: { page, limit: LAND_PAGE_SIZE }, signal }),
    placeholderData: keepPreviousData,
    enabled,
  });
}

export function useParcel(id: string) {
  return useParcelOverlay(id, useQuery(parcelQuery(id)));
}

export function useScore(id: string) {
  return useScoreOverlay(
    id,
    useQuery({
      queryKey: parcelKeys.score(id),
      meta: { failed: 'land.error.fetchScore' },
      queryFn: ({ signal }) => call('GET /land/{id}/score', { params: { id }, signal }),
    }),
  );
}

export function useParcelReport(id: string) {
  return useQuery({
    queryKey: parcelKeys.report(id),
    meta: { failed: 'land.error.report' },
    queryFn: ({ signal }) => call('GET /land/{id}/report', { params: { id }, signal }),
  });
}

export function useDeletedParcels() {
  return useDeletedParcelsOverlay(
    useQuery({
      queryKey: parcelKeys.deleted,
      queryFn: ({ signal }) => call('GET /land/deleted', { signal }),
    }),
  );
}

export function useActivities(limit: number) {
  return useQuery({
    queryKey: parcelKeys.activities(limit),
    meta: { failed: 'dashboard.farmer.activitiesFailed' },
    queryFn: ({ signal }) => call('GET /land/activities', { query: { limit }, signal }),
  });
}

export function useAdvice(limit: number) {
  return useQuery({
    queryKey: parcelKeys.advice(limit),
    meta: { failed: 'dashboard.farmer.adviceFailed' },
    queryFn: ({ signal }) => call('GET /land/advice', { query: { limit }, signal }),
  });
}

export function useHarvestsToConfirm(limit: number) {
  return useHarvestsOverlay(
    useQuery({
      queryKey: parcelKeys.harvests(limit),
      queryFn: ({ signal }) => call('GET /land/harvests-to-confirm', { query: { limit }, signal }),
    }),
  );
}

export function useMonthlyReport(month: string) {
  return useQuery({
    queryKey: parcelKeys.monthly(month),
    meta: { failed: 'land.error.report' },
    queryFn: ({ signal }) => call('GET /reports/monthly', { query: { month }, signal }),
  });
}

export function useSustainabilityReport({ enabled = true }: { enabled?: boolean } = {}) {
  return useQuery({
    queryKey: parcelKeys.sustainability,
    meta: { failed: 'land.error.report' },
    queryFn: ({ signal }) => call('GET /reports/sustainability', { signal }),
    enabled,
  });
}
