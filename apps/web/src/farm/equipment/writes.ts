/** Mutations of equipment and its records. */
import { useQueuedWrite } from '../../outbox/use-queued-write.ts';
import { calls } from './calls.ts';

export const useAddEquipment = () => useQueuedWrite('POST /equipment', calls);
export const useEditEquipment = () => useQueuedWrite('PUT /equipment/{id}', calls);
export const useDeleteEquipment = () => useQueuedWrite('DELETE /equipment/{id}', calls);

export const useAddMaintenance = () => useQueuedWrite('POST /equipment/{id}/maintenance', calls);
export const useEditMaintenance = () => useQueuedWrite('PUT /equipment/{id}/maintenance/{recordId}', calls);
export const useDeleteMaintenance = () =>
  useQueuedWrite('DELETE /equipment/{id}/maintenance/{recordId}', calls);

export const useAddUsage = () => useQueuedWrite('PUT /equipment/{id}/usage', calls);
export const useDeleteUsage = () => useQueuedWrite('DELETE /equipment/{id}/usage/{recordId}', calls);
