/** Queries and mutations of audit binders. */
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/http/api.ts';
import { useWrite } from '../../lib/http/use-write.ts';

const PROGRESS_MS = 1000;

/** Polled while one is being created. */
export function useBinders(programmeId: string) {
  return useQuery({
    queryKey: ['subsidy', 'binders', programmeId],
    meta: { failed: 'binders.error.list' },
    queryFn: ({ signal }) =>
      call('GET /government/subsidies/{id}/binders', { params: { id: programmeId }, signal }),
    refetchInterval: ({ state }) =>
      state.data?.some((binder) => binder.state === 'running') ? PROGRESS_MS : false,
  });
}

export const useCreateBinder = () =>
  useWrite('POST /government/subsidies/{id}/binders', { invalidates: ['subsidy'] });
