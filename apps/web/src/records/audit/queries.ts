import type { HistorySubject } from '@ardhi/contract/audit-actions';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { callPage } from '../../lib/http/api.ts';
import { type AuditFilters, auditKeys } from './keys.ts';

const PAGE = 25;

export function useAudit(filters: AuditFilters) {
  return useInfiniteQuery({
    queryKey: auditKeys.search(filters),
    meta: { failed: 'audit.failed' },
    queryFn: ({ pageParam, signal }) =>
      callPage('GET /government/audit', { query: { ...filters, limit: PAGE, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  });
}

export function useEntityAuditLog(subject: HistorySubject, id: string) {
  return useInfiniteQuery({
    queryKey: auditKeys.trail(subject, id),
    meta: { failed: 'audit.failed' },
    queryFn: ({ pageParam, signal }) =>
      callPage('GET /government/trail/{entity}/{id}', {
        params: { entity: subject, id },
        query: { limit: PAGE, cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
  });
}
