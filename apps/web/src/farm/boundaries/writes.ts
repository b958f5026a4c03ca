/** Mutations of boundaries and overlaps. */
import { useWrite } from '../../lib/http/use-write.ts';
import { useQueuedWrite } from '../../outbox/use-queued-write.ts';
import { calls } from './calls.ts';

const invalidates = { invalidates: ['land' as const] };

export const useSetBoundary = () => useQueuedWrite('PUT /land/{id}/boundary', calls);
export const useRemoveBoundary = () => useQueuedWrite('DELETE /land/{id}/boundary', calls);
export const useWriteToNeighbour = () =>
  useWrite('POST /boundaries/overlaps/{id}/message', { invalidates: ['land', 'message'] });
export const useDecideOverlap = () => useWrite('PUT /government/overlaps/{id}', invalidates);
