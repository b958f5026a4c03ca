/** Mutations of messages. */
import { useWrite } from '../../lib/http/use-write.ts';
import { useQueuedWrite } from '../../outbox/use-queued-write.ts';
import { calls } from './calls.ts';

export const useSendMessage = () => useQueuedWrite('POST /messages', calls);
export const useAgreeOnNames = () =>
  useWrite('PUT /messages/thread/{threadId}/names', { invalidates: ['message'] });
