import { useMemo } from 'react';
import { useSearchChange } from './use-search-change.ts';

/** Reads filters from the URL without validation; the server rejects unknown values. */
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
  // A string dependency keeps the filters object stable while other parts of the URL change.
  const text = named.toString();
  const filters = useMemo(() => Object.fromEntries(new URLSearchParams(text)) as Filters, [text]);
  return [filters, change];
}
