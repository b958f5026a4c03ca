/** What the equipment screens ask the server, and every change they make, by name. */
import { useQuery } from '@tanstack/react-query';
import { ApiError, call, callPage } from '../lib/api.ts';
import { useWrite } from '../lib/write.ts';
import { useOverEquipmentItem, useOverEquipmentList } from '../outbox/use-equipment-overlay.ts';

export function useEquipment() {
  return useOverEquipmentList(
    useQuery({
      queryKey: ['equipment', 'list'],
      queryFn: ({ signal }) => callPage('GET /equipment', { signal }),
    }),
  );
}

export function useEquipmentItem(id: string) {
  return useOverEquipmentItem(
    id,
    useQuery({
      queryKey: ['equipment', 'one', id],
      queryFn: ({ signal }) => call('GET /equipment/{id}', { params: { id }, signal }),
    }),
  );
}

/** There is no such equipment, or it belongs to somebody else: both answer 404. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && [400, 404, 410].includes(error.status);
}

const touches = { touches: ['equipment' as const] };

export const useAddEquipment = () => useWrite('POST /equipment', touches);
export const useEditEquipment = () => useWrite('PUT /equipment/{id}', touches);
export const useDeleteEquipment = () => useWrite('DELETE /equipment/{id}', touches);

export const useAddMaintenance = () => useWrite('POST /equipment/{id}/maintenance', touches);
export const useEditMaintenance = () => useWrite('PUT /equipment/{id}/maintenance/{recordId}', touches);
export const useDeleteMaintenance = () => useWrite('DELETE /equipment/{id}/maintenance/{recordId}', touches);

export const useAddUsage = () => useWrite('PUT /equipment/{id}/usage', touches);
export const useTakeBackUsage = () => useWrite('DELETE /equipment/{id}/usage/{recordId}', touches);
