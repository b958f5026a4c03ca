/** Every change of a parcel and its records, by name. All of them refresh whatever shows land. */
import { useWrite } from '../outbox/use-write.ts';
import type { RecordKind } from './records/kinds.ts';

const invalidates = { invalidates: ['land' as const] };

export const useCreateParcel = () => useWrite('POST /land', invalidates);
export const useEditParcel = () => useWrite('PUT /land/{id}', invalidates);
export const useDeleteParcel = () => useWrite('DELETE /land/{id}', invalidates);
export const useRestoreParcel = () => useWrite('POST /land/{id}/restore', invalidates);
export const useConfirmHarvest = () => useWrite('PUT /land/{id}/crops/{recordId}/harvest', invalidates);

export const useAddRecord = (kind: RecordKind) => useWrite(`POST /land/{id}/${kind}`, invalidates);
export const useCorrectRecord = (kind: RecordKind) =>
  useWrite(`PUT /land/{id}/${kind}/{recordId}`, invalidates);
export const useDeleteRecord = (kind: RecordKind) =>
  useWrite(`DELETE /land/{id}/${kind}/{recordId}`, invalidates);
