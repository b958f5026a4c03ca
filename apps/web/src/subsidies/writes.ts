/** Every change of applications and programmes, by name. */
import { useWrite } from '../outbox/use-write.ts';

const invalidates = { invalidates: ['subsidy' as const] };

export const useApply = () => useWrite('POST /subsidies', invalidates);
export const useEditApplication = () => useWrite('PUT /subsidies/{id}', invalidates);
export const useWithdraw = () => useWrite('DELETE /subsidies/{id}', invalidates);

export const useCreateProgramme = () => useWrite('POST /government/subsidies', invalidates);
export const useUpdateSubsidy = () => useWrite('PUT /government/subsidies/{id}', invalidates);
export const useDeleteProgramme = () => useWrite('DELETE /government/subsidies/{id}', invalidates);
