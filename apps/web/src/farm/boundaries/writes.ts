/** Mutations of boundaries and overlaps. */
import { useWrite } from '../../lib/http/use-write.ts';

const invalidates = { invalidates: ['land' as const] };

export const useWriteToNeighbour = () =>
  useWrite('POST /boundaries/overlaps/{id}/message', { invalidates: ['land', 'message'] });
export const useAgreeOnStrip = () => useWrite('PUT /boundaries/overlaps/{id}/strip', invalidates);
export const useDecideOverlap = () => useWrite('PUT /government/overlaps/{id}', invalidates);
