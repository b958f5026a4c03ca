/** Every change that a person makes goes through here, so that a lost connection neither loses it nor does it twice. */
import type { AnswerOf, Api, Call } from '@ardhi/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { CallOptions } from '../lib/api.ts';
import type { ChangeEventKind } from '../lib/events.ts';
import { useT } from '../lib/i18n.tsx';
import { newId } from '../lib/id.ts';
import { holdInvalidation } from '../lib/query.ts';
import { toast } from '../ui/toast-store.ts';
import { changedRows } from './relations.ts';
import { type WriteOptions, write } from './write.ts';

/**
 * A mutation that makes one call. Its idempotency key stays until this very content was accepted: pressing the button
 * again after a lost answer does the work once. `invalidates` names the query keys that are asked for again afterwards.
 * A farmer's work that finds no server is accepted too: it is queued on the device and sent later. `base` is the row as
 * the form found it (optimistic concurrency): with it, changes of others to other fields are merged.
 */
export function useWrite<C extends Call>(name: C, { invalidates }: { invalidates: ChangeEventKind[] }) {
  const client = useQueryClient();
  const t = useT();
  const attempt = useRef<{ content: string; key: string } | null>(null);
  return useMutation({
    mutationFn: async (options: CallOptions<C> & { base?: object }) => {
      const content = JSON.stringify([options.params, options.body]);
      if (attempt.current?.content !== content) attempt.current = { content, key: newId() };
      const held = holdInvalidation(client);
      try {
        const { outcome, answer } = await write(client, name, options as WriteOptions, attempt.current.key);
        attempt.current = null;
        const { params = {}, body } = options as WriteOptions;
        if (outcome === 'done')
          for (const kind of invalidates) held.changed(kind, changedRows(kind, { call: name, params, body }));
        else toast.addLine(t(outcome === 'queued' ? 'ui.queuedOnDevice' : 'ui.changedElsewhere'));
        return answer as AnswerOf<Api[C]>;
      } finally {
        await held.release();
      }
    },
  });
}
