/** Query keys of parcels. All start with the kind of the change events that invalidate them. */
import type { CacheRules } from '../../lib/http/query.ts';

export const parcelKeys = {
  list: ['land', 'list'],
  page: (page: number) => ['land', 'page', page],
  one: (id: string) => ['land', 'one', id],
  score: (id: string) => ['land', 'score', id],
  report: (id: string) => ['land', 'report', id],
  deleted: ['land', 'deleted'],
  activities: (limit: number) => ['land', 'activities', limit],
  advice: (limit: number) => ['land', 'advice', limit],
  harvests: (limit: number) => ['land', 'harvests', limit],
  monthly: (month: string) => ['land', 'monthly', month],
  sustainability: ['land', 'sustainability'],
} as const;

export const parcelCache: CacheRules = { kind: 'land', byRow: true, persisted: true };

/** Row limits of the dashboard. Offline copies must use the same. */
export const DASHBOARD_LIMITS = { parcels: 6, activities: 6, advice: 3, harvests: 3 };
