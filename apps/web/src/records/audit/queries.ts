import type { HistorySubject } from '@ardhi/contract/audit-actions';
import { usePages } from '../../lib/http/use-pages.ts';
import { type AuditFilters, auditKeys } from './keys.ts';

const PAGE = 25;

export const useAudit = (filters: AuditFilters) =>
  usePages('GET /government/audit', {
    queryKey: auditKeys.search(filters),
    failed: 'audit.failed',
    query: { ...filters, limit: PAGE },
    keepsPrevious: true,
  });

export const useEntityAuditLog = (subject: HistorySubject, id: string) =>
  usePages('GET /government/trail/{entity}/{id}', {
    queryKey: auditKeys.trail(subject, id),
    failed: 'audit.failed',
    params: { entity: subject, id },
    query: { limit: PAGE },
  });
