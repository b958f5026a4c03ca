/** Filters of all subsidies. The page of programmes stores its own in the URL. */
import type { SubsidyKind, SubsidyStatus } from '@ardhi/contract';
import { useCallback, useMemo, useState } from 'react';
import { useSearchChange } from '../../lib/page/use-search-change.ts';

export const STATUSES = [
  'pending',
  'approved',
  'rejected',
  'withdrawn',
] as const satisfies readonly SubsidyStatus[];
export const REGIONS = ['north', 'south', 'east', 'west'] as const;

export interface Filters {
  q?: string;
  status?: SubsidyStatus;
  kind?: SubsidyKind;
  region?: (typeof REGIONS)[number];
  programmeId?: string;
}

export type SetFilters = (change: Filters) => void;

/** Filters of the page. */
export function readFilters(search: URLSearchParams): Filters {
  return withoutEmpty({
    q: search.get('q') ?? undefined,
    status: STATUSES.find((value) => value === search.get('status')),
  });
}

function withoutEmpty(filters: Filters): Filters {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value)) as Filters;
}

export function useFilters(inAddress: boolean): [Filters, SetFilters] {
  const [search, changeSearch] = useSearchChange();
  const [own, setOwn] = useState<Filters>({});
  const inUrl = useMemo(() => readFilters(search), [search]);
  const filters = inAddress ? inUrl : own;
  const change = useCallback<SetFilters>(
    (next) => {
      if (inAddress) changeSearch({ ...next });
      else setOwn((now) => withoutEmpty({ ...now, ...next }));
    },
    [inAddress, changeSearch],
  );
  return [filters, change];
}
