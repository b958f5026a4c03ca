import { useMemo } from 'react';
import { useSearchChange } from './use-search-change.ts';

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
