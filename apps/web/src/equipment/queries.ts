/** What the equipment screens ask the server. */
import { useQuery } from '@tanstack/react-query';
import { ApiError, call, callPage } from '../lib/api.ts';
import { equipmentKeys } from './keys.ts';
import { useOverEquipmentItem, useOverEquipmentList } from './use-overlay.ts';

export function useEquipment() {
  return useOverEquipmentList(
    useQuery({
      queryKey: equipmentKeys.list,
      queryFn: ({ signal }) => callPage('GET /equipment', { signal }),
    }),
  );
}

export function useEquipmentItem(id: string) {
  return useOverEquipmentItem(
    id,
    useQuery({
      queryKey: equipmentKeys.one(id),
      queryFn: ({ signal }) => call('GET /equipment/{id}', { params: { id }, signal }),
    }),
  );
}

/** There is no such equipment, or it belongs to somebody else: both answer 404. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && [400, 404, 410].includes(error.status);
}
