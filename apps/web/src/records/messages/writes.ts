/** Mutations of messages. */
import { useWrite } from '../../lib/http/use-write.ts';

export const useAgreeOnNames = () =>
  useWrite('PUT /messages/thread/{threadId}/names', { invalidates: ['message'] });
