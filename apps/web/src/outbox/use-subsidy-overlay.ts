import type { Application, Programme } from '@ardhi/contract';
import { type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Page } from '../lib/api.ts';
import { overApplications } from './subsidy-overlay.ts';
import { useEntriesSince, withData } from './use-overlay.ts';

const SUBSIDIES = / \/subsidies(\/|$)/;

export function useOverApplications(
  query: UseQueryResult<Page<Application>>,
): UseQueryResult<Page<Application>> {
  const client = useQueryClient();
  const entries = useEntriesSince(query.dataUpdatedAt, SUBSIDIES);
  const data = useMemo(() => {
    if (entries.length === 0) return query.data;
    const page = query.data ?? { rows: [], total: 0, next: undefined };
    const programmes = client.getQueryData<Page<Programme>>(['subsidy', 'programmes'])?.rows ?? [];
    const rows = overApplications(page.rows, entries, programmes);
    if (!query.data && rows.length === 0) return query.data;
    return { ...page, rows, total: page.total + rows.length - page.rows.length };
  }, [query.data, entries, client]);
  return withData(query, data);
}
