/** Every change of boundaries and what is done about overlaps. */
import { useWrite } from '../outbox/use-write.ts';

const invalidates = { invalidates: ['land' as const] };

export const useSetBoundary = () => useWrite('PUT /land/{id}/boundary', invalidates);
export const useRemoveBoundary = () => useWrite('DELETE /land/{id}/boundary', invalidates);
export const useWriteToNeighbour = () =>
  useWrite('POST /boundaries/overlaps/{id}/message', { invalidates: ['land', 'message'] });
export const useDecideOverlap = () => useWrite('PUT /government/overlaps/{id}', invalidates);
