import type { EquipmentDetail } from '@ardhi/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call, callPage } from '../../lib/http/api.ts';
import { overlayRow } from '../../outbox/overlay.ts';
import { useListOverlay, useOverlayEntries, withData } from '../../outbox/use-overlay.ts';
import { equipmentKeys } from './keys.ts';

export function useEquipment() {
  const query = useQuery({
    queryKey: equipmentKeys.list,
    meta: { failed: 'equipment.error.fetch' },
    queryFn: ({ signal }) => callPage('GET /equipment', { signal }),
  });
  return useListOverlay(query, 'equipment');
}

export const equipmentQuery = (id: string) =>
  queryOptions<EquipmentDetail>({
    queryKey: equipmentKeys.one(id),
    meta: { failed: 'equipment.error.fetch' },
    queryFn: ({ signal }) => call('GET /equipment/{id}', { params: { id }, signal }),
  });

export function useEquipmentItem(id: string) {
  const query = useQuery(equipmentQuery(id));
  const entries = useOverlayEntries(query, 'equipment');
  const data = useMemo(() => overlayRow(query.data, entries, id), [query.data, entries, id]);
  return withData(query, data);
}
