/** Mutations of applications and programmes. */
import { useWrite } from '../../lib/http/use-write.ts';

const invalidates = { invalidates: ['subsidy' as const] };

export const useAppeal = () => useWrite('POST /subsidies/{id}/appeal', invalidates);
export const useReturnApplication = () => useWrite('POST /government/subsidies/{id}/return', invalidates);
export const useStartBulk = () => useWrite('POST /government/bulk-decisions', invalidates);
export const useCancelBulk = () => useWrite('POST /government/bulk-decisions/{id}/cancel', invalidates);
export const useDecideAppeal = () => useWrite('PUT /government/appeals/{id}', invalidates);

export const useCreateProgramme = () => useWrite('POST /government/subsidies', invalidates);
export const useUpdateSubsidy = () => useWrite('PUT /government/subsidies/{id}', invalidates);
export const useDeleteProgramme = () => useWrite('DELETE /government/subsidies/{id}', invalidates);
