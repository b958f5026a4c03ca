/** Query keys of applications, programmes and the officials' views of them. */
import type { CacheRules } from '../../lib/http/query.ts';

export const subsidyKeys = {
  all: ['subsidy'],
  mine: ['subsidy', 'mine'],
  one: (id: string) => ['subsidy', 'one', id],
  totals: ['subsidy', 'totals'],
  programmes: ['subsidy', 'programmes'],
  eligibility: (programmeId: string) => ['subsidy', 'eligibility', programmeId],
  facts: (id: string) => ['subsidy', 'facts', id],
  appeals: (state: string) => ['subsidy', 'appeals', state],
  managed: (filters: object, limit: number) => ['subsidy', 'managed', filters, limit],
  bulks: ['subsidy', 'bulks'],
  // Of a kind of its own: a decision of another official changes no result of the rules.
  bulkEligibility: (ids: readonly string[]) => ['bulk-eligibility', ids],
  bulkResults: (id: string, finishedAt: string | null) => ['bulk-results', id, finishedAt],
  approval: (id: string) => ['subsidy', 'approval', id],
  colleagues: (id: string | undefined, q: string | undefined) => ['subsidy', 'colleagues', id, q],
  dossier: (id: string | undefined) => ['subsidy', 'dossier', id],
} as const;

export const subsidyCache: CacheRules = { kind: 'subsidy', persisted: true };
