/** Filters of the officials' table. The separate page stores them in the URL. */
import type { SubsidyKind, SubsidyStatus } from '@ardhi/contract';
import { useCallback, useMemo, useState } from 'react';
import { useSearchChange } from '../../lib/page/use-search-change.ts';

export const STATUSES = [
  'pending',
  'approved',
  'rejected',
  'withdrawn',
] as const satisfies readonly SubsidyStatus[];
export const KINDS = ['programme', 'application'] as const satisfies readonly SubsidyKind[];
export const REGIONS = ['north', 'south', 'east', 'west'] as const;

export interface Filters {
  q?: string;
  status?: SubsidyStatus;
  kind?: SubsidyKind;
  region?: (typeof REGIONS)[number];
  programmeId?: string;
}

export type SetFilters = (change: Filters) => void;

export function readFilters(search: URLSearchParams): Filters {
  const among = <T extends string>(name: string, values: readonly T[]) =>
    values.find((value) => value === search.get(name));
  return withoutEmpty({
    q: search.get('q') ?? undefined,
    status: among('status', STATUSES),
    kind: among('kind', KINDS),
    region: among('region', REGIONS),
    programmeId: search.get('programmeId') ?? undefined,
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
