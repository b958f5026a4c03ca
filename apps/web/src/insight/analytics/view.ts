/** Period and region live in the URL, so that a view can be sent to a colleague. */
import type { Period, RegionFilter } from '@ardhi/contract';
import { useSearchChange } from '../../lib/page/use-search-change.ts';

export const PERIODS: readonly Period[] = ['weekly', 'monthly', 'yearly'];
export const REGION_FILTERS: readonly RegionFilter[] = ['all', 'north', 'south', 'east', 'west'];

export interface View {
  period: Period;
  region: RegionFilter;
}

const oneOf = <Value extends string>(values: readonly Value[], given: string | null, otherwise: Value) =>
  values.find((value) => value === given) ?? otherwise;

export function useView(): [View, (change: Partial<View>) => void] {
  const [search, change] = useSearchChange();
  const view = {
    period: oneOf(PERIODS, search.get('period'), 'monthly'),
    region: oneOf(REGION_FILTERS, search.get('region'), 'all'),
  };
  return [view, change];
}
