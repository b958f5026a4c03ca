import type { ReminderSettings } from '@ardhi/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { serverMessage } from '../lib/api.ts';
import { useConfig } from '../lib/config.tsx';
import { useT } from '../lib/i18n.tsx';
import { useUser } from '../lib/session.tsx';
import { useKeyedCall } from '../lib/use-keyed-call.ts';
import { Checkbox } from '../ui/choice.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { Panel } from '../ui/panel.tsx';
import { toast } from '../ui/toast.tsx';
import { accountKeys, remindersQuery } from './queries.ts';

const SWITCHES = ['harvest', 'service', 'programme', 'mail'] as const;

/** What a farmer is reminded of. A switch is saved as it is set; without mail on the server there is none for it. */
export function RemindersPanel() {
  const t = useT();
  const user = useUser();
  const { mail } = useConfig();
  const client = useQueryClient();
  const settings = useQuery(remindersQuery);
  const saveSettings = useKeyedCall('PUT /reminders/settings');
  const save = useMutation({
    // One after another, so that the last switch that was set is the last one stored.
    scope: { id: 'reminders' },
    mutationFn: (body: ReminderSettings) => saveSettings({ body }),
    onMutate: (body) => client.setQueryData(remindersQuery.queryKey, body),
    onError: (error) => {
      toast.failed(serverMessage(error) ?? t('account.noConnection'));
      void client.invalidateQueries({ queryKey: accountKeys.reminders });
    },
  });
  const { data } = settings;
  return (
    <Panel title={t('account.reminders.title')} note={t('account.reminders.note')}>
      {settings.isError && !data ? (
        <ErrorState
          headline={t('account.reminders.failed')}
          detail={serverMessage(settings.error) ?? t('account.noConnection')}
          onRetry={() => void settings.refetch()}
          retrying={settings.isFetching}
        />
      ) : (
        SWITCHES.filter((name) => name !== 'mail' || mail).map((name) => (
          <Checkbox
            key={name}
            label={t(`account.reminders.${name}`)}
            hint={name === 'mail' && !user.emailConfirmed ? t('account.reminders.mailHint') : undefined}
            checked={data?.[name] ?? false}
            disabled={!data}
            onChange={(event) => data && save.mutate({ ...data, [name]: event.target.checked })}
          />
        ))
      )}
    </Panel>
  );
}
