import type { Analytics, Period, RegionFilter } from '@ardhi/contract';
import { today } from '@ardhi/contract/dates';
import type { Db } from '../../lib/database/db.ts';
import { type Area, countyOf } from '../../lib/http/scope.ts';
import { findPrevious, listEffects, listTrends } from './history.ts';
import { readMetrics, type View } from './metrics.ts';
import { presentMetrics } from './present.ts';

export function viewOf(query: { period?: Period; region?: RegionFilter }): View {
  return {
    period: query.period ?? 'monthly',
    region: query.region ?? 'all',
    today: today(),
  };
}

export async function readAnalytics(db: Db, scope: Area, view: View): Promise<Analytics> {
  const [metrics, previous, policyEffectiveness, trends] = await Promise.all([
    readMetrics(db, scope, view),
    findPrevious(db, scope, view),
    listEffects(db, scope),
    listTrends(db, scope, view),
  ]);
  return {
    ...presentMetrics(metrics, view),
    county: countyOf(scope),
    previous: previous ?? null,
    policyEffectiveness,
    trends,
  };
}
