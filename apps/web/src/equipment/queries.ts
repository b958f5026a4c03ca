/** What the equipment screens ask the server, and every change they make, by name. */
import { useQuery } from '@tanstack/react-query';
import { ApiError, call, callPage } from '../lib/api.ts';
import { useWrite } from '../outbox/use-write.ts';
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

const invalidates = { invalidates: ['equipment' as const] };

export const useAddEquipment = () => useWrite('POST /equipment', invalidates);
export const useEditEquipment = () => useWrite('PUT /equipment/{id}', invalidates);
export const useDeleteEquipment = () => useWrite('DELETE /equipment/{id}', invalidates);

export const useAddMaintenance = () => useWrite('POST /equipment/{id}/maintenance', invalidates);
export const useEditMaintenance = () => useWrite('PUT /equipment/{id}/maintenance/{recordId}', invalidates);
export const useDeleteMaintenance = () =>
  useWrite('DELETE /equipment/{id}/maintenance/{recordId}', invalidates);

export const useAddUsage = () => useWrite('PUT /equipment/{id}/usage', invalidates);
export const useTakeBackUsage = () => useWrite('DELETE /equipment/{id}/usage/{recordId}', invalidates);
