import { MIN_SEARCH_LENGTH } from '@ardhi/contract/limits';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../lib/http/api.ts';

/** Results are names of people, so they are not kept after the dialog is closed. */
export const useSearch = (q: string) =>
  useQuery({
    queryKey: ['search', q],
    enabled: q.length >= MIN_SEARCH_LENGTH,
    gcTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call('GET /government/search', { query: { q }, signal }),
  });
