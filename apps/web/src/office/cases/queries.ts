/** Queries and mutations of one case's assignment. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../lib/http/api.ts';
import { useRefetchingWrite } from '../../lib/http/use-refetching-write.ts';
import { subsidyKeys } from '../subsidies/keys.ts';

/** Officials to whom the case can be assigned, found by name or email address. */
export function useColleagues(id: string | undefined, q?: string, enabled = id !== undefined) {
  return useQuery({
    queryKey: subsidyKeys.colleagues(id, q),
    queryFn: ({ signal }) =>
      call('GET /government/queue/{id}/colleagues', { params: { id: id ?? '' }, query: { q }, signal }),
    placeholderData: keepPreviousData,
    enabled,
  });
}

export const useAddNote = () =>
  useRefetchingWrite('POST /government/subsidies/{id}/notes', { refetch: subsidyKeys.all });

export const useAssign = () => useRefetchingWrite('PUT /government/queue/{id}', { refetch: subsidyKeys.all });
