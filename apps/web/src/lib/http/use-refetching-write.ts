import type { Api, QueueableCall, ResponseOf } from '@ardhi/contract';
import { type QueryKey, type UseMutationOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput, InputArgument, KeyedCall } from './api.ts';
import { useKeyedCall } from './use-keyed-call.ts';

export type WriteOptions<C extends KeyedCall> = Pick<
  UseMutationOptions<ResponseOf<Api[C]>, Error, CallInput<C>>,
  'onSuccess' | 'onError'
> & {
  /** Queries without change events, refetched after success and failure: a rejected row may have changed. */
  refetch?: QueryKey;
};

/** Mutation with one keyed call whose queries no change event invalidates; otherwise use `useWrite`. */
export function useRefetchingWrite<C extends Exclude<KeyedCall, QueueableCall>>(
  name: C,
  { refetch, ...options }: WriteOptions<C> = {},
) {
  const client = useQueryClient();
  const send = useKeyedCall(name);
  return useMutation({
    ...options,
    mutationFn: (input: CallInput<C>) => send(...([input] as InputArgument<C>)),
    onSettled: () => refetch && client.invalidateQueries({ queryKey: refetch }),
  });
}
