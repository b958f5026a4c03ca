import type { QueueableCall } from '@ardhi/contract';
import type { KeyedCall } from '../../lib/http/api.ts';
import { serverMessage } from '../../lib/http/error-kinds.ts';
import { useRefetchingWrite, type WriteOptions } from '../../lib/http/use-refetching-write.ts';
import { useT } from '../../lib/text/i18n.tsx';
import { toast } from '../../ui/feedback/toast.tsx';

/** Write of a panel without a form: a toast shows the failure. */
export function useAccountWrite<C extends Exclude<KeyedCall, QueueableCall>>(
  name: C,
  options: Omit<WriteOptions<C>, 'onError'>,
) {
  const t = useT();
  return useRefetchingWrite(name, {
    ...options,
    onError: (error) => toast.failed(serverMessage(error) ?? t('account.noConnection')),
  });
}
