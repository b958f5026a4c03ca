import type { QueueableCall } from '@ardhi/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput, InputArgument, KeyedCall } from './api.ts';
import type { ChangeEventKind } from './events.ts';
import { holdInvalidation } from './query.ts';
import { useKeyedCall } from './use-keyed-call.ts';

/** Mutation with one keyed call. `invalidates` lists the query kinds to refetch afterwards. */
export function useWrite<C extends Exclude<KeyedCall, QueueableCall>>(
  name: C,
  { invalidates }: { invalidates: readonly ChangeEventKind[] },
) {
  const client = useQueryClient();
  const send = useKeyedCall(name);
  return useMutation({
    mutationFn: async (input: CallInput<C>) => {
      const held = holdInvalidation(client);
      try {
        const answer = await send(...([input] as InputArgument<C>));
        for (const kind of invalidates) held.changed(kind, []);
        return answer;
      } finally {
        await held.release();
      }
    },
  });
}
