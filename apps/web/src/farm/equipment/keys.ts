import type { CacheRules } from '../../lib/http/query.ts';

export const equipmentKeys = {
  list: ['equipment', 'list'],
  one: (id: string) => ['equipment', 'one', id],
} as const;

export const equipmentCache: CacheRules = { kind: 'equipment', byRow: true, persisted: true };
