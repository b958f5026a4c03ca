/** What the screens of parcels ask the server. */
import type { ParcelDetail } from '@ardhi/contract';
import { LAND_PAGE_SIZE } from '@ardhi/contract/limits';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ApiError, call, callPage } from '../lib/api.ts';
import { parcelKeys } from './keys.ts';
import {
  useOverDeletedParcels,
  useOverHarvests,
  useOverParcel,
  useOverParcels,
  useOverScore,
} from './use-overlay.ts';

/** The own parcels, oldest first: the first 500, which is all of them for nearly everyone. */
export function useParcels() {
  return useOverParcels(
    useQuery({
      queryKey: parcelKeys.list,
      queryFn: ({ signal }) => callPage('GET /land', { signal }),
    }),
  );
}

/** One page of a list that is too long to be held as a whole. */
export function useParcelPage(page: number, { enabled }: { enabled: boolean }) {
  return useQuery({
    queryKey: parcelKeys.page(page),
    queryFn: ({ signal }) => callPage('GET /land', { query: { page, limit: LAND_PAGE_SIZE }, signal }),
    placeholderData: keepPreviousData,
    enabled,
  });
}

export function useParcel(id: string) {
  return useOverParcel(
    id,
    useQuery<ParcelDetail>({
      queryKey: parcelKeys.one(id),
      queryFn: ({ signal }) => call('GET /land/{id}', { params: { id }, signal }),
    }),
  );
}

export function useScore(id: string) {
  return useOverScore(
    id,
    useQuery({
      queryKey: parcelKeys.score(id),
      queryFn: ({ signal }) => call('GET /land/{id}/score', { params: { id }, signal }),
    }),
  );
}

export function useParcelReport(id: string) {
  return useQuery({
    queryKey: parcelKeys.report(id),
    queryFn: ({ signal }) => call('GET /land/{id}/report', { params: { id }, signal }),
  });
}

export function useDeletedParcels() {
  return useOverDeletedParcels(
    useQuery({
      queryKey: parcelKeys.deleted,
      queryFn: ({ signal }) => call('GET /land/deleted', { signal }),
    }),
  );
}

export function useActivities(limit: number) {
  return useQuery({
    queryKey: parcelKeys.activities(limit),
    queryFn: ({ signal }) => call('GET /land/activities', { query: { limit }, signal }),
  });
}

export function useAdvice(limit: number) {
  return useQuery({
    queryKey: parcelKeys.advice(limit),
    queryFn: ({ signal }) => call('GET /land/advice', { query: { limit }, signal }),
  });
}

export function useHarvestsToConfirm(limit: number) {
  return useOverHarvests(
    useQuery({
      queryKey: parcelKeys.harvests(limit),
      queryFn: ({ signal }) => call('GET /land/harvests-to-confirm', { query: { limit }, signal }),
    }),
  );
}

export function useMonthlyReport(month: string) {
  return useQuery({
    queryKey: parcelKeys.monthly(month),
    queryFn: ({ signal }) => call('GET /reports/monthly', { query: { month }, signal }),
  });
}

export function useSustainabilityReport({ enabled = true }: { enabled?: boolean } = {}) {
  return useQuery({
    queryKey: parcelKeys.sustainability,
    queryFn: ({ signal }) => call('GET /reports/sustainability', { signal }),
    enabled,
  });
}

/** There is no such parcel, or it is not this farmer's: to them that is the same. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && [400, 404, 410].includes(error.status);
}
