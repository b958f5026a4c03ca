import { useQuery } from '@tanstack/react-query';
import { call, callPage } from '../../lib/http/api.ts';

import { policyKeys } from './keys.ts';

/** Newest first, not paginated: far fewer policies are expected than the server's limit of 500. */
export function usePolicies() {
  return useQuery({
    queryKey: policyKeys.list,
    meta: { failed: 'policies.error.fetch' },
    queryFn: ({ signal }) => callPage('GET /policies', { signal }),
  });
}

export function usePolicy(id: string) {
  return useQuery({
    queryKey: policyKeys.one(id),
    meta: { failed: 'policies.error.fetch' },
    queryFn: ({ signal }) => call('GET /policies/{id}', { params: { id }, signal }),
  });
}

export function useAudience(id: string) {
  return useQuery({
    queryKey: policyKeys.audience(id),
    queryFn: ({ signal }) => call('GET /policies/{id}/audience', { params: { id }, signal }),
    // The number of recipients must be current when the notification is sent.
    staleTime: 0,
  });
}

const COUNTING_MS = 2_000;
const READING_MS = 60_000;

export function useReach(id: string) {
  return useQuery({
    queryKey: policyKeys.reach(id),
    meta: { failed: 'policies.error.reach' },
    queryFn: ({ signal }) => call('GET /policies/{id}/reach', { params: { id }, signal }),
    // Reads emit no change event to officials, so this polls; faster until the server has counted the recipients.
    refetchInterval: ({ state }) =>
      state.data?.some(({ farmers }) => farmers === null) ? COUNTING_MS : READING_MS,
  });
}
