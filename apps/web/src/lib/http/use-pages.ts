import { type InfiniteData, keepPreviousData, type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import type { MessageKey } from '../text/message-keys.ts';
import { type CallInput, callPage, type PagedCall } from './api.ts';

interface PagesOptions<C extends PagedCall> {
  queryKey: QueryKey;
  /** Headline of a failed refetch. */
  failed: MessageKey;
  params?: CallInput<C>['params'];
  /** Filters and page size. */
  query?: CallInput<C>['query'];
  /** Shows the rows of the previous filters until the new ones arrive. */
  keepsPrevious?: boolean;
  refetchInterval?: number;
  enabled?: boolean;
  staleTime?: number;
}

/** A list that loads page by page (keyset pagination). */
export function usePages<C extends PagedCall>(
  name: C,
  { queryKey, failed, params, query, keepsPrevious, ...options }: PagesOptions<C>,
) {
  type RowPage = Awaited<ReturnType<typeof callPage<C>>>;
  type Cursor = string | undefined;
  const fetchPage = callPage as (name: C, input: object) => Promise<RowPage>;
  return useInfiniteQuery<RowPage, Error, InfiniteData<RowPage, Cursor>, QueryKey, Cursor>({
    ...options,
    queryKey,
    meta: { failed },
    queryFn: ({ pageParam, signal }) =>
      fetchPage(name, { params, query: { ...query, cursor: pageParam }, signal }),
    initialPageParam: undefined,
    getNextPageParam: (page) => page.next,
    placeholderData: keepsPrevious ? keepPreviousData : undefined,
  });
}
