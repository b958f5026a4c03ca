import { useQuery } from '@tanstack/react-query';
import { call, callPage } from '../../lib/http/api.ts';
import { equipmentKeys } from './keys.ts';
import { useEquipmentItemOverlay, useEquipmentListOverlay } from './use-overlay.ts';

export function useEquipment() {
  return useEquipmentListOverlay(
    useQuery({
      queryKey: equipmentKeys.list,
      meta: { failed: 'equipment.error.fetch' },
      queryFn: ({ signal }) => callPage('GET /equipment', { signal }),
    }),
  );
}

export function useEquipmentItem(id: string) {
  return useEquipmentItemOverlay(
    id,
    useQuery({
      queryKey: equipmentKeys.one(id),
      meta: { failed: 'equipment.error.fetch' },
      queryFn: ({ signal }) => call('GET /equipment/{id}', { params: { id }, signal }),
    }),
  );
}
