import type { QueueableCall } from '@ardhi/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '../lib/http/api.ts';
import { holdInvalidation } from '../lib/http/query.ts';
import { useIdempotencyKey } from '../lib/http/use-idempotency-key.ts';
import { useT } from '../lib/text/i18n.tsx';
import { toast } from '../ui/feedback/toast-store.ts';
import { type OfflineCall, registerOfflineCalls } from './offline-calls.ts';
import { changedRows } from './relations.ts';
import { type WriteOptions, write } from './write.ts';

/**
 * Mutation that works offline: without a connection the call is queued on the device and sent later. The domain's table
 * is passed in, so that an open form never has to load it. Retries after a lost response are idempotent. `base` is the
 * row as the form loaded it (optimistic concurrency): other users' changes to other fields are merged.
 */
export function useQueuedWrite<C extends QueueableCall>(name: C, calls: Readonly<Record<C, OfflineCall>>) {
  const client = useQueryClient();
  const t = useT();
  const { keyFor, accepted } = useIdempotencyKey();
  return useMutation({
    mutationFn: async (options: CallInput<C> & Pick<WriteOptions, 'base' | 'onStored'>) => {
      registerOfflineCalls(calls);
      const { params = {}, body, base, onStored } = options;
      const key = keyFor(params, body);
      const held = holdInvalidation(client);
      try {
        const written = await write(client, name, { params, body, base, onStored }, key);
        accepted(key);
        const { kind } = calls[name];
        if (written.outcome === 'done') held.changed(kind, changedRows(kind, { call: name, params, body }));
        else toast.addLine(t(written.outcome === 'queued' ? 'ui.queuedOnDevice' : 'ui.changedElsewhere'));
        return written;
      } finally {
        await held.release();
      }
    },
  });
}
