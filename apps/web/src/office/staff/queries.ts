/** Officials of the own office, and the maximum of their open cases. */
import type { Api, QueryInput } from '@ardhi/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/http/api.ts';
import { usePages } from '../../lib/http/use-pages.ts';
import { useRefetchingWrite } from '../../lib/http/use-refetching-write.ts';

export type StaffFilters = Pick<QueryInput<Api['GET /government/staff']>, 'q' | 'state' | 'county' | 'duty'>;

const PAGE_SIZE = 50;
const keys = { staff: ['staff', 'list'], limit: ['staff', 'limit'] } as const;

export const useStaff = (filters: StaffFilters) =>
  usePages('GET /government/staff', {
    queryKey: [...keys.staff, filters],
    failed: 'staff.failed',
    query: { ...filters, limit: PAGE_SIZE },
    keepsPrevious: true,
    staleTime: 0,
  });

export const useCaseLimit = () =>
  useQuery({
    queryKey: keys.limit,
    queryFn: ({ signal }) => call('GET /government/case-limit', { signal }),
    staleTime: 0,
  });

export const useSetCaseLimit = () =>
  useRefetchingWrite('PUT /government/case-limit', { refetch: keys.limit });
export const useImportInvitations = () =>
  useRefetchingWrite('POST /government/invitations/import', { refetch: ['account', 'invitations'] });
