/** Queries of the list of applications. New applications emit no change event to officials, so it is polled every minute. */
import type { Api, Case, ManagedSubsidy, QueryInput } from '@ardhi/contract';
import { useQuery } from '@tanstack/react-query';
import { call, callPage } from '../../lib/http/api.ts';
import { usePages } from '../../lib/http/use-pages.ts';
import { useRefetchingWrite } from '../../lib/http/use-refetching-write.ts';
import type { Filters } from '../subsidies/filters.ts';
import { useManagedSubsidies } from '../subsidies/queries.ts';

/** Filters of pending applications. */
export type CaseFilters = Omit<QueryInput<Api['GET /government/queue']>, 'limit' | 'cursor'>;

/** Filters in the URL. `status` is set for applications that are not pending, which have fewer filters. */
export type ListFilters = CaseFilters & Pick<Filters, 'region'> & { status?: Filters['status'] | 'all' };

/** Decided applications have no due date. */
export type CaseRow = ManagedSubsidy & Partial<Case>;

const REFRESH_MS = 60_000;
export const PAGE_SIZE = 50;
/** Rows among which the open case is sought. */
export const MAX_SOUGHT = 1000;
const GATHER_PAGE_SIZE = 100;
/** Limit of a bulk decision. */
export const MAX_SELECTED = 1000;

const queueKeys = {
  list: (filters: object) => ['subsidy', 'queue', 'list', filters],
  counts: ['subsidy', 'queue', 'counts'],
  views: ['subsidy', 'queue', 'views'],
} as const;

/** The filters that also apply to decided applications, as the table of all subsidies names them. */
export const decidedFilters = ({ status, region, q, programmeId }: ListFilters): Filters => ({
  kind: 'application',
  ...(status !== 'all' && { status: status ?? 'pending' }),
  ...(region && { region }),
  ...(q && { q }),
  ...(programmeId && { programmeId }),
});

const rowsOf = (data: { pages: readonly { rows: readonly CaseRow[] }[] } | undefined) =>
  data?.pages.flatMap(({ rows }) => rows);

export function useCaseRows({ status, region, ...filters }: ListFilters) {
  const isPending = status === undefined;
  const pending = usePages('GET /government/queue', {
    queryKey: queueKeys.list(filters),
    failed: 'queue.failed',
    query: { ...filters, limit: PAGE_SIZE },
    keepsPrevious: true,
    refetchInterval: REFRESH_MS,
    enabled: isPending,
  });
  const decided = useManagedSubsidies(decidedFilters({ status, region, ...filters }), PAGE_SIZE, !isPending);
  const query = isPending ? pending : decided;
  const { data } = query;
  /** The rows with those of the next page. */
  const fetchMore = async () => rowsOf((await query.fetchNextPage()).data);
  return { query, rows: rowsOf(data), total: data?.pages[0]?.total, fetchMore };
}

/** All pending applications of the filter, at most as many as a bulk decision takes. */
export async function fetchCases({ status: _, region: __, ...filters }: ListFilters): Promise<Case[]> {
  const found: Case[] = [];
  let cursor: string | undefined;
  do {
    const page = await callPage('GET /government/queue', {
      query: { ...filters, limit: GATHER_PAGE_SIZE, cursor },
    });
    found.push(...page.rows);
    cursor = page.next;
  } while (cursor && found.length < MAX_SELECTED);
  return found.slice(0, MAX_SELECTED);
}

/** Always refetched on mount: too many screens change the counts to invalidate them individually. */
export function useQueueCounts(enabled = true) {
  return useQuery({
    enabled,
    queryKey: queueKeys.counts,
    staleTime: 0,
    queryFn: ({ signal }) => call('GET /government/queue/counts', { signal }),
    refetchInterval: REFRESH_MS,
  });
}

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
