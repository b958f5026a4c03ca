/** Query keys of policies. */
import type { CacheRules } from '../../lib/http/query.ts';

export const policyKeys = {
  list: ['policy', 'list'],
  one: (id: string) => ['policy', 'one', id],
  audience: (id: string) => ['policy', 'audience', id],
  reach: (id: string) => ['policy', 'reach', id],
} as const;

export const policyCache: CacheRules = { kind: 'policy', broadcast: true, persisted: true };
