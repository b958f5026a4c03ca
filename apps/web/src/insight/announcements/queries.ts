/** Queries and mutations of announcements. */
import type { announcements, QueryInput } from '@ardhi/contract';
import { useQuery } from '@tanstack/react-query';
import { call, callPage } from '../../lib/http/api.ts';
import { usePages } from '../../lib/http/use-pages.ts';
import { useWrite } from '../../lib/http/use-write.ts';

export type Audience = NonNullable<
  QueryInput<(typeof announcements)['GET /government/announcements/audience']>
>;

/** Reads emit no change event to officials, so the list is polled. */
const READING_MS = 60_000;

export const useAnnouncements = () =>
  usePages('GET /government/announcements', {
    queryKey: ['notice', 'announcements'],
    failed: 'announcements.error.list',
    query: { limit: 20 },
    refetchInterval: READING_MS,
  });

export const fetchAudience = (query: Audience, signal?: AbortSignal) =>
  call('GET /government/announcements/audience', { query, signal });

export function useAudienceSize(audience: Audience, enabled: boolean) {
  return useQuery({
    queryKey: ['notice', 'announcement-audience', audience],
    queryFn: ({ signal }) => fetchAudience(audience, signal),
    enabled,
  });
}

const MAX_PROGRAMMES = 100;

/** Programmes to which farmers could apply, newest first. */
export function useProgrammeNames() {
  return useQuery({
    queryKey: ['subsidy', 'programme-names'],
    queryFn: async ({ signal }) => {
      const query = { kind: 'programme', status: 'approved', limit: MAX_PROGRAMMES } as const;
      const { rows } = await callPage('GET /subsidies/admin/all', { query, signal });
      return rows.map(({ _id, name }) => ({ value: _id, label: name }));
    },
  });
}

const invalidates = { invalidates: ['notice' as const] };

export const useSendAnnouncement = () => useWrite('POST /government/announcements', invalidates);
export const useWithdrawAnnouncement = () => useWrite('DELETE /government/announcements/{id}', invalidates);
