/** Applies queued changes on top of equipment queries. */
import type { Equipment, EquipmentDetail } from '@ardhi/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Page } from '../../lib/http/api.ts';
import { overlayList, overlayRow } from '../../outbox/overlay.ts';
import { baseList, listWith, useOverlayEntries, withData } from '../../outbox/use-overlay.ts';

export function useEquipmentItemOverlay(
  id: string,
  query: UseQueryResult<EquipmentDetail>,
): UseQueryResult<EquipmentDetail> {
  const entries = useOverlayEntries(query, 'equipment');
  const data = useMemo(() => overlayRow(query.data, entries, id), [query.data, entries, id]);
  return withData(query, data);
}

export function useEquipmentListOverlay(
  query: UseQueryResult<Page<Equipment>>,
): UseQueryResult<Page<Equipment>> {
  const entries = useOverlayEntries(query, 'equipment');
  const data = useMemo(() => {
    const page = baseList(query);
    if (!page || entries.length === 0) return query.data;
    return listWith(query, page, overlayList(page.rows, entries));
  }, [query, entries]);
  return withData(query, data);
}
