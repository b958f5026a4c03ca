/** Every change of boundaries and what is done about overlaps. */
import { useWrite } from '../lib/write.ts';

const touches = { touches: ['land' as const] };

export const useSetBoundary = () => useWrite('PUT /land/{id}/boundary', touches);
export const useRemoveBoundary = () => useWrite('DELETE /land/{id}/boundary', touches);
export const useWriteToNeighbour = () =>
  useWrite('POST /boundaries/overlaps/{id}/message', { touches: ['land', 'message'] });
export const useDecideOverlap = () => useWrite('PUT /government/overlaps/{id}', touches);
