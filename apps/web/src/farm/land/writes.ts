/** Mutations of parcels and their records. All invalidate the `land` queries. */
import { useQueuedWrite } from '../../outbox/use-queued-write.ts';
import { calls } from './calls.ts';
import type { RecordKind } from './records/kinds.ts';

export const useCreateParcel = () => useQueuedWrite('POST /land', calls);
export const useEditParcel = () => useQueuedWrite('PUT /land/{id}', calls);
export const useDeleteParcel = () => useQueuedWrite('DELETE /land/{id}', calls);
export const useRestoreParcel = () => useQueuedWrite('POST /land/{id}/restore', calls);
export const useConfirmHarvest = () => useQueuedWrite('PUT /land/{id}/crops/{recordId}/harvest', calls);

export const useAddRecord = (kind: RecordKind) => useQueuedWrite(`POST /land/{id}/${kind}`, calls);
export const useCorrectRecord = (kind: RecordKind) =>
  useQueuedWrite(`PUT /land/{id}/${kind}/{recordId}`, calls);
export const useDeleteRecord = (kind: RecordKind) =>
  useQueuedWrite(`DELETE /land/{id}/${kind}/{recordId}`, calls);
