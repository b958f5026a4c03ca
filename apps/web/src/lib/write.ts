/** Every change that a person makes goes through here, so that a lost connection never does it twice. */
import type { Call } from '@ardhi/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { v7 } from 'uuid';
import { type CallOptions, call } from './api.ts';
import type { HintKind } from './events.ts';

/** For a row that the client makes: sent again with the same id, it is made once. */
export function newId(): string {
  return v7();
}

/**
 * A mutation that makes one call. The key is kept until this very content was accepted: pressing the button again
 * after a lost answer does the work once. `touches` names the query keys that are asked for again afterwards.
 */
export function useWrite<C extends Call>(name: C, { touches }: { touches: HintKind[] }) {
  const client = useQueryClient();
  const attempt = useRef<{ content: string; key: string } | null>(null);
  return useMutation({
    mutationFn: async (options: CallOptions<C>) => {
      const content = JSON.stringify([options.params, options.body]);
      if (attempt.current?.content !== content) attempt.current = { content, key: newId() };
      const answer = await call(name, { ...options, idempotencyKey: attempt.current.key });
      attempt.current = null;
      return answer;
    },
    onSuccess: () => Promise.all(touches.map((kind) => client.invalidateQueries({ queryKey: [kind] }))),
  });
}
