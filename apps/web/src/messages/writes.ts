/** Every change of messages, by name. */
import { useWrite } from '../outbox/use-write.ts';

export const useSendMessage = () => useWrite('POST /messages', { invalidates: ['message'] });
