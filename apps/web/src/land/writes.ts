/** Every change of a parcel and its records, by name. All of them refresh whatever shows land. */
import { useWrite } from '../outbox/use-write.ts';

const invalidates = { invalidates: ['land' as const] };

export const useCreateParcel = () => useWrite('POST /land', invalidates);
export const useEditParcel = () => useWrite('PUT /land/{id}', invalidates);
export const useDeleteParcel = () => useWrite('DELETE /land/{id}', invalidates);
export const useRestoreParcel = () => useWrite('POST /land/{id}/restore', invalidates);

export const useAddCrop = () => useWrite('POST /land/{id}/crops', invalidates);
export const useCorrectCrop = () => useWrite('PUT /land/{id}/crops/{recordId}', invalidates);
export const useConfirmHarvest = () => useWrite('PUT /land/{id}/crops/{recordId}/harvest', invalidates);
export const useDeleteCrop = () => useWrite('DELETE /land/{id}/crops/{recordId}', invalidates);

export const useAddWater = () => useWrite('POST /land/{id}/water', invalidates);
export const useCorrectWater = () => useWrite('PUT /land/{id}/water/{recordId}', invalidates);
export const useDeleteWater = () => useWrite('DELETE /land/{id}/water/{recordId}', invalidates);

export const useAddFertilizer = () => useWrite('POST /land/{id}/fertilizer', invalidates);
export const useCorrectFertilizer = () => useWrite('PUT /land/{id}/fertilizer/{recordId}', invalidates);
export const useDeleteFertilizer = () => useWrite('DELETE /land/{id}/fertilizer/{recordId}', invalidates);

export const useAddPesticide = () => useWrite('POST /land/{id}/pesticides', invalidates);
export const useCorrectPesticide = () => useWrite('PUT /land/{id}/pesticides/{recordId}', invalidates);
export const useDeletePesticide = () => useWrite('DELETE /land/{id}/pesticides/{recordId}', invalidates);
