import type { Application, Programme } from '@ardhi/contract';
import { type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Page } from '../lib/api.ts';
import { overApplications } from './subsidy-overlay.ts';
import { listUnder, listWith, useEntriesOver, withData } from './use-overlay.ts';

const SUBSIDIES = / \/subsidies(\/|$)/;

export function useOverApplications(
  query: UseQueryResult<Page<Application>>,
): UseQueryResult<Page<Application>> {
  const client = useQueryClient();
  const entries = useEntriesOver(query, SUBSIDIES);
  const data = useMemo(() => {
    const page = listUnder(query);
    if (!page || entries.length === 0) return query.data;
    const programmes = client.getQueryData<Page<Programme>>(['subsidy', 'programmes'])?.rows ?? [];
    return listWith(query, page, overApplications(page.rows, entries, programmes));
  }, [query, entries, client]);
  return withData(query, data);
}
