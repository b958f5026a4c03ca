import type { Api, QueueableCall, ResponseOf } from '@ardhi/contract';
import { ApiError, callWithKey, type InputArgument, type KeyedCall } from './api.ts';
import { useIdempotencyKey } from './use-idempotency-key.ts';

/** The server has already processed this key and would reject every retry with it. */
const KEY_IS_USED = ['answered-once', 'key-reused'];

/**
 * One call with an idempotency key: a retry after a lost response has no second effect. Calls that may be queued offline
 * use `useQueuedWrite` of the outbox instead.
 */
export function useKeyedCall<C extends Exclude<KeyedCall, QueueableCall>>(name: C) {
  const { keyFor, accepted } = useIdempotencyKey();
  return async (...[input]: InputArgument<C>): Promise<ResponseOf<Api[C]>> => {
    const idempotencyKey = keyFor(input?.params, input?.body);
    try {
      const answer = await callWithKey(name, { ...input }, idempotencyKey);
      accepted(idempotencyKey);
      return answer;
    } catch (error) {
      if (error instanceof ApiError && KEY_IS_USED.includes(error.code)) accepted(idempotencyKey);
      throw error;
    }
  };
}
