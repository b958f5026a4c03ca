import { useQuery } from '@tanstack/react-query';
import { call, callPage } from '../../lib/http/api.ts';
import { equipmentKeys } from './keys.ts';
import { useOverEquipmentItem, useOverEquipmentList } from './use-overlay.ts';

export function useEquipment() {
  return useOverEquipmentList(
    useQuery({
      queryKey: equipmentKeys.list,
      meta: { failed: 'equipment.error.fetch' },
      queryFn: ({ signal }) => callPage('GET /equipment', { signal }),
    }),
  );
}

export function useEquipmentItem(id: string) {
  return useOverEquipmentItem(
    id,
    useQuery({
      queryKey: equipmentKeys.one(id),
      meta: { failed: 'equipment.error.fetch' },
      queryFn: ({ signal }) => call('GET /equipment/{id}', { params: { id }, signal }),
    }),
  );
}
