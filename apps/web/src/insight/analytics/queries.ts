/** Queries of the analytics and register screens. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call, callAsOf, callPage } from '../../lib/http/api.ts';
import { usePages } from '../../lib/http/use-pages.ts';
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

export const useFarmers = (filters: FarmerFilters) =>
  usePages('GET /government/farmers', {
    queryKey: reportKeys.farmers(filters),
    failed: 'analytics.error.farmers',
    query: { ...filters, limit: PAGE },
    keepsPrevious: true,
  });

export const useRegisteredParcels = (filters: ParcelFilters) =>
  usePages('GET /government/lands', {
    queryKey: reportKeys.parcels(filters),
    failed: 'analytics.error.lands',
    query: { ...filters, limit: PAGE },
    keepsPrevious: true,
  });

export const usePendingApplications = (county: string | undefined) =>
  usePages('GET /government/waiting-applications', {
    queryKey: reportKeys.waiting(county),
    failed: 'analytics.error.waiting',
    query: { county, limit: PAGE },
    keepsPrevious: true,
  });

/** Every fetch writes an access log entry, so it is not refetched on window focus. */
export function useOpenedParcel(id: string) {
  return useQuery({
    queryKey: reportKeys.parcel(id),
    queryFn: ({ signal }) => call('GET /government/lands/{id}', { params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
