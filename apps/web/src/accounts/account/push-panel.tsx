import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Bell, BellOff } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../lib/http/api.ts';
import { useConfig } from '../../lib/http/config.tsx';
import { serverMessage } from '../../lib/http/error-kinds.ts';
import { useKeyedCall } from '../../lib/http/use-keyed-call.ts';
import { useT } from '../../lib/text/i18n.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Callout } from '../../ui/feedback/callout.tsx';
import { LoadError } from '../../ui/feedback/query-state.tsx';
import { SkeletonText } from '../../ui/feedback/skeleton.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { pushSupport, subscribe, unsubscribe } from './push.ts';
import { accountKeys } from './queries.ts';

/** Push messages to this browser: off until the farmer asks for them. */
export function PushPanel() {
  const t = useT();
  const [support, setSupport] = useState(pushSupport);
  return (
    <Panel title={t('account.push.title')} note={t('account.push.note')}>
      {support === 'possible' ? (
        <PushSwitch onAsked={() => setSupport(pushSupport())} />
      ) : (
        <Callout tone="wait" headline={t(`account.push.${support}`)}>
          {t(`account.push.${support}Text`)}
        </Callout>
      )}
    </Panel>
  );
}

function PushSwitch({ onAsked }: { onAsked: () => void }) {
  const t = useT();
  const client = useQueryClient();
  const { pushKey } = useConfig();
  const state = useQuery({
    queryKey: accountKeys.push,
    queryFn: ({ signal }) => call('GET /push/subscription', { signal }),
  });
  const save = useKeyedCall('PUT /push/subscription');
  const remove = useKeyedCall('DELETE /push/subscription');
  const change = useMutation({
    mutationFn: async (on: boolean) => {
      if (!on) {
        const answer = await remove();
        await unsubscribe().catch(() => {});
        return answer;
      }
      const body = await subscribe(pushKey ?? '').finally(onAsked);
      return body ? await save({ body }) : { on: false };
    },
    onSuccess: (answer) => client.setQueryData(accountKeys.push, answer),
    onError: (error) => toast.failed(serverMessage(error) ?? t('account.push.failed')),
  });
  if (state.isError && !state.data) return <LoadError query={state} headline={t('account.push.unknown')} />;
  if (!state.data) return <SkeletonText lines={2} />;
  // The user may have taken the permission back in the browser.
  const isOn = state.data.on && Notification.permission === 'granted';
  const Icon = isOn ? BellOff : Bell;
  return (
    <>
      <p role="status">{t(isOn ? 'account.push.on' : 'account.push.off')}</p>
      <p className="mt-3">
        <Button
          icon={<Icon size={18} aria-hidden="true" />}
          busy={change.isPending}
          busyLabel={t('account.saving')}
          onClick={() => change.mutate(!isOn)}
        >
          {t(isOn ? 'account.push.turnOff' : 'account.push.turnOn')}
        </Button>
      </p>
    </>
  );
}
