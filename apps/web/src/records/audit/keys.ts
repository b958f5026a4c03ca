/** Query keys of the audit log, which is never persisted on the device. */
import type { Api, QueryInput } from '@ardhi/contract';
import type { HistorySubject } from '@ardhi/contract/audit-actions';

export type AuditFilters = Omit<QueryInput<Api['GET /government/audit']>, 'limit' | 'cursor'>;

export const auditKeys = {
  search: (filters: AuditFilters) => ['audit', 'search', filters],
  trail: (subject: HistorySubject, id: string) => ['audit', 'trail', subject, id],
} as const;
