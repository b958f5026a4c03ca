import type { Analytics, Period, RegionFilter } from '@ardhi/contract';
import { today } from '@ardhi/contract/dates';
import type { Db } from '../lib/db.ts';
import { readFigures, type View } from './figures.ts';
import { findPrevious, listEffects, listTrends } from './history.ts';
import { presentFigures } from './present.ts';

export function viewOf(query: { period?: Period; region?: RegionFilter }): View {
  return {
    period: query.period ?? 'monthly',
    region: query.region ?? 'all',
    today: today(),
  };
}

export async function readAnalytics(db: Db, view: View): Promise<Analytics> {
  const [figures, previous, policyEffectiveness, trends] = await Promise.all([
    readFigures(db, view),
    findPrevious(db, view),
    listEffects(db),
    listTrends(db, view),
  ]);
  return {
    ...presentFigures(figures, view),
    previous: previous ?? null,
    policyEffectiveness,
    trends,
  };
}
