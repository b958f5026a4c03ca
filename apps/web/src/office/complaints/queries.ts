/** Queries and mutations of the complaint screens. */
import { useQuery } from '@tanstack/react-query';
import { callPage } from '../../lib/http/api.ts';
import { usePages } from '../../lib/http/use-pages.ts';
import { useRefetchingWrite } from '../../lib/http/use-refetching-write.ts';

const keys = {
  all: ['complaint'],
  mine: ['complaint', 'mine'],
  desk: (filter: object) => ['complaint', 'desk', filter],
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
}

const PAGE_SIZE = 25;

export const useComplaints = (filter: ComplaintFilter) =>
  usePages('GET /government/complaints', {
    queryKey: keys.desk(filter),
    failed: 'complaints.error.fetch',
    query: { ...filter, limit: PAGE_SIZE },
  });

export const useComplain = () => useRefetchingWrite('POST /complaints', { refetch: keys.all });
export const useAnswerComplaint = () =>
  useRefetchingWrite('PUT /government/complaints/{id}', { refetch: keys.all });
