import type { AnswerOf, Api, Call, QueueableCall } from '@ardhi/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type CallOptions, call } from './api.ts';
import type { ChangeEventKind } from './events.ts';
import { holdInvalidation } from './query.ts';
import { useIdempotencyKey } from './use-idempotency-key.ts';

/**
 * A mutation that makes one call and needs its answer at once: pressing the button again after a lost answer does the
 * work once. `invalidates` names the query keys that are asked for again afterwards. What may wait for a network goes
 * through `useQueuedWrite` of the outbox instead.
 */
export function useWrite<C extends Exclude<Call, QueueableCall>>(
  name: C,
  { invalidates }: { invalidates: readonly ChangeEventKind[] },
) {
  const client = useQueryClient();
  const { keyFor, accepted } = useIdempotencyKey();
  return useMutation({
    mutationFn: async (options: CallOptions<C>) => {
      const idempotencyKey = keyFor([options.params, options.body]);
      const held = holdInvalidation(client);
      try {
        const send = call as (name: Call, options: unknown) => Promise<unknown>;
        const answer = await send(name, { ...options, idempotencyKey });
        accepted();
        for (const kind of invalidates) held.changed(kind, []);
        return answer as AnswerOf<Api[C]>;
      } finally {
        await held.release();
      }
    },
  });
}
