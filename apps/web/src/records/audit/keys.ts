/** The query keys of the audit trail. Nothing of it is persisted. */
import type { Api, QueryInput } from '@ardhi/contract';
import type { TrailSubject } from '@ardhi/contract/audit-actions';

export type AuditFilters = Omit<QueryInput<Api['GET /government/audit']>, 'limit' | 'cursor'>;

export const auditKeys = {
  search: (filters: AuditFilters) => ['audit', 'search', filters],
  trail: (subject: TrailSubject, id: string) => ['audit', 'trail', subject, id],
} as const;
