/** Queries of the analytics and register screens. */
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { call, callAsOf, callPage } from '../../lib/http/api.ts';
import type { FarmerFilters, ParcelFilters } from './filters.ts';
import type { View } from './view.ts';

/** Query keys of officials' data, none of which is persisted on the device. */
export const reportKeys = {
  analytics: ({ period, region }: View) => ['report', 'analytics', period, region],
  lists: ['report', 'list'],
  list: (limit: number) => ['report', 'list', limit],
  farmers: (filters: FarmerFilters) => ['report', 'farmers', filters],
  parcels: (filters: ParcelFilters) => ['report', 'lands', filters],
  waiting: (county: string | undefined) => ['report', 'waiting', county],
  parcel: (id: string) => ['report', 'land', id],
} as const;

/** Farmers' changes emit no change event to officials, so the metrics are polled. */
const REFRESH_MS = 60_000;

export function useAnalytics(view: View) {
  const { period, region } = view;
  return useQuery({
    queryKey: reportKeys.analytics(view),
    meta: { failed: 'analytics.error.fetch' },
    queryFn: ({ signal }) => callAsOf('GET /government/analytics', { query: { period, region }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
}

export function useReports(limit: number) {
  return useQuery({
    queryKey: reportKeys.list(limit),
    meta: { failed: 'analytics.error.reports' },
    queryFn: ({ signal }) => callPage('GET /government/reports', { query: { limit }, signal }),
  });
}

const PAGE = 25;

export function useFarmers(filters: FarmerFilters) {
  return useInfiniteQuery({
    queryKey: reportKeys.farmers(filters),
    meta: { failed: 'analytics.error.farmers' },
    queryFn: ({ pageParam, signal }) =>
      callPage('GET /government/farmers', { query: { ...filters, limit: PAGE, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  });
}

export function useRegisteredParcels(filters: ParcelFilters) {
  return useInfiniteQuery({
    queryKey: reportKeys.parcels(filters),
    meta: { failed: 'analytics.error.lands' },
    queryFn: ({ pageParam, signal }) =>
      callPage('GET /government/lands', { query: { ...filters, limit: PAGE, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  });
}

export function usePendingApplications(county: string | undefined) {
  return useInfiniteQuery({
    queryKey: reportKeys.waiting(county),
    meta: { failed: 'analytics.error.waiting' },
    queryFn: ({ pageParam, signal }) =>
      callPage('GET /government/waiting-applications', {
        query: { county, limit: PAGE, cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  });
}

/** Every fetch writes an access log entry, so it is not refetched on window focus. */
export function useOpenedParcel(id: string) {
  return useQuery({
    queryKey: reportKeys.parcel(id),
    queryFn: ({ signal }) => call('GET /government/lands/{id}', { params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
