/** What the land screens ask the server. Every key starts with the hint's kind, so a change anywhere refreshes them. */
import type { ParcelDetail } from '@ardhi/contract';
import { LAND_PAGE_SIZE } from '@ardhi/contract/limits';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ApiError, call, callPage } from '../lib/api.ts';
import {
  useOverDeletedParcels,
  useOverHarvests,
  useOverParcel,
  useOverParcels,
  useOverScore,
} from '../outbox/use-land-overlay.ts';

/** The own parcels, oldest first: the first 500, which is all of them for nearly everyone. */
export function useParcels() {
  return useOverParcels(
    useQuery({
      queryKey: ['land', 'list'],
      queryFn: ({ signal }) => callPage('GET /land', { signal }),
    }),
  );
}

/** One page of a list that is too long to be held as a whole. */
export function useParcelPage(page: number, { enabled }: { enabled: boolean }) {
  return useQuery({
    queryKey: ['land', 'page', page],
    queryFn: ({ signal }) => callPage('GET /land', { query: { page, limit: LAND_PAGE_SIZE }, signal }),
    placeholderData: keepPreviousData,
    enabled,
  });
}

export function useParcel(id: string) {
  return useOverParcel(
    id,
    useQuery<ParcelDetail>({
      queryKey: ['land', 'one', id],
      queryFn: ({ signal }) => call('GET /land/{id}', { params: { id }, signal }),
    }),
  );
}

export function useScore(id: string) {
  return useOverScore(
    id,
    useQuery({
      queryKey: ['land', 'score', id],
      queryFn: ({ signal }) => call('GET /land/{id}/score', { params: { id }, signal }),
    }),
  );
}

export function useParcelReport(id: string) {
  return useQuery({
    queryKey: ['land', 'report', id],
    queryFn: ({ signal }) => call('GET /land/{id}/report', { params: { id }, signal }),
  });
}

export function useDeletedParcels() {
  return useOverDeletedParcels(
    useQuery({
      queryKey: ['land', 'deleted'],
      queryFn: ({ signal }) => call('GET /land/deleted', { signal }),
    }),
  );
}

/** How much of each the dashboard shows; the device keeps as much. */
export const DASHBOARD_SHOWS = { activities: 6, advice: 3, harvests: 2 };

export function useActivities(limit: number) {
  return useQuery({
    queryKey: ['land', 'activities', limit],
    queryFn: ({ signal }) => call('GET /land/activities', { query: { limit }, signal }),
  });
}

export function useAdvice(limit: number) {
  return useQuery({
    queryKey: ['land', 'advice', limit],
    queryFn: ({ signal }) => call('GET /land/advice', { query: { limit }, signal }),
  });
}

export function useHarvestsToConfirm(limit: number) {
  return useOverHarvests(
    useQuery({
      queryKey: ['land', 'harvests', limit],
      queryFn: ({ signal }) => call('GET /land/harvests-to-confirm', { query: { limit }, signal }),
    }),
  );
}

export function useMonthlyReport(month: string) {
  return useQuery({
    queryKey: ['land', 'monthly', month],
    queryFn: ({ signal }) => call('GET /reports/monthly', { query: { month }, signal }),
  });
}

export function useSustainabilityReport({ enabled = true }: { enabled?: boolean } = {}) {
  return useQuery({
    queryKey: ['land', 'sustainability'],
    queryFn: ({ signal }) => call('GET /reports/sustainability', { signal }),
    enabled,
  });
}

/** There is no such parcel, or it is not this farmer's: to them that is the same. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && [400, 404, 410].includes(error.status);
}
