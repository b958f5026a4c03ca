/** The filters of the registers, in the URL. */
import type { Api, QueryInput } from '@ardhi/contract';
import { useMemo } from 'react';
import { useSearchChange } from '../lib/use-search-change.ts';

type ParcelQuery = QueryInput<Api['GET /government/lands']>;
export type ParcelFilters = Pick<
  ParcelQuery,
  | 'q'
  | 'region'
  | 'county'
  | 'soilType'
  | 'bucket'
  | 'band'
  | 'farmerId'
  | 'compared'
  | 'unplaced'
  | 'work'
  | 'sort'
>;
export type FarmerFilters = Pick<
  QueryInput<Api['GET /government/farmers']>,
  'q' | 'region' | 'county' | 'machines' | 'sort'
>;

export const BUCKETS = ['0-20', '21-40', '41-60', '61-80', '81-100'] as const;

/** Taken from the URL unchecked; the server refuses unknown values. */
export function useFilters<Filters extends object>(
  names: readonly (keyof Filters & string)[],
): [Filters, (change: Partial<Record<keyof Filters, string | undefined>>) => void] {
  const [search, change] = useSearchChange();
  const text = names.map((name) => `${name}=${search.get(name) ?? ''}`).join('&');
  const filters = useMemo(() => {
    const given = [...new URLSearchParams(text.replaceAll('%', '%25').replaceAll('+', '%2B'))];
    return Object.fromEntries(given.filter(([, value]) => value !== '')) as Filters;
  }, [text]);
  return [filters, change];
}
