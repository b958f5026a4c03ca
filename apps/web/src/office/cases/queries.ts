/** Queries and mutations of one case's assignment. */
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/http/api.ts';
import { useRefetchingWrite } from '../../lib/http/use-refetching-write.ts';
import { subsidyKeys } from '../subsidies/keys.ts';

/** Officials to whom the case can be assigned. */
export function useColleagues(id: string | undefined) {
  return useQuery({
    queryKey: subsidyKeys.colleagues(id),
    queryFn: ({ signal }) =>
      call('GET /government/queue/{id}/colleagues', { params: { id: id ?? '' }, signal }),
    enabled: id !== undefined,
  });
}

export const useAssign = () => useRefetchingWrite('PUT /government/queue/{id}', { refetch: subsidyKeys.all });
