/** Queries and mutations of one case's assignment. */
import type { CaseColleague } from '@ardhi/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../lib/http/api.ts';
import { useRefetchingWrite } from '../../lib/http/use-refetching-write.ts';
import { subsidyKeys } from '../subsidies/keys.ts';

export type FoundOfficial = CaseColleague;

const MAX_OFFICIALS = 50;

/** Officials by name or email address: those to whom the case can be assigned, or without a case those of the own area. */
export function useOfficials(caseId: string | undefined, q: string | undefined, enabled: boolean) {
  return useQuery({
    queryKey: subsidyKeys.colleagues(caseId, q),
    queryFn: ({ signal }): Promise<FoundOfficial[]> =>
      caseId
        ? call('GET /government/queue/{id}/colleagues', { params: { id: caseId }, query: { q }, signal })
        : call('GET /government/staff', { query: { q, limit: MAX_OFFICIALS }, signal }),
    placeholderData: keepPreviousData,
    enabled,
  });
}

export const useAddNote = () =>
  useRefetchingWrite('POST /government/subsidies/{id}/notes', { refetch: subsidyKeys.all });

export const useAssign = () => useRefetchingWrite('PUT /government/queue/{id}', { refetch: subsidyKeys.all });
