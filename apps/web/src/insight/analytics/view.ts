/** Period and region are stored in the URL, so that a view can be shared. */
import type { Period, RegionFilter } from '@ardhi/contract';
import { useSearchChange } from '../../lib/page/use-search-change.ts';

export const PERIODS: readonly Period[] = ['weekly', 'monthly', 'yearly'];
export const REGION_FILTERS: readonly RegionFilter[] = ['all', 'north', 'south', 'east', 'west'];

export interface View {
  period: Period;
  region: RegionFilter;
}

const oneOf = <Value extends string>(values: readonly Value[], candidate: string | null, otherwise: Value) =>
  values.find((value) => value === candidate) ?? otherwise;

export function useView(): [View, (change: Partial<View>) => void] {
  const [search, change] = useSearchChange();
  const view = {
    period: oneOf(PERIODS, search.get('period'), 'monthly'),
    region: oneOf(REGION_FILTERS, search.get('region'), 'all'),
  };
  return [view, change];
}
