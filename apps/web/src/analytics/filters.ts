/** The filters of the registers, in the URL. */
import type { Api, QueryInput } from '@ardhi/contract';
import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';

type ParcelQuery = QueryInput<Api['GET /government/lands']>;
export type ParcelFilters = Pick<
  ParcelQuery,
  'q' | 'region' | 'county' | 'soilType' | 'bucket' | 'band' | 'farmerId' | 'work' | 'sort'
>;
export type FarmerFilters = Pick<
  QueryInput<Api['GET /government/farmers']>,
  'q' | 'region' | 'county' | 'sort'
>;

export const BUCKETS = ['0-20', '21-40', '41-60', '61-80', '81-100'] as const;

/** Taken from the URL unchecked; the server refuses unknown values. */
export function useFilters<Filters extends object>(
  names: readonly (keyof Filters & string)[],
): [Filters, (change: Partial<Record<keyof Filters, string | undefined>>) => void] {
  const [search, setSearch] = useSearchParams();
  const text = names.map((name) => `${name}=${search.get(name) ?? ''}`).join('&');
  const filters = useMemo(() => {
    const given = [...new URLSearchParams(text.replaceAll('%', '%25').replaceAll('+', '%2B'))];
    return Object.fromEntries(given.filter(([, value]) => value !== '')) as Filters;
  }, [text]);
  const change = useCallback(
    (wanted: Partial<Record<keyof Filters, string | undefined>>) =>
      setSearch(
        (before) => {
          for (const [name, value] of Object.entries(wanted) as [string, string | undefined][]) {
            if (value) before.set(name, value);
            else before.delete(name);
          }
          return before;
        },
        { replace: true, preventScrollReset: true },
      ),
    [setSearch],
  );
  return [filters, change];
}
