/** The farmer's applications with queued changes applied on top. */
import type { Application, Programme } from '@ardhi/contract';
import { type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Page } from '../../lib/http/api.ts';
import { overlayList } from '../../outbox/overlay.ts';
import { baseList, listWith, useOverlayEntries, withData } from '../../outbox/use-overlay.ts';
import { subsidyKeys } from './keys.ts';

export function useApplicationsOverlay(
  query: UseQueryResult<Page<Application>>,
): UseQueryResult<Page<Application>> {
  const client = useQueryClient();
  const entries = useOverlayEntries(query, 'subsidy');
  const data = useMemo(() => {
    const page = baseList(query);
    if (!page || entries.length === 0) return query.data;
    const programmes = client.getQueryData<Page<Programme>>(subsidyKeys.programmes)?.rows ?? [];
    const rows = overlayList(page.rows, entries, { tools: programmes, newestFirst: true });
    return listWith(query, page, rows);
  }, [query, entries, client]);
  return withData(query, data);
}
