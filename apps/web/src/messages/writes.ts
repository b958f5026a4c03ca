/** Every change of messages, by name. */
import { useQueuedWrite } from '../outbox/use-queued-write.ts';
import { calls } from './calls.ts';

export const useSendMessage = () => useQueuedWrite('POST /messages', calls);
