/** Mutations of policies. */
import { useWrite } from '../../lib/http/use-write.ts';

const policy = { invalidates: ['policy' as const] };

export const useCreatePolicy = () => useWrite('POST /policies', policy);
export const useEditPolicy = () => useWrite('PUT /policies/{id}', policy);
export const useDeletePolicy = () => useWrite('DELETE /policies/{id}', policy);
export const useNotify = () => useWrite('POST /policies/{id}/notify', policy);
export const useReadPolicy = () =>
  useWrite('POST /policies/{id}/read', { invalidates: ['policy', 'notice'] });
