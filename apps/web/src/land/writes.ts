/** Every change of a parcel and its records, by name. All of them refresh whatever shows land. */
import { useWrite } from '../lib/write.ts';

const touches = { touches: ['land' as const] };

export const useCreateParcel = () => useWrite('POST /land', touches);
export const useEditParcel = () => useWrite('PUT /land/{id}', touches);
export const useDeleteParcel = () => useWrite('DELETE /land/{id}', touches);
export const useRestoreParcel = () => useWrite('POST /land/{id}/restore', touches);

export const useAddCrop = () => useWrite('POST /land/{id}/crops', touches);
export const useCorrectCrop = () => useWrite('PUT /land/{id}/crops/{recordId}', touches);
export const useConfirmHarvest = () => useWrite('PUT /land/{id}/crops/{recordId}/harvest', touches);
export const useDeleteCrop = () => useWrite('DELETE /land/{id}/crops/{recordId}', touches);

export const useAddWater = () => useWrite('POST /land/{id}/water', touches);
export const useCorrectWater = () => useWrite('PUT /land/{id}/water/{recordId}', touches);
export const useDeleteWater = () => useWrite('DELETE /land/{id}/water/{recordId}', touches);

export const useAddFertilizer = () => useWrite('POST /land/{id}/fertilizer', touches);
export const useCorrectFertilizer = () => useWrite('PUT /land/{id}/fertilizer/{recordId}', touches);
export const useDeleteFertilizer = () => useWrite('DELETE /land/{id}/fertilizer/{recordId}', touches);

export const useAddPesticide = () => useWrite('POST /land/{id}/pesticides', touches);
export const useCorrectPesticide = () => useWrite('PUT /land/{id}/pesticides/{recordId}', touches);
export const useDeletePesticide = () => useWrite('DELETE /land/{id}/pesticides/{recordId}', touches);
