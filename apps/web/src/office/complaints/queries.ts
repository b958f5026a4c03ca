/** Queries and mutations of the complaint screens. */
import { useQuery } from '@tanstack/react-query';
import { useAccountWrite } from '../../accounts/account/use-account-write.ts';
import { call, callPage } from '../../lib/http/api.ts';
import { usePages } from '../../lib/http/use-pages.ts';
import { useRefetchingWrite } from '../../lib/http/use-refetching-write.ts';

const keys = {
  all: ['complaint'],
  mine: ['complaint', 'mine'],
  desk: (filter: object) => ['complaint', 'desk', filter],
  ombudspersons: ['complaint', 'ombudspersons'],
} as const;

export function useOwnComplaints() {
  return useQuery({
    queryKey: keys.mine,
    meta: { failed: 'complaints.error.fetch' },
    queryFn: ({ signal }) => callPage('GET /complaints', { signal }),
  });
}

export interface ComplaintFilter {
  state: 'open' | 'answered' | 'all';
  q?: string;
  from?: string;
  to?: string;
  county?: string;
  programmeId?: string;
  officialId?: string;
}

const PAGE_SIZE = 25;

export const useComplaints = (filter: ComplaintFilter) =>
  usePages('GET /government/complaints', {
    queryKey: keys.desk(filter),
    failed: 'complaints.error.fetch',
    query: { ...filter, limit: PAGE_SIZE },
  });

export const useOmbudspersons = () =>
  useQuery({
    queryKey: keys.ombudspersons,
    meta: { failed: 'complaints.ombudspersons.failed' },
    queryFn: ({ signal }) => call('GET /government/ombudspersons', { signal }),
  });
export const useProposeOmbudsperson = () =>
  useRefetchingWrite('POST /government/ombudspersons', { refetch: keys.all });
export const useConfirmOmbudsperson = (onSuccess: () => void) =>
  useAccountWrite('POST /government/ombudspersons/{id}/confirm', { refetch: keys.all, onSuccess });

export const useTakeUp = (onSuccess: () => void) =>
  useAccountWrite('POST /government/complaints/{id}/take-up', { refetch: keys.all, onSuccess });
export const useReveal = () => useAccountWrite('POST /government/complaints/{id}/complainant', {});
export const useComplain = () => useRefetchingWrite('POST /complaints', { refetch: keys.all });
export const useAnswerComplaint = () =>
  useRefetchingWrite('PUT /government/complaints/{id}', { refetch: keys.all });
