/** Queries and mutations of the complaint screens. */
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type CallInput, callPage } from '../../lib/http/api.ts';
import { useKeyedCall } from '../../lib/http/use-keyed-call.ts';

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

export function useComplaints(filter: ComplaintFilter) {
  return useInfiniteQuery({
    queryKey: keys.desk(filter),
    meta: { failed: 'complaints.error.fetch' },
    queryFn: ({ pageParam, signal }) =>
      callPage('GET /government/complaints', {
        query: { ...filter, limit: PAGE_SIZE, cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
  });
}

export function useComplain() {
  const client = useQueryClient();
  const send = useKeyedCall('POST /complaints');
  return useMutation({
    mutationFn: (body: CallInput<'POST /complaints'>['body']) => send({ body }),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.all }),
  });
}

export function useAnswerComplaint() {
  const client = useQueryClient();
  const answer = useKeyedCall('PUT /government/complaints/{id}');
  return useMutation({
    mutationFn: (input: CallInput<'PUT /government/complaints/{id}'>) => answer(input),
    onSettled: () => client.invalidateQueries({ queryKey: keys.all }),
  });
}
