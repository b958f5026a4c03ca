/** Queries of the work queue. New applications emit no change event to officials, so it is polled every minute. */
import type { Api, QueryInput } from '@ardhi/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/http/api.ts';
import { usePages } from '../../lib/http/use-pages.ts';
import { useRefetchingWrite } from '../../lib/http/use-refetching-write.ts';

export type CaseFilters = Omit<QueryInput<Api['GET /government/queue']>, 'limit' | 'cursor'>;

const REFRESH_MS = 60_000;
const PAGE_SIZE = 25;

export const queueKeys = {
  all: ['subsidy', 'queue'],
  list: (filters: CaseFilters) => ['subsidy', 'queue', 'list', filters],
  counts: ['subsidy', 'queue', 'counts'],
  views: ['subsidy', 'queue', 'views'],
  colleagues: (id: string) => ['subsidy', 'queue', 'colleagues', id],
} as const;

export const useCases = (filters: CaseFilters) =>
  usePages('GET /government/queue', {
    queryKey: queueKeys.list(filters),
    failed: 'queue.failed',
    query: { ...filters, limit: PAGE_SIZE },
    refetchInterval: REFRESH_MS,
  });

/** Always refetched on mount: too many screens change the counts to invalidate them individually. */
export function useQueueCounts() {
  return useQuery({
    queryKey: queueKeys.counts,
    staleTime: 0,
    queryFn: ({ signal }) => call('GET /government/queue/counts', { signal }),
    refetchInterval: REFRESH_MS,
  });
}

export function useColleagues(id: string) {
  return useQuery({
    queryKey: queueKeys.colleagues(id),
    queryFn: ({ signal }) => call('GET /government/queue/{id}/colleagues', { params: { id }, signal }),
  });
}

export const useAssign = () => useRefetchingWrite('PUT /government/queue/{id}', { refetch: queueKeys.all });

export function useSavedViews() {
  return useQuery({
    queryKey: queueKeys.views,
    queryFn: ({ signal }) => call('GET /government/queue-views', { signal }),
  });
}

export const useSaveView = () =>
  useRefetchingWrite('POST /government/queue-views', { refetch: queueKeys.views });
export const useDeleteView = () =>
  useRefetchingWrite('DELETE /government/queue-views/{id}', { refetch: queueKeys.views });
