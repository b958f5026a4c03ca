/** Every change of equipment and its records, by name. */
import { useWrite } from '../outbox/use-write.ts';

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
