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
  const named = new URLSearchParams(
    names.flatMap((name) => {
      const value = search.get(name);
      return value ? [[name, value]] : [];
    }),
  );
  // A text, so that the filters stay the same object while other parts of the address change.
  const text = named.toString();
  const filters = useMemo(() => Object.fromEntries(new URLSearchParams(text)) as Filters, [text]);
  return [filters, change];
}
